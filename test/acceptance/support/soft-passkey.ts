import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'

/** What an authenticator and the browser around it say; each can be forged. */
export type Claims = {
  challenge: string
  origin: string
  rpId: string
  type: 'webauthn.create' | 'webauthn.get'
  /** Whether it asked for a finger, a face or a PIN. */
  isVerified: boolean
  counter: number
}

const FLAG = { present: 1, verified: 4, attested: 64 }

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()
const encoded = (data: Buffer | string): string => Buffer.from(data).toString('base64url')

const clientDataFor = ({ type, challenge, origin }: Claims): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

function authenticatorDataFor({ rpId, isVerified, counter }: Claims, attested?: Buffer): Buffer {
  const flags = FLAG.present | (isVerified ? FLAG.verified : 0) | (attested ? FLAG.attested : 0)
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), rest, attested ?? Buffer.alloc(0)])
}

/** CBOR of a text and of bytes up to 65,535. */
const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)])
const cborBytes = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]), bytes])

/** An authenticator in software, with one passkey (ES256). */
export function createSoftPasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const coordinate = (value: string | undefined) => Buffer.from(value ?? '', 'base64url')
  // COSE: an elliptic curve key for ES256 on P-256.
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 0x20]),
    coordinate(jwk.x),
    Buffer.from([0x22, 0x58, 0x20]),
    coordinate(jwk.y),
  ])
  const credentialId = Buffer.from(randomUUID())
  const id = encoded(credentialId)
  const credential = { id, rawId: id, type: 'public-key' }
  return {
    id,
    /** The reply to `navigator.credentials.create`. */
    create(claims: Claims) {
      const length = Buffer.from([0, credentialId.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authenticatorDataFor(claims, attested)),
      ])
      const response = {
        clientDataJSON: encoded(clientDataFor(claims)),
        attestationObject: encoded(attestationObject),
      }
      return { ...credential, response }
    },
    /** The reply to `navigator.credentials.get`. */
    get(claims: Claims) {
      const clientData = clientDataFor(claims)
      const authenticatorData = authenticatorDataFor(claims)
      const signed = Buffer.concat([authenticatorData, sha256(clientData)])
      const response = {
        clientDataJSON: encoded(clientData),
        authenticatorData: encoded(authenticatorData),
        signature: encoded(sign('sha256', signed, privateKey)),
      }
      return { ...credential, response }
    },
  }
}
