import { createPublicKey, verify } from 'node:crypto'
import type { ChannelCall } from '../product.ts'

/** A call that is older may be somebody's who has seen it before. */
const MAX_AGE_SECONDS = 300
const SIGNATURE = /^[\da-f]{128}$/i
const PUBLIC_KEY = /^[\da-f]{64}$/i

/** Whether Discord made this call, for the application with this public key, just now. */
export function verifyDiscordCall(
  publicKey: string,
  { headers, body }: ChannelCall,
  nowMs: number,
): boolean {
  const timestamp = headers['x-signature-timestamp']
  const signature = headers['x-signature-ed25519']
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return false
  if (!PUBLIC_KEY.test(publicKey)) return false
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > MAX_AGE_SECONDS) return false
  const signed = Buffer.concat([Buffer.from(timestamp), body])
  return verify(null, signed, ed25519Key(publicKey), Buffer.from(signature, 'hex'))
}

const ed25519Key = (hex: string) =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(hex, 'hex').toString('base64url') },
    format: 'jwk',
  })
