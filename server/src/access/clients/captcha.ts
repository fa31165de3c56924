import type { CaptchaAction } from '@footnote/contract/captcha'
import type { Db } from '../../platform/database/db.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { CaptchaFault, RecaptchaSettings } from './ask-recaptcha.ts'
import { askRecaptcha } from './ask-recaptcha.ts'
import type { Caller } from '../caller.ts'
import { claimToken } from './used-captcha-tokens.ts'

export type CaptchaDeps = {
  db: Db
  /** null when none is configured; then a key that demands tokens refuses every reader. */
  captcha: RecaptchaSettings | null
  metrics: Metrics
  log: Log
}

/** Real tokens have about 2,000 characters. */
const MAX_TOKEN_CHARACTERS = 8_000

/** Worth telling the operator: no reader's token would pass. */
const OPERATORS_FAULTS: ReadonlySet<Outcome> = new Set(['unreachable', 'unreadable', 'secret'])

type Outcome = CaptchaFault | 'passed' | 'missing' | 'unconfigured' | 'used'

/** Refuses a caller that needs a token and did not send a valid one. Used by every transport. */
export async function verifyCaptcha(
  deps: CaptchaDeps,
  caller: Caller,
  token: string | undefined,
  action: CaptchaAction,
): Promise<void> {
  if (!caller.captcha.required) return
  const outcome = await check(deps, caller, token ?? '', action)
  deps.metrics.captchaChecks.inc({ outcome })
  if (outcome === 'passed') return
  if (outcome === 'missing') throw new Refusal('CAPTCHA_REQUIRED')
  if (outcome === 'unconfigured' || OPERATORS_FAULTS.has(outcome)) {
    deps.log.warn({ reason: outcome }, 'a CAPTCHA token could not be verified')
  }
  throw new Refusal('CAPTCHA_FAILED')
}

async function check(
  { db, captcha }: CaptchaDeps,
  caller: Caller,
  token: string,
  action: CaptchaAction,
): Promise<Outcome> {
  if (token === '') return 'missing'
  if (!captcha) return 'unconfigured'
  if (token.length > MAX_TOKEN_CHARACTERS) return 'token'
  const { hostnames } = caller.captcha
  const fault = await askRecaptcha(captcha, { token, action, hostnames })
  if (fault) return fault
  // Last, so that only valid tokens are stored.
  return (await claimToken(db, caller, token)) ? 'passed' : 'used'
}
