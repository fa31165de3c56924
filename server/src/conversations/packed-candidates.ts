import type { TraceCandidate } from '@footnote/contract/admin/messages'

/**
 * The candidates of a trace in a fraction of the bytes of their JSON, since every answer is stored with
 * some 150 of them, and holds them while a model is awaited. Its characters are bytes: a buffer would be
 * another three objects.
 */
export type PackedCandidates = string

/** Traces have four digits. */
const UNITS = 10_000
/** The first byte: another layout would have another number. */
const LAYOUT = 1
const HEADER_BYTES = 3
const ID_BYTES = 16
const SCORE_BYTES = 3
const MAX_UNITS = 2 ** (SCORE_BYTES * 8 - 1) - 1
/** Where a record has what: the passage's id, the place of its page's id in the list, scores, outcome. */
const DOCUMENT_AT = ID_BYTES
const SCORES_AT = DOCUMENT_AT + 2
const SCORES = ['relevance', 'vector_score', 'text_score', 'rrf_score', 'rerank_score'] as const
const OUTCOME_AT = SCORES_AT + SCORES.length * SCORE_BYTES
const RECORD_BYTES = OUTCOME_AT + 1
/** Only ever added to: stored bytes name them by their place. */
const OUTCOMES: readonly TraceCandidate['outcome'][] = [
  'used',
  'beyond_prompt',
  'not_covered',
  'beyond_top_k',
  'not_relevant',
]

export type PackedCandidate = TraceCandidate & { document_id: string }

/** The id of each page once, then a record for each candidate. */
export function packCandidates(candidates: readonly PackedCandidate[]): PackedCandidates {
  const documents = [...new Set(candidates.map(({ document_id }) => document_id))]
  const places = new Map(documents.map((id, place) => [id, place]))
  const recordsAt = HEADER_BYTES + documents.length * ID_BYTES
  const bytes = Buffer.alloc(recordsAt + candidates.length * RECORD_BYTES)
  bytes[0] = LAYOUT
  bytes.writeUInt16LE(documents.length, 1)
  for (const [place, id] of documents.entries()) {
    writeId(bytes, HEADER_BYTES + place * ID_BYTES, id)
  }
  for (const [index, candidate] of candidates.entries()) {
    const at = recordsAt + index * RECORD_BYTES
    writeId(bytes, at, candidate.chunk_id)
    bytes.writeUInt16LE(places.get(candidate.document_id) ?? 0, at + DOCUMENT_AT)
    for (const [place, name] of SCORES.entries()) {
      const scoreAt = at + SCORES_AT + place * SCORE_BYTES
      bytes.writeIntLE(unitsOf(candidate[name]), scoreAt, SCORE_BYTES)
    }
    bytes[at + OUTCOME_AT] = OUTCOMES.indexOf(candidate.outcome)
  }
  return bytes.toString('latin1')
}

export function unpackCandidates(packed: PackedCandidates | Buffer): TraceCandidate[] {
  const bytes = typeof packed === 'string' ? Buffer.from(packed, 'latin1') : packed
  if (bytes[0] !== LAYOUT) throw new Error(`Candidates are packed in layout ${bytes[0]}`)
  const recordsAt = HEADER_BYTES + bytes.readUInt16LE(1) * ID_BYTES
  return Array.from({ length: (bytes.length - recordsAt) / RECORD_BYTES }, (_, index) => {
    const at = recordsAt + index * RECORD_BYTES
    const documentAt = HEADER_BYTES + bytes.readUInt16LE(at + DOCUMENT_AT) * ID_BYTES
    const score = (name: (typeof SCORES)[number]) =>
      bytes.readIntLE(at + SCORES_AT + SCORES.indexOf(name) * SCORE_BYTES, SCORE_BYTES) / UNITS
    return {
      chunk_id: idAt(bytes, at),
      document_id: idAt(bytes, documentAt),
      relevance: score('relevance'),
      vector_score: score('vector_score'),
      text_score: score('text_score'),
      rrf_score: score('rrf_score'),
      rerank_score: score('rerank_score'),
      outcome: OUTCOMES[bytes[at + OUTCOME_AT] ?? 0] ?? 'not_relevant',
    }
  })
}

function writeId(bytes: Buffer, at: number, id: string): void {
  bytes.write(id.replaceAll('-', ''), at, 'hex')
}

const idAt = (bytes: Buffer, at: number): string =>
  bytes.toString('hex', at, at + ID_BYTES).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const unitsOf = (score: number): number =>
  Math.max(-MAX_UNITS, Math.min(MAX_UNITS, Math.round(score * UNITS)))
