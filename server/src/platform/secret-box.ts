import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Refusal } from './refusal.ts'

/** Seals secrets for the database. */
export type SecretBox = {
  /** `context` is not stored; a secret opens only with the same one. */
  seal(secret: string, context: readonly string[]): Buffer
  /** Throws when the key, the context or a byte differs. */
  open(sealed: Buffer, context: readonly string[]): string
  /** Reseals it under the current key, or returns null when it already is. Throws as `open` does. */
  reseal(sealed: Buffer, context: readonly string[]): Buffer | null
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** The version of the format, so that a later one can be told apart. */
const VERSION = 1

/**
 * Keys are 32 bytes in base64, or a passphrase of at least 32 characters. Secrets sealed with the
 * previous key can still be opened.
 */
export function createSecretBox(secretsKey: string, previousKey: string | null = null): SecretBox {
  const current = makeBox(readKey(secretsKey))
  const previous = previousKey === null ? null : makeBox(readKey(previousKey))
  return {
    seal: (secret, context) => current.seal(secret, context),
    open(sealed, context) {
      if (!previous) return current.open(sealed, context)
      return current.opens(sealed, context)
        ? current.open(sealed, context)
        : previous.open(sealed, context)
    },
    reseal(sealed, context) {
      if (current.opens(sealed, context)) return null
      if (!previous) throw new Error('The secret was sealed under another key.')
      return current.seal(previous.open(sealed, context), context)
    },
  }
}

/** Without a key nothing can be sealed. */
export function requireSecretBox(secrets: SecretBox | null): SecretBox {
  if (secrets) return secrets
  const details = [{ path: '', message: 'needs SECRETS_KEY on this server' }]
  throw new Refusal('BAD_REQUEST', { details })
}

function makeBox(key: Buffer) {
  const box = {
    seal(secret: string, context: readonly string[]): Buffer {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(encode(context))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), text])
    },
    open(sealed: Buffer, context: readonly string[]): string {
      if (sealed[0] !== VERSION) throw new Error('The sealed secret has an unknown version.')
      const text = sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(encode(context))
      decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
    },
    opens(sealed: Buffer, context: readonly string[]): boolean {
      try {
        box.open(sealed, context)
        return true
      } catch {
        return false
      }
    },
  }
  return box
}

/** JSON keeps ['a', 'bc'] and ['ab', 'c'] apart. */
const encode = (context: readonly string[]): Buffer => Buffer.from(JSON.stringify(context))

function readKey(secretsKey: string): Buffer {
  const bytes = Buffer.from(secretsKey, 'base64')
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === secretsKey.replace(/=+$/, '')
  if (isBase64 && bytes.length === KEY_BYTES) return bytes
  return Buffer.from(hkdfSync('sha256', secretsKey, '', 'footnote secrets', KEY_BYTES))
}
