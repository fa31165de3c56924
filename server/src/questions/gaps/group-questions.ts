import { sql } from 'kysely'
import { publishEvent } from '../../events/publish-event.ts'
import { findSearchContext } from '../../knowledge/search-context.ts'
import type { Embedder } from '../../models/embedding/embedder.ts'
import type { Embedders } from '../../models/embedding/embedders.ts'
import type { Db } from '../../platform/database/db.ts'
import { runPrepared, sendAhead } from '../../platform/database/statements.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { newId } from '../../platform/new-id.ts'
import { toHalfvec } from '../../text/vector-text.ts'
import { SEARCHED_TEXT } from './shown-question.ts'

export type GroupingDeps = { db: Db; embedders: Embedders }

/** How alike a question and the centre of a gap must be, from 0 (unrelated texts) to 1. See docs/decisions/0034-gaps.md. */
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
    // Its answer may have been deleted meanwhile: then it is not placed, and makes no gap.
    const placing = sql<{ gap_id: string; is_new: boolean }>`
      with asked as (select ${messageId}::uuid as message_id, ${text}::vector as vector),
           waiting as (select q.message_id from gap_questions q join asked using (message_id)
                       where q.gap_id is null for update of q),
           nearest as (select g.id, 1 - (g.centre <=> asked.vector) as cosine from gaps g, asked
                       where g.model = ${embedder.model} order by g.centre <=> asked.vector limit 1),
           joined as (select id from nearest where cosine >= ${minCosine}::float8),
           made as (insert into gaps (knowledge_base_id, id, model, centre)
                    select ${tenant.knowledgeBaseId}::uuid, ${newId()}::uuid, ${embedder.model}, asked.vector
                    from asked, waiting where not exists (select from joined) returning id),
           -- Whoever asks again has not found what resolved it.
           moved as (update gaps g set centre = g.centre + asked.vector,
                                       state = case g.state when 'resolved' then 'open' else g.state end
                     from asked, joined, waiting where g.id = joined.id)
      update gap_questions q
      set gap_id = coalesce((select id from joined), (select id from made)), vector = asked.vector
      from asked, waiting where q.message_id = waiting.message_id
      returning q.gap_id, exists (select from made) as is_new`
    const [placed] = await runPrepared(tx, placing)
    if (placed?.is_new) {
      await publishEvent(tx, { ...tenant, type: 'gap.created', data: { gap_id: placed.gap_id } })
    }
  })
}

/** Two workers would make two gaps of the same question. */
export const lockGaps = (tx: TenantTransaction, { knowledgeBaseId }: Tenant) =>
  sendAhead(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(${`gaps ${knowledgeBaseId}`}, 0))`,
  )

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
