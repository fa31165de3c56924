import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** What was searched for: a follow-up stands alone there. `m`: its message. */
export const SEARCHED_TEXT = sql`coalesce(m.searched_text, m.trace->'search'->>'text', m.question)`

/** The question of a gap that is nearest to its centre, as typed and as it was searched for. */
export const shownQuestion = (gap: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select m.id as message_id, m.question, ${SEARCHED_TEXT} as text
  from gap_questions n
  join messages m on m.knowledge_base_id = n.knowledge_base_id and m.id = n.message_id
  where n.knowledge_base_id = ${gap}.knowledge_base_id and n.gap_id = ${gap}.id
  order by n.vector <=> ${gap}.centre, n.message_id limit 1`
