import type { SourceCredential } from '@footnote/contract/admin/source-credentials'
import { SourceCredentialInput } from '@footnote/contract/admin/source-credentials'
import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import { sql } from 'kysely'
import { SourceError } from '../connectors/connector.ts'
import type { GivenCredential } from '../connectors/credentials/request-credential.ts'
import { credentialOrigin, signedInAs } from '../connectors/credentials/request-credential.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import type { SecretBox } from '../platform/secret-box.ts'

export type StoredCredential = { source_id: string; origin: string; sealed: Buffer }

/** It opens only for the source and the origin that it was given for. */
export const credentialContext = (
  knowledgeBaseId: string,
  { source_id, origin }: Pick<StoredCredential, 'source_id' | 'origin'>,
): string[] => ['source credential', knowledgeBaseId, source_id, origin]

type Shown = {
  source_id: string
  type: SourceCredential['type']
  signed_in_as: string
  origin: string
  created_at: Date
}

/** By the id of the source, without secrets. */
export async function listCredentials(
  tx: TenantTransaction,
): Promise<Map<string, SourceCredential>> {
  const { rows } = await sql<Shown>`
    select source_id, type, signed_in_as, origin, created_at from source_credentials`.execute(tx)
  return new Map(
    rows.map(({ source_id, created_at, ...shown }) => [
      source_id,
      { ...shown, since: created_at.toISOString() },
    ]),
  )
}

export type NewCredential = GivenCredential & { readonly sourceId: string }

export async function putCredential(
  tx: TenantTransaction,
  secrets: SecretBox,
  { knowledgeBaseId }: Pick<Tenant, 'knowledgeBaseId'>,
  { sourceId, ...given }: NewCredential,
): Promise<void> {
  const { credential, origin } = given
  const context = credentialContext(knowledgeBaseId, { source_id: sourceId, origin })
  const sealed = secrets.seal(JSON.stringify(credential), context)
  await sql`
    insert into source_credentials (knowledge_base_id, source_id, type, signed_in_as, origin, sealed)
    values (${knowledgeBaseId}, ${sourceId}, ${credential.type}, ${signedInAs(given)}, ${origin}, ${sealed})
    on conflict (knowledge_base_id, source_id) do update set
      type = excluded.type, signed_in_as = excluded.signed_in_as, origin = excluded.origin,
      sealed = excluded.sealed, created_at = now()`.execute(tx)
}

/** False: there was none. */
export async function deleteCredential(tx: TenantTransaction, sourceId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from source_credentials where source_id = ${sourceId}`.execute(tx)
  return numAffectedRows !== 0n
}

/** Deletes it if the source now reads another origin than it was given for. */
export async function dropForeignCredential(
  tx: TenantTransaction,
  sourceId: string,
  settings: SourceSettings,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from source_credentials
    where source_id = ${sourceId} and origin is distinct from ${credentialOrigin(settings)}`.execute(
    tx,
  )
  return numAffectedRows !== 0n
}

/** null: the source has none. */
export async function openCredential(
  tx: TenantTransaction,
  secrets: SecretBox | null,
  knowledgeBaseId: string,
  sourceId: string,
): Promise<{ credential: SourceCredentialInput; origin: string } | null> {
  const [stored] = await storedCredentials(tx, sourceId)
  if (!stored) return null
  try {
    if (secrets === null) throw new Error('There is no SECRETS_KEY.')
    const opened = secrets.open(stored.sealed, credentialContext(knowledgeBaseId, stored))
    return { credential: SourceCredentialInput.parse(JSON.parse(opened)), origin: stored.origin }
  } catch {
    // Without the cause: it could quote what was opened.
    throw new SourceError('The credentials of the source cannot be decrypted. Enter them again.')
  }
}

/** Of one source, or of all. */
export async function storedCredentials(
  tx: TenantTransaction,
  sourceId: string | null = null,
): Promise<StoredCredential[]> {
  const { rows } = await sql<StoredCredential>`
    select source_id, origin, sealed from source_credentials
    where ${sourceId}::uuid is null or source_id = ${sourceId}::uuid order by source_id`.execute(tx)
  return rows
}

export const replaceSealed = (
  tx: TenantTransaction,
  { source_id, sealed }: StoredCredential,
  resealed: Buffer,
) =>
  sql`update source_credentials set sealed = ${resealed}
      where source_id = ${source_id} and sealed = ${sealed}`.execute(tx)
