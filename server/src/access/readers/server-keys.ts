import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import type { SecretBox } from '../../platform/secret-box.ts'

const Jwk = z.record(z.string(), z.string())
const ServerKey = z.object({ jwk: Jwk, cookieKey: z.string() })
const ServerKeys = ServerKey.extend({
  /** When these keys stopped signing. Their signatures are still accepted for a while. */
  retired: z.array(ServerKey.extend({ retiredAtMs: z.number() })).default([]),
})

/** The keys with which an authorization server signs tokens and cookies. */
export type ServerKey = z.infer<typeof ServerKey>
export type ServerKeys = z.infer<typeof ServerKeys>

/** The lifetime of a session cookie; an ID token lives for 10 minutes. */
export const OVERLAP_MS = 8 * 3600 * 1000

export const serverKeysContext = (knowledgeBaseId: string): string[] => [
  'oauth-server-keys',
  knowledgeBaseId,
]

export const openServerKeys = (
  secrets: SecretBox,
  sealed: Buffer,
  knowledgeBaseId: string,
): ServerKeys =>
  ServerKeys.parse(JSON.parse(secrets.open(sealed, serverKeysContext(knowledgeBaseId))))

export const sealServerKeys = (
  secrets: SecretBox,
  keys: ServerKeys,
  knowledgeBaseId: string,
): Buffer => secrets.seal(JSON.stringify(keys), serverKeysContext(knowledgeBaseId))

/** The first one signs. Tokens and cookies of the others may still be in use. */
export const usableKeys = (
  { retired, ...current }: ServerKeys,
  nowMs: number,
): [ServerKey, ...ServerKey[]] => [
  current,
  ...retired.filter(({ retiredAtMs }) => nowMs - retiredAtMs < OVERLAP_MS),
]

export async function makeServerKeys(): Promise<ServerKeys> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { kty, crv, x, y, d } = await exportJWK(privateKey)
  const jwk = Jwk.parse({ kty, crv, x, y, d, alg: 'ES256', use: 'sig' })
  return { jwk, cookieKey: randomBytes(32).toString('base64url'), retired: [] }
}

/** Adds new signing keys and retires the previous ones. */
export async function replaceServerKeys(before: ServerKeys, nowMs: number): Promise<ServerKeys> {
  const { retired, ...last } = before
  const kept = retired.filter(({ retiredAtMs }) => nowMs - retiredAtMs < OVERLAP_MS)
  return { ...(await makeServerKeys()), retired: [{ ...last, retiredAtMs: nowMs }, ...kept] }
}
