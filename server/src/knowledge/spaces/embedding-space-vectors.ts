import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { toHalfvec } from '../../text/vector-text.ts'

export type PassageText = {
  id: string
  documentId: string
  title: string
  headingPath: string[]
  content: string
}

type PassageRow = {
  id: string
  document_id: string
  title: string
  heading_path: string[]
  content: string
}

/** The next passages by id that have no vector in this space. */
export async function findWithoutVector(
  tx: TenantTransaction,
  spaceId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<PassageText[]> {
  const follows = after === null ? sql`` : sql`and p.id > ${after}`
  const { rows } = await sql<PassageRow>`
    select p.id, p.document_id, d.title, p.heading_path, p.content
    from passages p
    join documents d on d.knowledge_base_id = p.knowledge_base_id and d.id = p.document_id
    where not exists (
      -- offset 0 keeps it a look-up by key: the planner assumes a new space empty and would compare
      -- each passage with all vectors.
      select from passage_vectors v
      where v.knowledge_base_id = p.knowledge_base_id
        and v.space_id = ${spaceId} and v.passage_id = p.id offset 0) ${follows}
    order by p.id
    limit ${limit}`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    documentId: row.document_id,
    title: row.title,
    headingPath: row.heading_path,
    content: row.content,
  }))
}

export type PassageVector = { passageId: string; documentId: string; vector: Float32Array }

/**
 * Adds vectors to a space that is being built. Skips passages that are gone, and those of documents
 * being changed, which the next round picks up. False if the space is no longer being built.
 */
export async function addVectors(
  tx: TenantTransaction,
  spaceId: string,
  vectors: readonly PassageVector[],
): Promise<boolean> {
  const building = await tx
    .selectFrom('embedding_spaces')
    .select('id')
    .where('id', '=', spaceId)
    .where('state', '=', 'building')
    .forShare()
    .executeTakeFirst()
  if (!building) return false
  // Not a key share, which those who replace passages do not wait for: what is added would belong to
  // passages that they are deleting.
  const locked = await tx
    .selectFrom('documents')
    .select('id')
    .where('id', 'in', [...new Set(vectors.map(({ documentId }) => documentId))])
    .forShare()
    .skipLocked()
    .execute()
  const stable = new Set(locked.map(({ id }) => id))
  const rows = vectors
    .filter(({ documentId }) => stable.has(documentId))
    .map(({ passageId, vector }) => ({ id: passageId, embedding: toHalfvec(vector) }))
  // A separate statement, which sees the documents as they were when locked.
  await sql`
    insert into passage_vectors
      (knowledge_base_id, space_id, passage_id, document_id, visibility, embedding)
    select p.knowledge_base_id, ${spaceId}, p.id, p.document_id, p.visibility, r.embedding::halfvec
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, embedding text)
    join passages p on p.id = r.id
    on conflict do nothing`.execute(tx)
  return true
}

/** Deletes up to `limit` vectors of discarded spaces, then the spaces. True while there are more. */
export async function removeDiscarded(tx: TenantTransaction, limit: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from passage_vectors where ctid = any(array(
      select v.ctid from passage_vectors v
      join embedding_spaces s on s.knowledge_base_id = v.knowledge_base_id and s.id = v.space_id
      where s.state = 'discarded'
      limit ${limit}))`.execute(tx)
  if (numAffectedRows > 0n) return true
  await tx.deleteFrom('embedding_spaces').where('state', '=', 'discarded').execute()
  return false
}
