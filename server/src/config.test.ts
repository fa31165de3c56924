import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const NEEDED = {
  DATABASE_URL: 'postgres://localhost/footnote',
  ADMIN_TOKEN: 'a-token-of-enough-characters',
  KEY_PEPPER: 'a pepper that has 32 characters..',
  EMBEDDING_MODEL_DIR: '/models/some',
}

test('without a reCAPTCHA site key there is no CAPTCHA', () => {
  expect(readConfig(NEEDED).recaptcha).toBeNull()
})

test('a reCAPTCHA site key and its secret need each other', () => {
  const site = { RECAPTCHA_SITE_KEY: 'site' }
  const secret = { RECAPTCHA_SECRET: 'secret' }
  for (const half of [site, secret, { ...site, RECAPTCHA_SECRET: '' }]) {
    expect(() => readConfig({ ...NEEDED, ...half })).toThrow(ConfigError)
  }
  expect(readConfig({ ...NEEDED, ...site, ...secret }).recaptcha).toEqual({
    siteKey: 'site',
    secret: 'secret',
    verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
    minScore: 0.5,
    timeoutMs: 3_000,
  })
})
