import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** What analytics count of an answer. No text is among it. */
export type CountedAnswer = {
  source: string
  widgetId: string | null
  keyId: string | null
  model: string
  language: string
  covered: boolean
  isFollowUp: boolean
  inputTokens: number | null
  outputTokens: number | null
  firstDeltaMs: number | null
  totalMs: number | null
  citedDocumentIds: readonly string[]
}

/** Counts the answer for analytics, in the transaction that settles it. */
export const countedAnswer = (answer: CountedAnswer): RawBuilder<null> => sql<null>`count_answer(
    ${answer.source}, ${answer.widgetId}::uuid, ${answer.keyId}::uuid, ${answer.model},
    ${answer.language}, ${answer.covered}, ${!answer.isFollowUp}, ${answer.inputTokens}::int,
    ${answer.outputTokens}::int, ${answer.firstDeltaMs}::int, ${answer.totalMs}::int,
    ${answer.citedDocumentIds}::uuid[])`
