import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tenant } from '../../platform/tenant.ts'
import { withTenant } from '../../platform/tenant.ts'
import { digestKey } from '../digest.ts'
import type { AttemptDeps } from './attempts.ts'

export type Artifact = Record<string, unknown> & {
  uid?: string | undefined
  grantId?: string | undefined
}

/** A client that registered and never came back is forgotten; a tool registers again when it has to. */
const LONGEST_SECONDS = 90 * 24 * 3600

type Row = { sealed: Buffer; consumed: string | null }

export type ArtifactStore = {
  put(id: string, artifact: Artifact, expiresInSeconds: number | undefined): Promise<void>
  find(id: string): Promise<Artifact | undefined>
  findByUid(uid: string): Promise<Artifact | undefined>
  /** False: somebody did before. */
  consume(id: string): Promise<boolean>
  remove(id: string): Promise<void>
  removeByGrant(grantId: string): Promise<void>
}

/**
 * Artifacts of one kind, of one knowledge base. An id is often the token itself, so the database has
 * its digest, and what belongs to it sealed: a dump opens nothing.
 */
export function createArtifactStore(
  { db, pepper, secrets }: AttemptDeps,
  tenant: Tenant,
  kind: string,
): ArtifactStore {
  const { knowledgeBaseId } = tenant
  const digest = (id: string): Buffer => digestKey(pepper, id)
  const context = ['oauth-artifact', knowledgeBaseId, kind]
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
    async put(id, artifact, expiresInSeconds = LONGEST_SECONDS) {
      const sealed = secrets.seal(JSON.stringify(artifact), context)
      const uid = artifact.uid === undefined ? null : digest(artifact.uid)
      const grant = artifact.grantId === undefined ? null : digest(artifact.grantId)
      await withTenant(db, tenant, (tx) =>
        sql`insert into oauth_artifacts
              (knowledge_base_id, kind, id_digest, uid_digest, grant_digest, sealed, expires_at)
            values (${knowledgeBaseId}, ${kind}, ${digest(id)}, ${uid}, ${grant}, ${sealed},
                    now() + make_interval(secs => ${expiresInSeconds}))
            on conflict (knowledge_base_id, kind, id_digest) do update
              set uid_digest = excluded.uid_digest, grant_digest = excluded.grant_digest,
                  sealed = excluded.sealed, expires_at = excluded.expires_at`.execute(tx),
      )
    },
    find: (id) => findWhere(sql`id_digest = ${digest(id)}`),
    findByUid: (uid) => findWhere(sql`uid_digest = ${digest(uid)}`),
    async consume(id) {
      const { numAffectedRows } = await withTenant(db, tenant, (tx) =>
        sql`update oauth_artifacts set consumed_at = now()
            where kind = ${kind} and id_digest = ${digest(id)} and consumed_at is null`.execute(tx),
      )
      return numAffectedRows === 1n
    },
    async remove(id) {
      await withTenant(db, tenant, (tx) =>
        sql`delete from oauth_artifacts
            where kind = ${kind} and id_digest = ${digest(id)}`.execute(tx),
      )
    },
    async removeByGrant(grantId) {
      await withTenant(db, tenant, (tx) =>
        sql`delete from oauth_artifacts where grant_digest = ${digest(grantId)}`.execute(tx),
      )
    },
  }
}
