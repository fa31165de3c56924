import { z } from 'zod'
import { parseJson } from '../../platform/parse-json.ts'

export type RecaptchaSettings = {
  siteKey: string
  secret: string
  verifyUrl: string
  minScore: number
  timeoutMs: number
}

/** The fields of reCAPTCHA v3's reply that are used. */
const Reply = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  challenge_ts: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
})

/** Why a token is rejected. The first three are the operator's to fix, not the reader's. */
export type CaptchaFault =
  | 'unreachable'
  | 'unreadable'
  | 'secret'
  | 'token'
  | 'score'
  | 'action'
  | 'hostname'
  | 'age'

/**
 * A token is good for two minutes at the verifier. This allows for clocks that differ; digests of
 * used tokens are kept for longer than such a token can pass.
 */
const MAX_AGE_MS = 5 * 60_000

export type CaptchaQuestion = { token: string; action: string; hostnames: readonly string[] }

/** Asks the verifier. Fails closed: anything but a clear yes is a rejection. */
export async function askRecaptcha(
  settings: RecaptchaSettings,
  question: CaptchaQuestion,
): Promise<CaptchaFault | null> {
  let response: Response
  let text: string
  try {
    response = await fetch(settings.verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret: settings.secret, response: question.token }),
      // The body contains the secret.
      redirect: 'error',
      signal: AbortSignal.timeout(settings.timeoutMs),
    })
    text = await response.text()
  } catch {
    return 'unreachable'
  }
  const reply = Reply.safeParse(parseJson(text))
  if (!response.ok || !reply.success) return 'unreadable'
  return faultIn(reply.data, settings, question)
}

function faultIn(
  reply: z.infer<typeof Reply>,
  { minScore }: RecaptchaSettings,
  { action, hostnames }: CaptchaQuestion,
): CaptchaFault | null {
  if (!reply.success) {
    const isSecret = reply['error-codes']?.some((code) => code.endsWith('-input-secret')) ?? false
    return isSecret ? 'secret' : 'token'
  }
  if (reply.score === undefined || reply.score < minScore) return 'score'
  if (reply.action !== action) return 'action'
  if (reply.hostname === undefined || !hostnames.includes(reply.hostname)) return 'hostname'
  const age = Math.abs(Date.now() - Date.parse(reply.challenge_ts ?? ''))
  return age <= MAX_AGE_MS ? null : 'age'
}
