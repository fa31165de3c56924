import type { SetQuestionBody } from '@footnote/contract/admin/evaluations/question-sets'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { questionsFromTitles } from '../../questions/questions-from-titles.ts'

type TitledPage = { url: string; title: string; language: string }

/** Titles that are read for each question asked for: some make none, some the same as another. */
const TITLES_A_QUESTION = 3

/** From the titles of public pages, those near the root first. Each expects its page. */
export async function questionsFromPages(
  tx: TenantTransaction,
  most: number,
): Promise<SetQuestionBody[]> {
  const { rows } = await sql<TitledPage>`
    select url, title, language from documents
    where visibility = 'public' and passage_count > 0
    order by length(url) - length(replace(url, '/', '')), id
    limit ${most * TITLES_A_QUESTION}`.execute(tx)
  return askAboutEach(rows, most).map(({ question, from }) => ({
    question,
    expect: 'answer',
    expected_pages: [from.url],
    must_say: [],
    from_message_id: null,
  }))
}

/** The rules of starter questions stop after a few that differ enough, so the rest is asked again. */
function askAboutEach(pages: readonly TitledPage[], most: number) {
  const written = questionsFromTitles(pages, most)
  for (let added = written.length; added > 0 && written.length < most;) {
    const asked = new Set(written.map(({ from }) => from))
    const rest = pages.filter((page) => !asked.has(page))
    const more = questionsFromTitles(rest, most - written.length)
    written.push(...more)
    added = more.length
  }
  return written
}
