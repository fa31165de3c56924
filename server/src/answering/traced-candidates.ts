import type { TraceCandidate } from '@footnote/contract/admin/messages'
import { isRelevant } from '../retrieval/relevance.ts'
import type { RankedCandidate, RankedPassage } from '../retrieval/retrieve.ts'

/**
 * What the trace says of the candidates, small enough to hold while a model is awaited: a record for
 * each, whose bytes are the characters of one text. A buffer would be another three objects.
 */
export type TracedCandidates = string

const OUTCOMES: readonly TraceCandidate['outcome'][] = [
  'used',
  'beyond_prompt',
  'not_covered',
  'beyond_top_k',
  'not_relevant',
]
/** Two ids of 16 bytes, five scores of 4, the outcome. */
const ID_BYTES = 16
const SCORES_AT = 2 * ID_BYTES
const OUTCOME_AT = SCORES_AT + 5 * 4
const RECORD_BYTES = OUTCOME_AT + 1
/** Traces have four digits. */
const UNITS = 10_000
const MAX_UNITS = 2 ** 31 - 1

export function traceCandidates(
  candidates: readonly RankedCandidate[],
  found: readonly RankedPassage[],
  used: readonly { id: string }[],
): TracedCandidates {
  const foundById = new Map(found.map((passage) => [passage.id, passage]))
  const usedIds = new Set(used.map(({ id }) => id))
  const bytes = Buffer.alloc(candidates.length * RECORD_BYTES)
  for (const [at, candidate] of candidates.entries()) {
    const record = bytes.subarray(at * RECORD_BYTES, (at + 1) * RECORD_BYTES)
    const { passageId, documentId, relevance, vectorScore, textScore, rrfScore } = candidate
    record.write(passageId.replaceAll('-', ''), 0, 'hex')
    record.write(documentId.replaceAll('-', ''), ID_BYTES, 'hex')
    const rerankScore = foundById.get(passageId)?.rerankScore ?? 0
    for (const [index, score] of [
      relevance,
      vectorScore,
      textScore,
      rrfScore,
      rerankScore,
    ].entries()) {
      record.writeInt32LE(unitsOf(score), SCORES_AT + index * 4)
    }
    record[OUTCOME_AT] = OUTCOMES.indexOf(outcomeOf(candidate, foundById, usedIds))
  }
  return bytes.toString('latin1')
}

export function unpackCandidates(traced: TracedCandidates): TraceCandidate[] {
  const bytes = Buffer.from(traced, 'latin1')
  return Array.from({ length: bytes.length / RECORD_BYTES }, (_, at) =>
    unpacked(bytes.subarray(at * RECORD_BYTES, (at + 1) * RECORD_BYTES)),
  )
}

function unpacked(record: Buffer): TraceCandidate {
  const score = (index: number) => record.readInt32LE(SCORES_AT + index * 4) / UNITS
  return {
    chunk_id: idIn(record, 0),
    document_id: idIn(record, ID_BYTES),
    relevance: score(0),
    vector_score: score(1),
    text_score: score(2),
    rrf_score: score(3),
    rerank_score: score(4),
    outcome: OUTCOMES[record[OUTCOME_AT] ?? 0] ?? 'not_relevant',
  }
}

const idIn = (record: Buffer, start: number): string =>
  record
    .toString('hex', start, start + ID_BYTES)
    .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const unitsOf = (score: number): number =>
  Math.max(-MAX_UNITS, Math.min(MAX_UNITS, Math.round(score * UNITS)))

/** A trace holds about 200 candidates, so digits add up. */
export const rounded = (score: number): number => Math.round(score * UNITS) / UNITS

function outcomeOf(
  candidate: RankedCandidate,
  found: ReadonlyMap<string, RankedPassage>,
  used: ReadonlySet<string>,
): TraceCandidate['outcome'] {
  if (used.has(candidate.passageId)) return 'used'
  if (found.has(candidate.passageId)) return used.size > 0 ? 'beyond_prompt' : 'not_covered'
  return isRelevant(candidate) ? 'beyond_top_k' : 'not_relevant'
}
