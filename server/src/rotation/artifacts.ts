import { sql } from 'kysely'
import type { Peppers } from '../access/digest.ts'
import { digestKey, sameDigest } from '../access/digest.ts'
import type { Artifact } from '../access/readers/oauth-artifacts.ts'
import { artifactContext } from '../access/readers/oauth-artifacts.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'

type StoredArtifact = { kind: string; id_digest: Buffer; sealed: Buffer }

export const listArtifacts = async (tx: TenantTransaction): Promise<StoredArtifact[]> =>
  (
    await sql<StoredArtifact>`
      select kind, id_digest, sealed from oauth_artifacts where expires_at > now()`.execute(tx)
  ).rows

type ResealedArtifact = {
  sealed: Buffer
  id_digest: Buffer
  /** null: unchanged. */
  uid_digest: Buffer | null
  grant_digest: Buffer | null
}

/** As it should be stored; null: unchanged. */
export function resealArtifact(
  { peppers, secrets }: { peppers: Peppers; secrets: SecretBox },
  { knowledgeBaseId }: Tenant,
  { kind, id_digest, sealed }: StoredArtifact,
): ResealedArtifact | null {
  const context = artifactContext(knowledgeBaseId, kind)
  const artifact: Artifact = JSON.parse(secrets.open(sealed, context))
  const id = idUnderPrevious(peppers, artifact, id_digest)
  const resealed = secrets.reseal(sealed, context)
  if (id === null && resealed === null) return null
  const digest = (value: string | undefined): Buffer | null =>
    id === null || value === undefined ? null : digestKey(peppers.current, value)
  return {
    sealed: resealed ?? sealed,
    id_digest: digest(id ?? undefined) ?? id_digest,
    uid_digest: digest(artifact.uid),
    grant_digest: digest(artifact.grantId),
  }
}

/** Skips one that changed meanwhile: it was stored with the current values then. */
export async function replaceArtifact(
  tx: TenantTransaction,
  before: StoredArtifact,
  resealed: ResealedArtifact,
): Promise<void> {
  await sql`
    update oauth_artifacts
    set sealed = ${resealed.sealed}, id_digest = ${resealed.id_digest},
        uid_digest = coalesce(${resealed.uid_digest}, uid_digest),
        grant_digest = coalesce(${resealed.grant_digest}, grant_digest)
    where kind = ${before.kind} and id_digest = ${before.id_digest}
      and sealed = ${before.sealed}`.execute(tx)
}

/** An artifact knows its own id, under one of two names. null: it is not stored under the previous pepper. */
function idUnderPrevious(
  { previous }: Peppers,
  artifact: Artifact,
  idDigest: Buffer,
): string | null {
  if (previous === null) return null
  const ids = [artifact['jti'], artifact['client_id']]
  const isStored = (id: unknown): id is string =>
    typeof id === 'string' && sameDigest(digestKey(previous, id), idDigest)
  return ids.find(isStored) ?? null
}
