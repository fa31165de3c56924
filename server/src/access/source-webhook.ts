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
/** How long a signature is remembered that contains no time, or one that we do not know. */
const PROVIDER_MEMORY_SECONDS = 30 * 24 * 3600
/** Products that put the time into the body send again what was not answered, for hours. */
const EVENT_AGE_SECONDS = 24 * 3600
/** GitHub's calls have at most 25 MB. */
const MAX_BODY_BYTES = 25 * 1024 * 1024
/** The body is kept until its signature was checked: its time is read from it. */
const MAX_TIMED_BODY_BYTES = 1024 * 1024
/** Every delivery has a different body, so a repeated signature is a replay. */
const DELIVERY_HEADERS = ['x-github-delivery', 'x-gitea-delivery', 'x-forgejo-delivery']

export type HookSecrets = {
  /** Ours, under each pepper that counts. */
  own: readonly string[]
  /** The one that the other product made and signs with. */
  product: string | null
}

type Headers = Record<string, string | string[] | undefined>

/** What identifies a replay. Not stored where two calls may legitimately be the same. */
export type HookDelivery = { digest: Buffer; rememberSeconds: number | null }

export type HookProof = {
  /** The secret that it was made with. */
  secret: string
  /** null when the secret itself was sent and nothing was signed. */
  delivery: HookDelivery | null
}

/** Consumes the body in parts. */
export type WebhookCheck = {
  maxBytes: number
  update(part: Uint8Array): void
  /** Called after the whole body. null when the sender does not know a secret, or the call is old. */
  prove(): HookProof | null
}

/**
 * Checks who sent it: by a signature over timestamp and body, by the signature that a product sends, or
 * by the secret itself. In constant time. null when no body could pass.
 */
export function checkWebhook(
  secrets: HookSecrets,
  headers: Headers,
  nowMs: number,
): WebhookCheck | null {
  const scheme = findScheme(secrets, headers, nowMs)
  if (scheme) return checkSignature(scheme, nowMs)
  return scheme === undefined ? checkBearer(secrets.own, headers) : null
}

function checkBearer(own: readonly string[], headers: Headers): WebhookCheck | null {
  const bearer = /^Bearer ([\x21-\x7e]{1,512})$/.exec(
    headers['authorization']?.toString() ?? '',
  )?.[1]
  const token = bearer ?? headers['x-gitlab-token']
  if (typeof token !== 'string') return null
  const secret = own.find((each) => sameSecret(token, each))
  return secret === undefined
    ? null
    : {
        maxBytes: MAX_BODY_BYTES,
        update: () => undefined,
        prove: () => ({ secret, delivery: null }),
      }
}

type Scheme = {
  secrets: readonly string[]
  signature: Headers[string]
  /** What it looks like, before anything is computed. */
  form: RegExp
  encoding: 'hex' | 'base64'
  /** Before the digest. */
  label: string
  /** Signed before the body. */
  prefix: string
  rememberSeconds: number | null
  /** The body says when it was sent. */
  isTimed: boolean
}

const HEX = {
  form: /^sha256=[0-9a-f]{64}$/,
  encoding: 'hex',
  label: 'sha256=',
  prefix: '',
  rememberSeconds: PROVIDER_MEMORY_SECONDS,
  isTimed: false,
} as const

