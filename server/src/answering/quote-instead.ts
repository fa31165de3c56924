import type { StreamFailureCode } from '@footnote/contract/errors'
import { ModelFailure } from '../models/model-failure.ts'
import type { Db } from '../platform/database/db.ts'
import type { AdmittedQuestion } from './admit.ts'
import { verifyCitations } from './citations/verify-citations.ts'
import { quoteSections } from './extract/quote-sections.ts'
import type { Findings } from './gather-passages.ts'
import type { Settled } from './settle.ts'
import { createAnswerText } from './writing/answer-text.ts'

/** A share of an answer's time. What is left of it is enough to quote sections. */
const FIRST_WORD_SHARE = 0.8

/** How long a model may take until its first word. */
export const firstWordTimeoutMs = (timeoutMs: number, startedMs: number): number =>
  Math.max(0, timeoutMs * FIRST_WORD_SHARE - (performance.now() - startedMs))

/** How a model failed that has not written a word; null: it is not the model that failed. */
export function failureOfModel(
  error: unknown,
  signal: AbortSignal,
  patience: AbortSignal,
): StreamFailureCode | null {
  if (signal.aborted) return null
  if (patience.aborted) return 'timeout'
  return error instanceof ModelFailure ? error.code : null
}

/**
 * The same findings with sections to quote in place of a model's text, under the numbers that the reader
 * has been sent already. Null where none of them may be read any more.
 */
export async function quoteInstead(
  db: Db,
  { caller }: AdmittedQuestion,
  findings: Findings,
): Promise<(Findings & { quoted: readonly string[] }) | null> {
  const ids = findings.used.map(({ chunk_id }) => chunk_id)
  const { pieces, citable } = await quoteSections(db, caller, ids, (id) => ids.indexOf(id) + 1)
  if (pieces.length === 0) return null
  const sections = new Map(citable.map((section) => [section.citation.chunk_id, section]))
  const numbered = findings.citable.map(
    (passage) => sections.get(passage.citation.chunk_id) ?? passage,
  )
  return { ...findings, citable: numbered, quoted: pieces }
}

/** The quoted sections as the answer, whatever was streamed before. */
export function quotedAnswer(
  { quoted, citable }: { quoted: readonly string[] } & Pick<Findings, 'citable'>,
  dropped: Settled['dropped'],
): Settled {
  const safe = createAnswerText(citable)
  const text = safe.push(quoted.join('')) + safe.end()
  const verified = verifyCitations(text, citable, '', { isQuoted: true })
  return { ...verified, answer: verified.text, dropped, declinedBy: null }
}
