import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { computeFingerprint } from '../../platform/secret-fingerprints.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import type { Caller } from '../caller.ts'
import type { Credential } from '../credential.ts'
import { digestKey } from '../digest.ts'

/**
 * Stores a key under the current pepper. Only its bearer knows the key, so this happens on use.
 * Not before the rotation was started (`footnote secrets rotate`): until then a process that does
 * not have the new pepper may still be serving.
 */
export async function rehashKey(
  workerDb: Db,
  pepper: string,
  caller: Caller,
  credential: Credential,
): Promise<void> {
  const isPublic = credential.kind === 'public'
  const lookup = digestKey(pepper, isPublic ? credential.key : credential.clientId)
  const secret = isPublic ? null : digestKey(pepper, credential.clientSecret)
  const fingerprint = computeFingerprint('KEY_PEPPER', pepper)
  await withTenant(workerDb, caller, (tx) =>
    sql`
      update client_keys
      set lookup_digest = ${lookup}, secret_digest = ${secret}, pepper_fingerprint = ${fingerprint}
      where id = ${caller.keyId} and lookup_digest <> ${lookup}
        and exists (select from secret_fingerprints
                    where name = 'KEY_PEPPER' and fingerprint = ${fingerprint})`.execute(tx),
  )
}
