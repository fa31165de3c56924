import { createHmac, randomBytes } from 'node:crypto'

/** As Standard Webhooks writes a secret: the key in base64 after this. */
const PREFIX = 'whsec_'
const KEY_BYTES = 32
const HINT_CHARACTERS = 4

export const newWebhookSecret = (): string => PREFIX + randomBytes(KEY_BYTES).toString('base64')

export const makeHint = (secret: string): string =>
  secret.replace(/=+$/, '').slice(-HINT_CHARACTERS)

/** A sealed secret opens for its own webhook only. */
export const webhookSecretContext = (workspaceId: string, webhookId: string): string[] => [
  'webhook',
  workspaceId,
  webhookId,
]

/** The headers of a delivery. One signature for each secret, so that a receiver can change over. */
export function signedHeaders(
  secrets: readonly string[],
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
): Record<string, string> {
  const timestamp = Math.floor(nowMs / 1000).toString()
  const signed = `${id}.${timestamp}.${body}`
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => computeSignature(secret, signed)).join(' '),
  }
}

function computeSignature(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
