import { createServer } from 'node:http'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CaptchaAction } from '@footnote/contract/captcha'
import { expect, onTestFinished, test } from 'vitest'
import { startRecaptchaServer } from '../../../../test/fakes/recaptcha-server.ts'
import type { Db } from '../../platform/database/db.ts'
import { createLog } from '../../platform/log.ts'
import { createMetrics } from '../../platform/metrics.ts'
import type { RecaptchaSettings } from './ask-recaptcha.ts'
import { askRecaptcha } from './ask-recaptcha.ts'
import type { Caller } from '../caller.ts'
import { verifyCaptcha } from './captcha.ts'

const HOST = 'docs.example.com'

async function startVerifier() {
  const verifier = await startRecaptchaServer()
  onTestFinished(() => verifier.close())
  const { url: verifyUrl, secret } = verifier
  const settings = { siteKey: 'site', secret, verifyUrl, minScore: 0.5, timeoutMs: 5_000 }
  return { verifier, settings }
}

/** Verifies a token for a key that demands one. Resolves with the refusal's code and the log. */
async function findRefusal(captcha: RecaptchaSettings | null, token: string | undefined) {
  const lines = new PassThrough()
  // Only what the check looks at; a token that passes would need a database.
  const caller = { captcha: { required: true, hostnames: [HOST] } } as Partial<Caller> as Caller
  const deps = {
    db: undefined as unknown as Db,
    captcha,
    metrics: createMetrics(),
    log: createLog('info', lines),
  }
  const code = await verifyCaptcha(deps, caller, token, 'search').then(
    () => 'passed',
    (error: { code: string }) => error.code,
  )
  lines.end()
  return { code, log: await text(lines) }
}

test('every action has tokens of its own', async () => {
  const { verifier, settings } = await startVerifier()
  for (const minted of CaptchaAction.options) {
    for (const action of CaptchaAction.options) {
      const token = verifier.mint({ action: minted, hostname: HOST })
      const fault = await askRecaptcha(settings, { token, action, hostnames: [HOST] })
      expect(fault, `${minted} for ${action}`).toBe(minted === action ? null : 'action')
    }
  }
})

test('the least score is a setting', async () => {
  const { verifier, settings } = await startVerifier()
  const minting = { action: 'search', hostname: HOST, score: 0.6 }
  const ask = (minScore: number) => {
    const question = { token: verifier.mint(minting), action: 'search', hostnames: [HOST] }
    return askRecaptcha({ ...settings, minScore }, question)
  }
  expect([await ask(0.6), await ask(0.61)]).toEqual([null, 'score'])
})

test('with nobody at the verify address no token passes, and the operator hears of it', async () => {
  const { verifier, settings } = await startVerifier()
  const token = verifier.mint({ action: 'search', hostname: HOST })
  await verifier.close()
  const { code, log } = await findRefusal(settings, token)
  expect(code).toBe('CAPTCHA_FAILED')
  expect(JSON.parse(log)).toMatchObject({ level: 'warn', reason: 'unreachable' })
  expect(log).not.toContain(token)
})

test('with another secret no token passes, and the operator hears of it', async () => {
  const { verifier, settings } = await startVerifier()
  const token = verifier.mint({ action: 'search', hostname: HOST })
  const { code, log } = await findRefusal({ ...settings, secret: 'wrong' }, token)
  expect(code).toBe('CAPTCHA_FAILED')
  expect(JSON.parse(log)).toMatchObject({ level: 'warn', reason: 'secret' })
})

test('a key that demands tokens refuses every reader of a service that has no CAPTCHA', async () => {
  const { code, log } = await findRefusal(null, 'any')
  expect(code).toBe('CAPTCHA_FAILED')
  expect(JSON.parse(log)).toMatchObject({ level: 'warn', reason: 'unconfigured' })
  expect((await findRefusal(null, undefined)).code).toBe('CAPTCHA_REQUIRED')
})

test('a reader’s own fault is no warning to the operator', async () => {
  const { verifier, settings } = await startVerifier()
  const low = verifier.mint({ action: 'search', hostname: HOST, score: 0.1 })
  expect(await findRefusal(settings, low)).toEqual({ code: 'CAPTCHA_FAILED', log: '' })
  expect(await findRefusal(settings, 'made up')).toEqual({ code: 'CAPTCHA_FAILED', log: '' })
})

test('a redirect is not followed, since the secret would go along', async () => {
  const { verifier, settings } = await startVerifier()
  const redirecting = createServer((_, response) => {
    response.writeHead(307, { location: verifier.url }).end()
  })
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void redirecting.close())
  const address = redirecting.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const token = verifier.mint({ action: 'search', hostname: HOST })
  const fault = await askRecaptcha(
    { ...settings, verifyUrl: `http://127.0.0.1:${address.port}/` },
    { token, action: 'search', hostnames: [HOST] },
  )
  expect(fault).toBe('unreachable')
  expect(verifier.asked).toEqual([])
})
