import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tenant } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { digestKey, digestsUnder } from '../digest.ts'
import type { AttemptDeps } from './sign-in-attempts.ts'
import { keepClient, makeRoomForClient, UNUSED_CLIENT_SECONDS } from './oauth-clients.ts'

export type Artifact = Record<string, unknown> & {
  uid?: string | undefined
  grantId?: string | undefined
  clientId?: string | undefined
}

export type ArtifactDeps = AttemptDeps & {
  /** Registered clients of one knowledge base. */
  maxClients: number
}

/** Kinds of artifact that show that a reader connected the client or that it refreshed a token. */
const SIGNS_OF_USE = new Set(['Grant', 'RefreshToken'])

type Row = { sealed: Buffer; consumed: string | null }

export type ArtifactStore = {
  put(id: string, artifact: Artifact, expiresInSeconds: number | undefined): Promise<void>
  find(id: string): Promise<Artifact | undefined>
  findByUid(uid: string): Promise<Artifact | undefined>
  /** False when it has already been consumed. */
  consume(id: string): Promise<boolean>
  remove(id: string): Promise<void>
  removeByGrant(grantId: string): Promise<void>
}

export const artifactContext = (knowledgeBaseId: string, kind: string): string[] => [
  'oauth-artifact',
  knowledgeBaseId,
  kind,
]

/**
 * The artifacts of one kind in one knowledge base. An id is often the token itself, so the database has
 * only its digest and a sealed payload: a dump is of no use to a thief.
 */
export function createArtifactStore(
  { db, peppers, secrets, maxClients }: ArtifactDeps,
  tenant: Tenant,
  kind: string,
): ArtifactStore {
  const { knowledgeBaseId } = tenant
  const digest = (id: string): Buffer => digestKey(peppers.current, id)
  const digests = (id: string): Buffer[] => digestsUnder(peppers, id)
  const context = artifactContext(knowledgeBaseId, kind)
  const open = (row: Row | undefined): Artifact | undefined => {
    if (!row) return undefined
    const artifact: Artifact = JSON.parse(secrets.open(row.sealed, context))
    return row.consumed === null ? artifact : { ...artifact, consumed: Number(row.consumed) }
  }
  async function findWhere(condition: RawBuilder<unknown>): Promise<Artifact | undefined> {
    const { rows } = await withTenant(db, tenant, (tx) =>
      sql<Row>`select sealed, extract(epoch from consumed_at)::bigint::text as consumed
               from oauth_artifacts
               where kind = ${kind} and ${condition} and expires_at > now()`.execute(tx),
    )
    return open(rows[0])
  }
  return {
    // Clients are the only kind stored without an expiry.
    async put(id, artifact, expiresInSeconds = UNUSED_CLIENT_SECONDS) {
      const sealed = secrets.seal(JSON.stringify(artifact), context)
      const uid = artifact.uid === undefined ? null : digest(artifact.uid)
      const grant = artifact.grantId === undefined ? null : digest(artifact.grantId)
      await withTenant(db, tenant, async (tx) => {
        if (kind === 'Client') await makeRoomForClient(tx, knowledgeBaseId, maxClients)
        if (SIGNS_OF_USE.has(kind) && artifact.clientId !== undefined) {
          await keepClient(tx, digests(artifact.clientId))
        }
        if (peppers.previous !== null) {
          // An existing one keeps the time at which it was consumed.
          await sql`update oauth_artifacts set id_digest = ${digest(id)}
                    where kind = ${kind} and id_digest = ${digestKey(peppers.previous, id)}`.execute(
            tx,
          )
        }
        await sql`insert into oauth_artifacts
              (knowledge_base_id, kind, id_digest, uid_digest, grant_digest, sealed, expires_at)
            values (${knowledgeBaseId}, ${kind}, ${digest(id)}, ${uid}, ${grant}, ${sealed},
                    now() + make_interval(secs => ${expiresInSeconds}))
            on conflict (knowledge_base_id, kind, id_digest) do update
              set uid_digest = excluded.uid_digest, grant_digest = excluded.grant_digest,
                  sealed = excluded.sealed, expires_at = excluded.expires_at`.execute(tx)
      })
    },
    find: (id) => findWhere(sql`id_digest = any(${digests(id)})`),
    findByUid: (uid) => findWhere(sql`uid_digest = any(${digests(uid)})`),
    async consume(id) {
      const { numAffectedRows } = await withTenant(db, tenant, (tx) =>
        sql`update oauth_artifacts set consumed_at = now()
            where kind = ${kind} and id_digest = any(${digests(id)}) and consumed_at is null`.execute(
          tx,
        ),
      )
      return numAffectedRows === 1n
    },
    async remove(id) {
      await withTenant(db, tenant, (tx) =>
        sql`delete from oauth_artifacts
            where kind = ${kind} and id_digest = any(${digests(id)})`.execute(tx),
      )
    },
    async removeByGrant(grantId) {
      await withTenant(db, tenant, (tx) =>
        sql`delete from oauth_artifacts where grant_digest = any(${digests(grantId)})`.execute(tx),
      )
    },
  }
}
