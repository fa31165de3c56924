import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/tenant.ts'

const DAY_SECONDS = 24 * 3600
/** Long enough to finish a postponed sign-in. A tool can always register again. */
export const UNUSED_CLIENT_SECONDS = 7 * DAY_SECONDS
/** Since a reader last connected the client, or it last refreshed a token. */
const USED_CLIENT_SECONDS = 90 * DAY_SECONDS

/** Clients that never signed a reader in go first, oldest first, so that nobody can crowd others out. */
const FIRST_TO_GO = sql`used, expires_at, id_digest`

/**
 * Makes room for one more registered client. Anybody may register, so a full table must not refuse
 * new clients: the least used one is removed.
 */
export async function makeRoomForClient(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  maxClients: number,
): Promise<void> {
  // Otherwise two concurrent registrations would both take the last free place.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`oauth-clients ${knowledgeBaseId}`}, 0))`.execute(
    tx,
  )
  await sql`
    delete from oauth_artifacts
    where kind = 'Client' and id_digest in (
      select id_digest from oauth_artifacts where kind = 'Client'
      order by ${FIRST_TO_GO}
      limit greatest(0, (select count(*) from oauth_artifacts where kind = 'Client') + 1 - ${maxClients}::bigint))`.execute(
    tx,
  )
}

/** Marks a client as used, because a reader connected it or it refreshed a token. */
export async function keepClient(tx: TenantTransaction, idDigests: Buffer[]): Promise<void> {
  await sql`
    update oauth_artifacts
    set used = true, expires_at = now() + make_interval(secs => ${USED_CLIENT_SECONDS})
    where kind = 'Client' and id_digest = any(${idDigests})`.execute(tx)
}
