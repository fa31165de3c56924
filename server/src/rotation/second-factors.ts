import { sql } from 'kysely'
import type { Peppers } from '../access/digest.ts'
import { accountSecrets } from '../access/operators/account-secrets.ts'
import type { Db } from '../platform/database/db.ts'

type SecondFactor = { id: string; secret: string; backup_codes: string }

/** Only where a command needs it: it takes long to load. */
const loadCrypto = () => import('better-auth/crypto')

/** Encrypted by better-auth under keys that are derived from the peppers. */
const toKeys = (peppers: Peppers) => {
  const secrets = accountSecrets(peppers)
  const keys = new Map(secrets.map(({ version, value }) => [version, value]))
  return { keys, currentVersion: secrets[0]?.version ?? 0 }
}

const listUnderOthers = async (db: Db, peppers: Peppers): Promise<SecondFactor[]> => {
  const { rows } = await sql<SecondFactor>`
    select id, secret, backup_codes from accounts.second_factors`.execute(db)
  const { currentVersion } = toKeys(peppers)
  const { parseEnvelope } = await loadCrypto()
  const isCurrent = (value: string) => parseEnvelope(value)?.version === currentVersion
  return rows.filter(({ secret, backup_codes }) => !isCurrent(secret) || !isCurrent(backup_codes))
}

/** Those that `footnote secrets rotate` would re-encrypt. One of a lost pepper depends on nothing. */
export async function countSecondFactors(db: Db, peppers: Peppers): Promise<number> {
  const { keys } = toKeys(peppers)
  const { parseEnvelope } = await loadCrypto()
  const isReadable = (value: string) => keys.has(parseEnvelope(value)?.version ?? -1)
  const found = await listUnderOthers(db, peppers)
  return found.filter(({ secret }) => isReadable(secret)).length
}

export async function reencryptSecondFactors(
  db: Db,
  peppers: Peppers,
): Promise<{ resealed: number; unreadable: number }> {
  const key = toKeys(peppers)
  const { symmetricDecrypt, symmetricEncrypt } = await loadCrypto()
  const renew = async (data: string): Promise<string> =>
    symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) })
  const done = { resealed: 0, unreadable: 0 }
  for (const { id, secret, backup_codes } of await listUnderOthers(db, peppers)) {
    try {
      const renewed = { secret: await renew(secret), codes: await renew(backup_codes) }
      // Skips one that changed meanwhile: it was stored with the current values then.
      await sql`update accounts.second_factors
                set secret = ${renewed.secret}, backup_codes = ${renewed.codes}
                where id = ${id} and secret = ${secret}
                  and backup_codes = ${backup_codes}`.execute(db)
      done.resealed += 1
    } catch {
      done.unreadable += 1
    }
  }
  return done
}
