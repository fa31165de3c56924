import { z } from 'zod'
import type { RecaptchaSettings } from '../access/clients/ask-recaptcha.ts'
import { ConfigError } from './config-error.ts'
import { count } from './setting-types.ts'

/** The settings of reCAPTCHA v3. */
export const recaptchaEnvironment = {
  RECAPTCHA_SITE_KEY: z
    .string()
    .optional()
    .describe('Site key of reCAPTCHA v3, given to readers’ pages. Without it there is no CAPTCHA.'),
  RECAPTCHA_SECRET: z.string().optional().describe('Secret of that site key, to verify tokens.'),
  RECAPTCHA_VERIFY_URL: z
    .url()
    .default('https://www.google.com/recaptcha/api/siteverify')
    .describe('Where tokens are verified.'),
  RECAPTCHA_MIN_SCORE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('Tokens with a lower score fail. 0 is certainly a bot, 1 certainly a person.'),
  RECAPTCHA_TIMEOUT_MS: count
    .min(100)
    .max(30_000)
    .default(3_000)
    .describe('A token that takes longer to verify fails.'),
}

type Environment = z.infer<z.ZodObject<typeof recaptchaEnvironment>>

export function readRecaptcha(environment: Environment): RecaptchaSettings | null {
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET: secret } = environment
  if (siteKey === undefined && secret === undefined) return null
  if (siteKey === undefined || secret === undefined) {
    throw new ConfigError('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET need each other.')
  }
  return {
    siteKey,
    secret,
    verifyUrl: environment.RECAPTCHA_VERIFY_URL,
    minScore: environment.RECAPTCHA_MIN_SCORE,
    timeoutMs: environment.RECAPTCHA_TIMEOUT_MS,
  }
}
