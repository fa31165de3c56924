import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** What analytics count of an answer, without any text. */
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

/** Counts the answer for analytics, in the transaction that stores it. */
export const countAnswerSql = (
  answer: CountedAnswer,
  cost: RawBuilder<unknown>,
): RawBuilder<null> => sql<null>`count_answer(
    ${answer.source}, ${answer.widgetId}::uuid, ${answer.keyId}::uuid, ${answer.model},
    ${answer.language}, ${answer.covered}, ${!answer.isFollowUp}, ${answer.inputTokens}::int,
    ${answer.outputTokens}::int, ${cost}, ${answer.firstDeltaMs}::int, ${answer.totalMs}::int,
    ${answer.citedDocumentIds}::uuid[])`

/** Counts the page that the question was asked on, where it is known and may be kept. */
export const countPageSql = ({
  pageUrl,
  model,
  covered,
}: Pick<CountedAnswer, 'model' | 'covered'> & { pageUrl: string | null }): RawBuilder<null> =>
  sql<null>`count_page(${pageUrl}::text, ${model}, ${covered})`

/** The cost at today's prices; null where there is none, or where the tokens are unknown. */
export const computeCost = ({
  model,
  inputTokens,
  outputTokens,
}: Pick<CountedAnswer, 'model' | 'inputTokens' | 'outputTokens'>): RawBuilder<string | null> =>
  sql`turn_cost(${model}, ${inputTokens}::int, ${outputTokens}::int)`
