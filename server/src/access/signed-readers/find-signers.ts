import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Signer } from './verify-token.ts'

/** The signers of the tenant, oldest first. */
export async function findSigners(tx: Transaction<Database>): Promise<Signer[]> {
  const { rows } = await sql<Signer>`
    select id, audience, issuer, version, secret, previous_secret as "previousSecret",
           previous_until as "previousUntil", jwks_url as "jwksUrl"
    from reader_signers order by id`.execute(tx)
  return rows
}
