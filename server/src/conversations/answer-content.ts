import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { AnswerContent } from './packed-answer.ts'
import { packAnswer, unpackAnswer } from './packed-answer.ts'

/**
 * The columns that hold the answer, its citations and its trace: `packed`, and where the version before
 * may still have to read them, the other three.
 */
export type ContentColumns = {
  answer: string
  citations: AnswerContent['citations']
  trace: AnswerContent['trace']
  packed: Buffer | null
}

/** `m`: the message. */
export const CONTENT = sql`m.answer, m.citations, m.trace, m.packed`

export const readContent = ({ packed, answer, citations, trace }: ContentColumns): AnswerContent =>
  packed ? unpackAnswer(packed) : { answer, citations, trace }

/** In the order of `CONTENT`, as values of a statement. */
export const contentValues = (content: AnswerContent, isPacked: boolean): RawBuilder<unknown> => {
  const { answer, citations, trace } = content
  return isPacked
    ? sql`${''}, ${'[]'}::jsonb, ${null}::jsonb, ${packAnswer(content)}::bytea`
    : sql`${answer}, ${JSON.stringify(citations)}::jsonb, ${JSON.stringify(trace)}::jsonb, ${null}::bytea`
}

/** What was searched for, where it is not the question as typed. */
export const searchedText = ({ trace }: AnswerContent, question: string): string | null =>
  trace.search.text === question ? null : trace.search.text

/** The documents that an answer cites come first. */
export function citedFirst(
  { citations }: AnswerContent,
  sourceDocumentIds: readonly string[],
): { sourceDocuments: string[]; citedDocuments: number } {
  const cited = new Set(citations.map((citation) => citation.document_id))
  return {
    sourceDocuments: [...new Set([...cited, ...sourceDocumentIds])],
    citedDocuments: cited.size,
  }
}

/** Stores another content of an answer. */
export async function replaceContent(
  tx: TenantTransaction,
  {
    id,
    question,
    sourceDocumentIds,
  }: { id: string; question: string; sourceDocumentIds: string[] },
  content: AnswerContent,
  isPacked: boolean,
): Promise<void> {
  const { sourceDocuments, citedDocuments } = citedFirst(content, sourceDocumentIds)
  await sql`
    update messages set (answer, citations, trace, packed) = row(${contentValues(content, isPacked)}),
           searched_text = ${searchedText(content, question)},
           source_documents = ${sourceDocuments}::uuid[], cited_documents = ${citedDocuments}
    where id = ${id}::uuid`.execute(tx)
}
