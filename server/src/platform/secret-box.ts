import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Seals secrets for the database. */
export type SecretBox = {
  /** `context` is not stored; without the same one the secret does not open. */
  seal(secret: string, context: readonly string[]): Buffer
  /** Throws when the key, the context or a byte differs. */
  open(sealed: Buffer, context: readonly string[]): string
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Of how it is sealed, so that a later way can be told from this one. */
const VERSION = 1

/** `secretsKey`: the base64 of 32 bytes, or a passphrase of at least 32 characters. */
export function createSecretBox(secretsKey: string): SecretBox {
  const key = readKey(secretsKey)
  return {
    seal(secret, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(encode(context))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), text])
    },
    open(sealed, context) {
      if (sealed[0] !== VERSION) throw new Error('The secret was sealed in an unknown way.')
      const text = sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(encode(context))
      decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
    },
  }
}

/** JSON keeps ['a', 'bc'] and ['ab', 'c'] apart. */
const encode = (context: readonly string[]): Buffer => Buffer.from(JSON.stringify(context))

function readKey(secretsKey: string): Buffer {
  const bytes = Buffer.from(secretsKey, 'base64')
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === secretsKey.replace(/=+$/, '')
  if (isBase64 && bytes.length === KEY_BYTES) return bytes
  return Buffer.from(hkdfSync('sha256', secretsKey, '', 'footnote secrets', KEY_BYTES))
}
