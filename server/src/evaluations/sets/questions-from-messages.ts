import type { SetQuestionBody } from '@footnote/contract/admin/evaluations/question-sets'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ContentColumns } from '../../conversations/answer-content.ts'
import { CONTENT, readContent } from '../../conversations/answer-content.ts'
import { withoutFragment } from '../../text/without-fragment.ts'
import { SEARCHED_TEXT } from '../../questions/gaps/shown-question.ts'

type Asked = ContentColumns & {
  id: string
  text: string
  expects_answer: boolean
  vote: string | null
}

/**
 * Readers' questions in the order given, as they were searched for: a follow-up stands alone there.
 * What was answered well should be answered from the same pages.
 */
export async function questionsFromMessages(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<SetQuestionBody[]> {
  const { rows } = await sql<Asked>`
    select m.id, ${SEARCHED_TEXT} as text, m.covered or r.vote = 'down' as expects_answer,
           r.vote, ${CONTENT}
    from messages m
    left join ratings r on r.knowledge_base_id = m.knowledge_base_id and r.message_id = m.id
    where m.id = any(${[...ids]}::uuid[])`.execute(tx)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const asked = byId.get(id)
    if (!asked) throw new Refusal('NOT_FOUND')
    return {
      question: asked.text,
      expect: asked.expects_answer ? 'answer' : 'refuse',
      expected_pages: asked.vote === 'down' ? [] : citedPages(asked),
      must_say: [],
      from_message_id: id,
    }
  })
}

const citedPages = (asked: Asked): string[] => [
  ...new Set(readContent(asked).citations.map(({ url }) => withoutFragment(url))),
]
