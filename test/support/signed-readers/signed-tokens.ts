import { createHmac, generateKeyPairSync, sign as signBytes } from 'node:crypto'

/** Tokens of a reader signer as its own login signs them, and as others would like to. */
export const BASE = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'
export const SECRET = 'fnr_a-secret-of-the-tests-with-enough-bytes'

export const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const otherRsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
export const ed = generateKeyPairSync('ed25519')
export const PUBLIC_PEM = rsa.publicKey.export({ type: 'spki', format: 'pem' })

export const jwks = {
  keys: [
    { ...rsa.publicKey.export({ format: 'jwk' }), kid: 'rsa', alg: 'RS256', use: 'sig' },
    { ...ec.publicKey.export({ format: 'jwk' }), kid: 'ec' },
    { ...ed.publicKey.export({ format: 'jwk' }), kid: 'ed' },
    { ...otherRsa.publicKey.export({ format: 'jwk' }), kid: 'enc', use: 'enc' },
    { kty: 'oct', k: Buffer.from(SECRET).toString('base64url'), kid: 'shared' },
  ],
}
export const now = () => Math.floor(Date.now() / 1000)
export const encode = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
export const good = (change: object = {}) => ({
  sub: 'ada',
  aud: BASE,
  exp: now() + 300,
  ...change,
})

export const hmac = (text: string, key: string | Buffer, hash = 'sha256') =>
  createHmac(hash, key).update(text).digest('base64url')

/** With HS256 and the right secret, unless said otherwise. */
export function hs(
  payload: unknown,
  header: unknown = { alg: 'HS256', typ: 'JWT' },
  key: string | Buffer = SECRET,
) {
  const text = `${encode(header)}.${encode(payload)}`
  return `${text}.${hmac(text, key)}`
}

export function rs(
  payload: unknown,
  header: object = { alg: 'RS256', kid: 'rsa' },
  key = rsa.privateKey,
) {
  const text = `${encode(header)}.${encode(payload)}`
  return `${text}.${signBytes('sha256', Buffer.from(text), key).toString('base64url')}`
}

export function es(payload: unknown, header: object = { alg: 'ES256', kid: 'ec' }) {
  const text = `${encode(header)}.${encode(payload)}`
  const key = { key: ec.privateKey, dsaEncoding: 'ieee-p1363' as const }
  return `${text}.${signBytes('sha256', Buffer.from(text), key).toString('base64url')}`
}

export function eddsa(payload: unknown, header: object = { alg: 'EdDSA', kid: 'ed' }) {
  const text = `${encode(header)}.${encode(payload)}`
  return `${text}.${signBytes(null, Buffer.from(text), ed.privateKey).toString('base64url')}`
}

export const unsigned = (header: object, payload: unknown = good()) =>
  `${encode(header)}.${encode(payload)}.`
export const without = (name: string) => ({ ...good(), [name]: undefined })
export const text = (object: object) => JSON.stringify(object).slice(1, -1)
