import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { SEARCHED_TEXT } from './shown-question.ts'

/** Each costs a search and, with a model, an answer. */
const MAX_SECTIONS = 8
const MAX_READ = 100
/** From here on, of 0 (unrelated texts) to 1, two questions ask the same and get one section. */
const SAME_LIKENESS = 0.8

type Asked = { text: string; place: number; same_as: number[] }

/** What the questions of a gap ask, each thing once, the most typical first. */
export async function questionsToDraft(
  tx: TenantTransaction,
  gapId: string,
  similarityBaseline: number,
): Promise<string[]> {
  const minCosine = similarityBaseline + (1 - similarityBaseline) * SAME_LIKENESS
  const { rows } = await sql<Asked>`
    with asked as (
      select ${SEARCHED_TEXT} as text, q.vector,
             (row_number() over (order by q.vector <=> g.centre, q.message_id))::int as place
      from gaps g
      join gap_questions q on q.knowledge_base_id = g.knowledge_base_id and q.gap_id = g.id
      join messages m on m.knowledge_base_id = q.knowledge_base_id and m.id = q.message_id
      where g.id = ${gapId}::uuid
      order by place limit ${MAX_READ})
    select a.text, a.place,
           array(select b.place from asked b
                 where b.place < a.place and 1 - (a.vector <=> b.vector) >= ${minCosine}) as same_as
    from asked a order by a.place`.execute(tx)
  const kept = new Set<number>()
  for (const { place, same_as: sameAs } of rows) {
    if (kept.size === MAX_SECTIONS) break
    if (!sameAs.some((other) => kept.has(other))) kept.add(place)
  }
  return rows.filter(({ place }) => kept.has(place)).map(({ text }) => text)
}
