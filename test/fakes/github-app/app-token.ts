import type { KeyObject } from 'node:crypto'
import { createVerify } from 'node:crypto'
import { z } from 'zod'

const MAX_SECONDS = 660

/** Whether it is a token of the app itself: signed with its key, and young. */
export function isAppToken(token: string, appId: number, publicKey: KeyObject): boolean {
  const [head = '', claims = '', signature = ''] = token.split('.')
  const verifier = createVerify('RSA-SHA256').update(`${head}.${claims}`)
  if (!verifier.verify(publicKey, signature, 'base64url')) return false
  const { iss, iat, exp } = z
    .looseObject({ iss: z.string(), iat: z.number(), exp: z.number() })
    .parse(JSON.parse(Buffer.from(claims, 'base64url').toString()))
  const now = Date.now() / 1000
  return iss === String(appId) && iat <= now && exp > now && exp - iat <= MAX_SECONDS
}
