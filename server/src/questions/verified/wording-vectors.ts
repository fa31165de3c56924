import { sql } from 'kysely'
import { activeSpace } from '../../knowledge/spaces/embedding-space.ts'
import type { Embedders } from '../../models/embedding/embedders.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { toHalfvec } from '../../text/vector-text.ts'

export type EmbeddedWordings = { spaceId: string; vectors: readonly Float32Array[] }

/** For the space that searches use. One that is being built gets what it lacks before searches move to it. */
export async function embedWordings(
  { db, embedders }: { db: Db; embedders: Embedders },
  tenant: Tenant,
  wordings: readonly string[],
): Promise<EmbeddedWordings> {
  const { id: spaceId, model } = await withTenant(db, tenant, activeSpace)
  return { spaceId, vectors: await embedAll(embedders, model, wordings) }
}

/** A wording is a question, and compared with questions. */
const embedAll = (
  embedders: Embedders,
  model: string,
  wordings: readonly string[],
  signal?: AbortSignal,
): Promise<Float32Array[]> =>
  Promise.all(wordings.map((wording) => embedders.named(model).embedQuery(wording, signal)))

type WordingVector = { id: string; position: number; vector: Float32Array }

export async function addWordingVectors(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  spaceId: string,
  vectors: readonly WordingVector[],
): Promise<void> {
  const rows = vectors.map(({ vector, ...row }) => ({ ...row, embedding: toHalfvec(vector) }))
  await sql`
    insert into verified_answer_vectors
      (knowledge_base_id, space_id, verified_answer_id, position, embedding)
    select ${knowledgeBaseId}, ${spaceId}, r.id, r.position, r.embedding::halfvec
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, position int, embedding text)
    join verified_answers a on a.id = r.id
    on conflict do nothing`.execute(tx)
}

type WordingRow = { id: string; position: number; wording: string }

/** Gives every wording its vector in a space that is being built. */
export async function fillWordingVectors(
  { db, embedders }: { db: Db; embedders: Embedders },
  tenant: Tenant,
  { id: spaceId, model }: { id: string; model: string },
  signal: AbortSignal,
): Promise<void> {
  const missing = await withTenant(db, tenant, async (tx) => {
    const { rows } = await sql<WordingRow>`
      select a.id, w.position::int as position, w.wording
      from verified_answers a
      cross join lateral unnest(a.questions) with ordinality as w (wording, position)
      where not exists (
        select from verified_answer_vectors v
        where v.knowledge_base_id = a.knowledge_base_id and v.space_id = ${spaceId}
          and v.verified_answer_id = a.id and v.position = w.position)`.execute(tx)
    return rows
  })
  if (missing.length === 0) return
  const wordings = missing.map(({ wording }) => wording)
  const vectors = await embedAll(embedders, model, wordings, signal)
  await withTenant(db, tenant, async (tx) => {
    // Those that have been changed since are embedded in the next round.
    const { rows } = await sql<{ id: string; questions: string[] }>`
      select id, questions from verified_answers
      where id = any(${missing.map(({ id }) => id)}::uuid[]) for share`.execute(tx)
    const stored = new Map(rows.map(({ id, questions }) => [id, questions]))
    const added = missing.flatMap(({ id, position, wording }, index) => {
      const vector = vectors[index]
      return vector && stored.get(id)?.[position - 1] === wording ? [{ id, position, vector }] : []
    })
    await addWordingVectors(tx, tenant.knowledgeBaseId, spaceId, added)
  })
}
