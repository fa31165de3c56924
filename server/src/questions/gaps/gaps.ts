import type { Gap, GapQuestion, GapState, GapsQuery } from '@footnote/contract/admin/answers/gaps'
import { FeedbackReason } from '@footnote/contract/public/feedback'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockGaps } from './group-questions.ts'
import { shownQuestion } from './shown-question.ts'

const WEEKS = 8
const MAX_QUESTIONS = 100

type StoredGap = Omit<Gap, 'first_at' | 'last_at' | 'checked_at'> & {
  first_at: Date
  last_at: Date
  checked_at: Date | null
}

const week = (ago: number): RawBuilder<unknown> => sql`
  (count(*) filter (where m.created_at > now() - make_interval(weeks => ${sql.lit(ago + 1)})
                      and m.created_at <= now() - make_interval(weeks => ${sql.lit(ago)})))::int`
/** Oldest first. */
const TREND = sql.join(Array.from({ length: WEEKS }, (_, index) => week(WEEKS - 1 - index)))

const REASONS = sql`json_build_object(${sql.join(
  FeedbackReason.options.map(
    (reason) => sql`${sql.lit(reason)}, count(*) filter (where r.reason = ${sql.lit(reason)})`,
  ),
)})`

/** Under Zero data retention nothing is shown, even before the last of it is erased. */
const gapsWhere = (condition: RawBuilder<unknown>, minQuestions: number, limit: number) =>
  sql<StoredGap>`
  select g.id, coalesce(g.title, q.question) as title, g.state, c.questions, c.askers, c.not_covered,
         c.rated_down, c.reasons, c.first_at, c.last_at, c.trend, g.covered_now, g.missing_words,
         g.checked_at, coalesce((
           select json_agg(json_build_object('document_id', d.id, 'title', d.title, 'url', d.url)
                           order by n.place)
           from unnest(g.nearest_documents) with ordinality n (id, place)
           join documents d on d.id = n.id), '[]') as nearest_pages
  from (select q.gap_id, count(*)::int as questions, count(distinct t.asker)::int as askers,
               (count(*) filter (where not m.covered))::int as not_covered,
               (count(*) filter (where r.vote = 'down'))::int as rated_down,
               ${REASONS} as reasons,
               min(m.created_at) as first_at, max(m.created_at) as last_at, array[${TREND}] as trend
        from gap_questions q
        join messages m on m.knowledge_base_id = q.knowledge_base_id and m.id = q.message_id
        join threads t on t.knowledge_base_id = m.knowledge_base_id and t.id = m.thread_id
        left join ratings r on r.knowledge_base_id = m.knowledge_base_id and r.message_id = m.id
        where q.gap_id is not null
          and exists (select from workspaces where id = current_workspace() and retention <> 'zero')
        group by 1 having count(*) >= ${minQuestions}) c
  join gaps g on g.id = c.gap_id
  cross join lateral (${shownQuestion(sql`g`)}) q
  where ${condition}
  order by c.questions desc, c.last_at desc, g.id limit ${limit}`

const toGap = ({ first_at, last_at, checked_at, ...gap }: StoredGap): Gap => ({
  ...gap,
  first_at: first_at.toISOString(),
  last_at: last_at.toISOString(),
  checked_at: checked_at?.toISOString() ?? null,
})

/** Those with most questions first. */
export async function listGaps(
  tx: TenantTransaction,
  { state, min_questions, limit }: GapsQuery,
): Promise<Gap[]> {
  const { rows } = await gapsWhere(sql`g.state = ${state}`, min_questions, limit).execute(tx)
  return rows.map(toGap)
}

export async function findGap(tx: TenantTransaction, id: string): Promise<Gap> {
  const { rows } = await gapsWhere(sql`g.id = ${id}::uuid`, 1, 1).execute(tx)
  const [found] = rows
  if (!found) throw new Refusal('NOT_FOUND')
  return toGap(found)
}

/** Newest first. */
export async function listGapQuestions(tx: TenantTransaction, id: string): Promise<GapQuestion[]> {
  const { rows } = await sql<Omit<GapQuestion, 'created_at'> & { created_at: Date }>`
    select m.id as message_id, m.question, m.covered, r.vote, r.reason, r.comment, m.created_at
    from gap_questions q
    join messages m on m.knowledge_base_id = q.knowledge_base_id and m.id = q.message_id
    left join ratings r on r.knowledge_base_id = m.knowledge_base_id and r.message_id = m.id
    where q.gap_id = ${id}::uuid order by m.id desc limit ${MAX_QUESTIONS}`.execute(tx)
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }))
}

export async function changeGap(
  tx: TenantTransaction,
  id: string,
  { title, state }: { title?: string | null | undefined; state?: GapState | undefined },
): Promise<void> {
  await sql`
    update gaps set title = case when ${title === undefined}::boolean then title else ${title ?? null}::text end,
                    state = coalesce(${state ?? null}::text, state)
    where id = ${id}::uuid`.execute(tx)
}

/** Moves all questions of a gap to another one, and deletes it. */
export async function mergeGap(
  tx: TenantTransaction,
  tenant: Tenant,
  id: string,
  into: string,
): Promise<void> {
  await lockGaps(tx, tenant)
  if (id === into) throw new Refusal('CONFLICT')
  await findGap(tx, into)
  await sql`update gap_questions set gap_id = ${into}::uuid where gap_id = ${id}::uuid`.execute(tx)
  // For a moment they may be of two models: the next grouping gives both the new one's vectors.
  await sql`
    update gaps t set centre = case when t.model = s.model then t.centre + s.centre else t.centre end
    from gaps s where t.id = ${into}::uuid and s.id = ${id}::uuid`.execute(tx)
  await sql`delete from gaps where id = ${id}::uuid`.execute(tx)
}
