import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import type { SignIn } from '../../access/sign-in/settings.ts'
import { storeServerKeys } from '../../access/sign-in/settings.ts'
import { withTenant } from '../../platform/tenant.ts'
import type { SignInDeps } from './deps.ts'

const ServerKeys = z.object({
  jwk: z.record(z.string(), z.string()),
  cookieKey: z.string(),
})
export type ServerKeys = z.infer<typeof ServerKeys>

/** Of one knowledge base: made when first needed, kept sealed. */
export async function serverKeysOf(
  { db, secrets }: SignInDeps,
  signIn: SignIn,
): Promise<ServerKeys> {
  const context = ['oauth-server-keys', signIn.knowledgeBaseId]
  const stored =
    signIn.sealedKeys ??
    (await withTenant(db, signIn, async (tx) => {
      const made = secrets.seal(JSON.stringify(await makeKeys()), context)
      return storeServerKeys(tx, made)
    }))
  if (!stored) throw new Error('The settings of the sign-in are gone')
  return ServerKeys.parse(JSON.parse(secrets.open(stored, context)))
}

async function makeKeys(): Promise<ServerKeys> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { kty, crv, x, y, d } = await exportJWK(privateKey)
  const jwk = z
    .record(z.string(), z.string())
    .parse({ kty, crv, x, y, d, alg: 'ES256', use: 'sig' })
  return { jwk, cookieKey: randomBytes(32).toString('base64url') }
}