/** How a call is signed. undefined when it is not; null when its time is wrong or missing. */
function findScheme(
  { own, product }: HookSecrets,
  headers: Headers,
  nowMs: number,
): Scheme | null | undefined {
  const products = product === null ? [] : [product]
  const ours = headers['x-footnote-signature']
  const timestamp = headers['x-footnote-timestamp']
  if (ours !== undefined || timestamp !== undefined) {
    if (!isRecent(readSeconds(timestamp), nowMs)) return null
    // Twice, since a call from the far end of the tolerance is valid for that long.
    const rememberSeconds = 2 * TOLERANCE_SECONDS
    const prefix = `${timestamp?.toString()}.`
    return { ...HEX, secrets: own, signature: ours, prefix, rememberSeconds }
  }
  const zendesk = headers['x-zendesk-webhook-signature']
  if (zendesk !== undefined) {
    const prefix = headers['x-zendesk-webhook-signature-timestamp']
    if (typeof prefix !== 'string' || !isRecent(Date.parse(prefix), nowMs)) return null
    const form = { ...HEX, form: /^[A-Za-z0-9+/]{43}=$/, encoding: 'base64', label: '' } as const
    return { ...form, secrets: products, signature: zendesk, prefix }
  }
  const notion = headers['x-notion-signature']
  if (notion !== undefined) {
    return { ...HEX, secrets: products, signature: notion, isTimed: true }
  }
  const hub = headers['x-hub-signature-256']
  if (hub !== undefined) {
    const isDelivery = DELIVERY_HEADERS.some((name) => headers[name] !== undefined)
    const rememberSeconds = isDelivery ? PROVIDER_MEMORY_SECONDS : null
    return { ...HEX, secrets: own, signature: hub, rememberSeconds }
  }
  const confluence = headers['x-hub-signature']
  if (confluence !== undefined) {
    return { ...HEX, secrets: own, signature: confluence, isTimed: true }
  }
  const discourse = headers['x-discourse-event-signature']
  return discourse === undefined ? undefined : { ...HEX, secrets: own, signature: discourse }
}

const readSeconds = (header: Headers[string]): number =>
  typeof header === 'string' && /^\d{1,12}$/.test(header) ? Number(header) * 1000 : Number.NaN

const isRecent = (timeMs: number, nowMs: number, toleranceSeconds = TOLERANCE_SECONDS): boolean =>
  Math.abs(timeMs - nowMs) <= toleranceSeconds * 1000

function checkSignature(scheme: Scheme, nowMs: number): WebhookCheck | null {
  const { secrets, signature, form, encoding, label, prefix, isTimed } = scheme
  if (typeof signature !== 'string' || !form.test(signature) || secrets.length === 0) return null
  const hmacs = secrets.map((secret) => ({
    secret,
    hmac: createHmac('sha256', secret).update(prefix),
  }))
  const kept: Uint8Array[] = []
  return {
    maxBytes: isTimed ? MAX_TIMED_BODY_BYTES : MAX_BODY_BYTES,
    update(part) {
      if (isTimed) kept.push(part)
      for (const { hmac } of hmacs) hmac.update(part)
    },
    prove() {
      const expected = hmacs.map(({ secret, hmac }) => ({
        secret,
        text: `${label}${hmac.digest(encoding)}`,
      }))
      const proven = expected.find(({ text }) => sameSecret(signature, text))
      if (!proven) return null
      const timeMs = isTimed ? readTime(Buffer.concat(kept)) : null
      if (timeMs !== null && !isRecent(timeMs, nowMs, EVENT_AGE_SECONDS)) return null
      const digest = createHash('sha256').update(proven.text).digest()
      return {
        secret: proven.secret,
        delivery: { digest, rememberSeconds: scheme.rememberSeconds },
      }
    },
  }
}

/** Notion writes an ISO time, Confluence milliseconds. null: it is a test call that names no time. */
function readTime(body: Buffer): number | null {
  const { timestamp } = readJson(body)
  if (timestamp === undefined) return null
  if (typeof timestamp === 'number') return timestamp
  return typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
}

/** Empty unless it is an object. */
function readJson(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

const MAX_TOKEN_BODY_BYTES = 4096
const TOKEN = /^[\w-]{10,200}$/

/** Consumes the first call of a Notion subscription, which nobody could sign yet. */
export type TokenCollector = {
  maxBytes: number
  update(part: Uint8Array): void
  /** null when it is something else. */
  token(): string | null
}

export function collectVerificationToken(): TokenCollector {
  const kept: Uint8Array[] = []
  return {
    maxBytes: MAX_TOKEN_BODY_BYTES,
    update: (part) => void kept.push(part),
    token() {
      const { verification_token, ...rest } = readJson(Buffer.concat(kept))
      const isToken = typeof verification_token === 'string' && TOKEN.test(verification_token)
      return isToken && Object.keys(rest).length === 0 ? verification_token : null
    },
  }
}
