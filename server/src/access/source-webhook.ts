import { createHash, createHmac } from 'node:crypto'
import { digestKey, sameSecret } from './digest.ts'

/**
 * The secret of a source's webhook. It is derived and never stored: a copy of the database cannot be
 * used to start a sync, and signatures can still be checked.
 */
export const webhookSecret = (pepper: string, sourceId: string, number: number): string =>
  `fnh_${digestKey(pepper, `source-hook:${sourceId}:${number}`).toString('base64url')}`

/** The tolerated clock difference, and the maximum age of a call. */
const TOLERANCE_SECONDS = 300
/** Providers do not sign a timestamp, so their signatures stay valid; this is how long one is stored. */
const PROVIDER_MEMORY_SECONDS = 30 * 24 * 3600
/** Every delivery has a different body, so a repeated signature is a replay. */
const DELIVERY_HEADERS = ['x-github-delivery', 'x-gitea-delivery', 'x-forgejo-delivery']

const SIGNATURE = /^sha256=[0-9a-f]{64}$/

type Headers = Record<string, string | string[] | undefined>

/** What identifies a replay. Not stored where two calls may legitimately be the same. */
export type HookDelivery = { digest: Buffer; rememberSeconds: number | null }

export type HookProof = {
  /** The secret that it was made with. */
  secret: string
  /** null when the secret itself was sent and nothing was signed. */
  delivery: HookDelivery | null
}

/** Consumes the body in parts and keeps none of it. */
export type WebhookCheck = {
  update(part: Uint8Array): void
  /** Called after the whole body. null when the sender does not know a secret. */
  prove(): HookProof | null
}

/**
 * Checks who sent it: by a signature over timestamp and body, by the signature over the body that GitHub
 * and Gitea send, or by the secret itself. In constant time. null when no body could pass.
 */
export function checkWebhook(
  secrets: readonly string[],
  headers: Headers,
  nowMs: number,
): WebhookCheck | null {
  const own = headers['x-footnote-signature']
  const timestamp = headers['x-footnote-timestamp']
  if (own !== undefined || timestamp !== undefined) {
    if (!isRecent(timestamp, nowMs)) return null
    // Twice, since a call from the far end of the tolerance is valid for that long.
    return checkSignature(secrets, own, `${timestamp}.`, 2 * TOLERANCE_SECONDS)
  }
  const providers = headers['x-hub-signature-256']
  if (providers !== undefined) {
    const isDelivery = DELIVERY_HEADERS.some((name) => headers[name] !== undefined)
    return checkSignature(secrets, providers, '', isDelivery ? PROVIDER_MEMORY_SECONDS : null)
  }
  const bearer = /^Bearer ([\x21-\x7e]{1,512})$/.exec(
    headers['authorization']?.toString() ?? '',
  )?.[1]
  const token = bearer ?? headers['x-gitlab-token']
  if (typeof token !== 'string') return null
  const secret = secrets.find((each) => sameSecret(token, each))
  return secret === undefined
    ? null
    : { update: () => undefined, prove: () => ({ secret, delivery: null }) }
}

const isRecent = (timestamp: Headers[string], nowMs: number): timestamp is string =>
  typeof timestamp === 'string' &&
  /^\d{1,12}$/.test(timestamp) &&
  Math.abs(Number(timestamp) - nowMs / 1000) <= TOLERANCE_SECONDS

function checkSignature(
  secrets: readonly string[],
  signature: Headers[string],
  prefix: string,
  rememberSeconds: number | null,
): WebhookCheck | null {
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return null
  const hmacs = secrets.map((secret) => ({
    secret,
    hmac: createHmac('sha256', secret).update(prefix),
  }))
  return {
    update(part) {
      for (const { hmac } of hmacs) hmac.update(part)
    },
    prove() {
      const expected = hmacs.map(({ secret, hmac }) => ({
        secret,
        text: `sha256=${hmac.digest('hex')}`,
      }))
      const proven = expected.find(({ text }) => sameSecret(signature, text))
      if (!proven) return null
      const digest = createHash('sha256').update(proven.text).digest()
      return { secret: proven.secret, delivery: { digest, rememberSeconds } }
    },
  }
}
