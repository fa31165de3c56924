import type { Expectation } from '@footnote/contract/admin/evaluations/question-sets'
import { sql } from 'kysely'
import { firstIdAt } from '../../platform/new-id.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { SEARCHED_TEXT, shownQuestion } from '../../questions/gaps/shown-question.ts'

/** Of all sets together, of readers, and of gaps. */
const MAX_OF_SETS = 1000
const MAX_OF_READERS = 300
const MAX_OF_GAPS = 100
/** The newest messages that are looked at, and the other questions of theirs that are searched for. */
const MAX_READ = 20_000
const MAX_SEARCHED = 300
const DAY_MS = 86_400_000

export type ChosenQuestion = {
  question: string
  origin: 'set' | 'reader' | 'gap'
  times: number
  expect: Expectation | null
  expected_pages: string[]
  must_say: string[]
  message_id: string | null
}

const plain = { expect: null, expected_pages: [], must_say: [] }

/** Whether any were chosen already. */
export async function areChosen(tx: TenantTransaction, diffId: string): Promise<boolean> {
  const { rows } = await sql`
    select from answer_diff_items where diff_id = ${diffId}::uuid limit 1`.execute(tx)
  return rows.length > 0
}

/** `setIds` empty: of all sets. A question that several have is asked once. */
export async function questionsOfSets(
  tx: TenantTransaction,
  setIds: readonly string[],
): Promise<ChosenQuestion[]> {
  const { rows } = await sql<Omit<ChosenQuestion, 'origin' | 'times'>>`
    select distinct on (lower(question)) question, expect, expected_pages, must_say, message_id
    from set_questions
    where cardinality(${[...setIds]}::uuid[]) = 0 or set_id = any(${[...setIds]}::uuid[])
    order by lower(question), set_id, position limit ${MAX_OF_SETS}`.execute(tx)
  return rows.map((row) => ({ ...row, origin: 'set', times: 1 }))
}

export type ReaderQuestions = {
  /** Their answers rested on a changed page. */
  affected: ChosenQuestion[]
  /** The others, asked most often first. */
  others: ChosenQuestion[]
}

/** Questions of readers that were covered; none under Zero data retention. */
export async function questionsOfReaders(
  tx: TenantTransaction,
  days: number,
  changed: ReadonlySet<string>,
): Promise<ReaderQuestions> {
  if (days === 0) return { affected: [], others: [] }
  const since = firstIdAt(Date.now() - days * DAY_MS)
  const { rows } = await sql<
    Pick<ChosenQuestion, 'question' | 'times' | 'message_id'> & { rests: boolean }
  >`
    select * from (
      select (array_agg(q.text order by q.id desc))[1] as question, count(*)::int as times,
             (array_agg(q.id order by q.id desc))[1] as message_id,
             bool_or(q.source_documents && ${[...changed]}::uuid[]) as rests
      from (
        select m.id, ${SEARCHED_TEXT} as text, m.source_documents from messages m
        where m.id >= ${since}::uuid and m.covered
          and exists (select from workspaces where id = current_workspace() and retention <> 'zero')
        order by m.id desc limit ${MAX_READ}) q
      group by lower(q.text)) asked
    order by rests desc, times desc, message_id desc
    limit ${MAX_OF_READERS + MAX_SEARCHED}`.execute(tx)
  const questions = rows.map(({ rests, ...row }) => ({
    rests,
    chosen: { ...row, ...plain, origin: 'reader' as const },
  }))
  return {
    affected: questions
      .filter(({ rests }) => rests)
      .slice(0, MAX_OF_READERS)
      .map((q) => q.chosen),
    others: questions
      .filter(({ rests }) => !rests)
      .slice(0, MAX_SEARCHED)
      .map((q) => q.chosen),
  }
}

/** The question of each open gap, the largest first. */
export async function questionsOfGaps(tx: TenantTransaction): Promise<ChosenQuestion[]> {
  const { rows } = await sql<Pick<ChosenQuestion, 'question' | 'times' | 'message_id'>>`
    select q.text as question, c.times, q.message_id
    from gaps g
    cross join lateral (select count(*)::int as times from gap_questions n
                        where n.knowledge_base_id = g.knowledge_base_id and n.gap_id = g.id) c
    cross join lateral (${shownQuestion(sql`g`)}) q
    where g.state = 'open'
      and exists (select from workspaces where id = current_workspace() and retention <> 'zero')
    order by c.times desc, g.id limit ${MAX_OF_GAPS}`.execute(tx)
  return rows.map((row) => ({ ...row, ...plain, origin: 'gap' }))
}

/** A question that several sources have is asked once, as the first has it. */
export async function storeQuestions(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
  diffId: string,
  chosen: readonly ChosenQuestion[],
): Promise<void> {
  const byText = new Map<string, ChosenQuestion>()
  for (const each of chosen) {
    const key = each.question.trim().toLowerCase()
    const known = byText.get(key)
    byText.set(key, known ? { ...known, times: Math.max(known.times, each.times) } : each)
  }
  const rows = [...byText.values()].map((each, position) => ({ ...each, position }))
  await sql`
    insert into answer_diff_items (knowledge_base_id, diff_id, position, question, origin, times, expect,
                                   expected_pages, must_say, message_id)
    select ${knowledgeBaseId}, ${diffId}, r.position, r.question, r.origin, r.times, r.expect,
           r.expected_pages, r.must_say, r.message_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      position int, question text, origin text, times int, expect text, expected_pages text[],
      must_say text[], message_id uuid)
    -- Its message may have been deleted while it was chosen.
    where r.message_id is null
       or exists (select from messages m
                  where m.knowledge_base_id = ${knowledgeBaseId} and m.id = r.message_id)`.execute(
    tx,
  )
}
