import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { ReaderPage } from '../retrieval/reader-page.ts'
import { questionsFromTitles } from './questions-from-titles.ts'

/** One less than are shown, so that something else is offered too. */
const MAX_PAGE_QUESTIONS = 3
/** Of a long page the first: they are what it is about. */
const MAX_HEADINGS = 20

type PageTitles = { title: string; language: string; headings: string[]; starters: string[] }

/** Questions about a public page: those that were generated from it, then from its title and headings. */
export async function pageQuestions(
  tx: TenantTransaction,
  { documentId }: ReaderPage,
): Promise<string[]> {
  const { rows } = await sql<PageTitles>`
    select d.title, d.language,
           array(select p.heading from (
                   select heading_path[cardinality(heading_path)] as heading, min(chunk_index) as place
                   from readable_passages where document_id = d.id and cardinality(heading_path) > 0
                   group by 1) p
                 order by p.place limit ${MAX_HEADINGS}) as headings,
           array(select question from readable_starter_questions
                 where document_id = d.id order by position) as starters
    from readable_documents d
    where d.id = ${documentId} and d.visibility = 'public'`.execute(tx)
  const [page] = rows
  if (!page) return []
  const { title, language } = page
  const headings = page.headings.filter((heading) => heading !== title && isTelling(heading))
  const written = questionsFromTitles(
    [title, ...headings].map((each) => ({ title: each, language })),
    MAX_PAGE_QUESTIONS,
  )
  const ofTitle = page.starters.length > 0
  const added = written.flatMap(({ question, from }) =>
    ofTitle && from.title === title ? [] : [question],
  )
  return [...new Set([...page.starters, ...added])].slice(0, MAX_PAGE_QUESTIONS)
}

/** A heading of one word says what it is about only below its page's title. */
const isTelling = (heading: string): boolean =>
  /\S\s+\S|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(heading)
