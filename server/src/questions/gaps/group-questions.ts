import { sql } from 'kysely'
import { publishEvent } from '../../events/publish-event.ts'
import { findSearchContext } from '../../knowledge/search-context.ts'
import type { Embedder } from '../../models/embedding/embedder.ts'
import type { Embedders } from '../../models/embedding/embedders.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { newId } from '../../platform/new-id.ts'
import { toHalfvec } from '../../text/vector-text.ts'
import { SEARCHED_TEXT } from './shown-question.ts'

export type GroupingDeps = { db: Db; embedders: Embedders }

/** How alike a question and the centre of a gap must be, from 0 (unrelated texts) to 1. See bench `gaps`. */
export const MIN_LIKENESS = 0.58
/** Embedded at once, before a transaction. */
const BATCH = 50

type Waiting = { message_id: string; text: string }

/** Puts every question that waits into the gap whose centre is nearest, or into a new one. */
export async function groupWaiting(
  deps: GroupingDeps,
  tenant: Tenant,
  signal: AbortSignal,
): Promise<void> {
  const { space } = await withTenant(deps.db, tenant, (tx) => findSearchContext(tx, tenant))
  const embedder = deps.embedders.named(space.model)
  await moveToModel(deps.db, tenant, embedder, signal)
  for (;;) {
    const waiting = await withTenant(deps.db, tenant, readWaiting)
    for (const { message_id: messageId, text } of waiting) {
      const vector = await embedder.embedQuery(text, signal)
      await addQuestion(deps.db, tenant, embedder, { messageId, vector })
    }
    if (waiting.length < BATCH) return
  }
}

async function readWaiting(tx: TenantTransaction): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select q.message_id, ${SEARCHED_TEXT} as text from gap_questions q
    join messages m on m.knowledge_base_id = q.knowledge_base_id and m.id = q.message_id
    where q.gap_id is null order by q.message_id limit ${BATCH}`.execute(tx)
  return rows
}

/** Leader clustering: it never looks at earlier questions again, so it costs the same every time. */
export async function addQuestion(
  db: Db,
  tenant: Tenant,
  embedder: Pick<Embedder, 'model' | 'similarityBaseline'>,
  { messageId, vector }: { messageId: string; vector: Float32Array },
): Promise<void> {
  const baseline = await embedder.similarityBaseline()
  const minCosine = baseline + (1 - baseline) * MIN_LIKENESS
  const text = toHalfvec(vector)
  await withTenant(db, tenant, async (tx) => {
    await lockGaps(tx, tenant)
    const { rows } = await sql<{ id: string; cosine: number }>`
      select id, 1 - (centre <=> ${text}::vector) as cosine from gaps
      where model = ${embedder.model} order by centre <=> ${text}::vector limit 1`.execute(tx)
    const [nearest] = rows
    const joined = nearest && nearest.cosine >= minCosine ? nearest.id : null
    const gapId = joined ?? newId()
    if (joined === null) {
      await sql`
        insert into gaps (knowledge_base_id, id, model, centre)
        values (${tenant.knowledgeBaseId}, ${gapId}, ${embedder.model}, ${text}::vector)`.execute(
        tx,
      )
    }
    const { numAffectedRows } = await sql`
      update gap_questions set gap_id = ${gapId}, vector = ${text}::vector
      where message_id = ${messageId} and gap_id is null`.execute(tx)
    if (numAffectedRows === 0n) {
      // Its answer was deleted meanwhile.
      if (joined === null) await sql`delete from gaps where id = ${gapId}`.execute(tx)
    } else if (joined !== null) {
      // Whoever asks again has not found what resolved it.
      await sql`
        update gaps set centre = centre + ${text}::vector,
                        state = case state when 'resolved' then 'open' else state end
        where id = ${gapId}`.execute(tx)
    } else {
      await publishEvent(tx, { ...tenant, type: 'gap.created', data: { gap_id: gapId } })
    }
  })
}

/** Two workers would make two gaps of the same question. */
export const lockGaps = (tx: TenantTransaction, { knowledgeBaseId }: Tenant) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`gaps ${knowledgeBaseId}`}, 0))`.execute(tx)

/** After a change of the embedding model: gaps keep their questions and get vectors of the new one. */
async function moveToModel(
  db: Db,
  tenant: Tenant,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<void> {
  const { rows: old } = await withTenant(db, tenant, (tx) =>
    sql<{ gap_id: string; message_id: string; text: string }>`
      select q.gap_id, q.message_id, ${SEARCHED_TEXT} as text from gaps g
      join gap_questions q on q.knowledge_base_id = g.knowledge_base_id and q.gap_id = g.id
      join messages m on m.knowledge_base_id = q.knowledge_base_id and m.id = q.message_id
      where g.model <> ${embedder.model}`.execute(tx),
  )
  for (const [gapId, questions] of Map.groupBy(old, ({ gap_id }) => gap_id)) {
    const vectors: string[] = []
    for (const { text } of questions) {
      vectors.push(toHalfvec(await embedder.embedQuery(text, signal)))
    }
    const ids = questions.map(({ message_id }) => message_id)
    await withTenant(db, tenant, async (tx) => {
      await lockGaps(tx, tenant)
      await sql`
        update gap_questions q set vector = v.vector::vector
        from unnest(${ids}::uuid[], ${vectors}::text[]) v (id, vector)
        where q.message_id = v.id and q.gap_id = ${gapId}`.execute(tx)
      await sql`
        update gaps g set model = ${embedder.model}, centre = s.centre
        from (select sum(vector) as centre from gap_questions
              where gap_id = ${gapId} and message_id = any(${ids}::uuid[])) s
        where g.id = ${gapId} and s.centre is not null`.execute(tx)
    })
  }
}
