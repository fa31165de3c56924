import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Trace, TraceCandidate } from '@footnote/contract/admin/messages'
import type { Citation } from '@footnote/contract/public/citation'

/** What a message has besides its question. */
export type AnswerContent = { answer: string; citations: readonly Citation[]; trace: Trace }

/**
 * The first byte. What was packed can only be unpacked as it was packed, with the same dictionary: whoever
 * changes either adds a format and keeps this one.
 */
const FORMAT = 1

/** What nearly every answer contains, the likeliest last. */
const DICTIONARY = Buffer.from(
  '"labels":{"version":["cost_capped":true,"fallback":"model_failed","fallback":"unsupported",' +
    '"model_error":"missing_words":["typed":"searches":["rewritten_by":"model""rewritten_by":"rule"' +
    '"declined_by":"answerability""declined_by":"missing_words""declined_by":"writer""not_covered",' +
    '"dropped_citations":[{"index":1,"reason":"unsupported"},"beyond_prompt","not_relevant",' +
    ' [1]\\n\\n### [2]\\n\\n### [3]\\n\\n### [4]\\n\\n### [5]\\n\\n```\\n\\n- **](<https://www. › #' +
    '"},{"index":2,"title":"","url":"https://docs.example.com/en/","document_id":\u000101,"chunk_id":\u000101' +
    ',"heading_path":["","excerpt":".…"}],"trace":{"request_id":\u000101,"search":{"text":"' +
    '","rewritten_by":"none","top_k":10,"group_ids":null},"answerability":{"probability":0.9,' +
    '"threshold":0.4,"setting":"balanced"},"prompt":{"earlier_message_ids":[],"chunk_ids":[\u000101' +
    '],"voice":false},"model":"extract","declined_by":null,"input_tokens":null,"output_tokens":null,' +
    '"dropped_citations":[],"timings_ms":{"rewritten":0,"retrieved":1,"reranked":1,"assessed":1,' +
    '"quoted":1,"first_delta":1,"written":1,"settled":1}},"candidates":{"chunk_id":[\u000101],' +
    '"documents":[\u000101],"document":[0,1,2],"relevance":[0,0,1,0,0,-1,0,0,0,0,1,0],"vector_score":[],"text_score":[],' +
    '"rrf_score":[],"rerank_score":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],' +
    '"outcome":["used","used","used","used","used","used","used","used","used","used","beyond_top_k",' +
    '"beyond_top_k","beyond_top_k","beyond_top_k","beyond_top_k","beyond_top_k"]}}{"answer":"### ',
)

const ID = '\u0001'

export function packAnswer({ answer, citations, trace }: AnswerContent): Buffer {
  const { candidates, ...rest } = trace
  const text = JSON.stringify({
    answer,
    citations,
    trace: rest,
    candidates: toColumns(candidates),
  })
  const deflated = deflateRawSync(withShortIds(text), { level: 9, dictionary: DICTIONARY })
  return Buffer.concat([Buffer.of(FORMAT), deflated])
}

export function unpackAnswer(packed: Buffer): AnswerContent {
  if (packed[0] !== FORMAT) throw new Error(`An answer is packed in format ${packed[0]}`)
  const text = inflateRawSync(packed.subarray(1), { dictionary: DICTIONARY }).toString('utf8')
  const unpacked: Packed = JSON.parse(withIds(text))
  const { trace, candidates, ...rest } = unpacked
  return { ...rest, trace: { ...trace, candidates: fromColumns(candidates) } }
}

/** Quotes and hyphens of ids go. Text as JSON has no such character itself. */
const withShortIds = (text: string): string =>
  text.replaceAll(
    /"([\da-f]{8})-([\da-f]{4})-([\da-f]{4})-([\da-f]{4})-([\da-f]{12})"/g,
    `${ID}$1$2$3$4$5`,
  )
const withIds = (text: string): string =>
  text.replaceAll(new RegExp(`${ID}(.{8})(.{4})(.{4})(.{4})(.{12})`, 'g'), '"$1-$2-$3-$4-$5"')

type Packed = Pick<AnswerContent, 'answer' | 'citations'> & {
  trace: Omit<Trace, 'candidates'>
  candidates: Columns
}

const SCORES = ['relevance', 'vector_score', 'text_score', 'rrf_score', 'rerank_score'] as const
/** The scores of a trace have four digits. */
const UNITS = 10_000

/** A list for each field, which packs better than a record for each candidate. */
type Columns = Record<(typeof SCORES)[number], number[]> & {
  chunk_id: string[]
  documents: string[]
  /** Places in `documents`. */
  document: number[]
  outcome: TraceCandidate['outcome'][]
  /** Only where one gained something. */
  page_prior?: number[]
}

function toColumns(candidates: readonly TraceCandidate[]): Columns {
  const documents = [...new Set(candidates.map(({ document_id }) => document_id))]
  const scores = (name: (typeof SCORES)[number]) =>
    candidates.map((candidate) => toUnits(candidate[name]))
  return {
    chunk_id: candidates.map(({ chunk_id }) => chunk_id),
    documents,
    document: candidates.map(({ document_id }) => documents.indexOf(document_id)),
    relevance: candidates.map((candidate) => toUnits(candidate.relevance) - usual(candidate)),
    vector_score: scores('vector_score'),
    text_score: scores('text_score'),
    rrf_score: scores('rrf_score'),
    rerank_score: scores('rerank_score'),
    outcome: candidates.map(({ outcome }) => outcome),
    ...(candidates.some(({ page_prior }) => page_prior !== undefined)
      ? { page_prior: candidates.map(({ page_prior = 0 }) => toUnits(page_prior)) }
      : {}),
  }
}

const toUnits = (score: number): number => Math.round(score * UNITS)

/** What the relevance is, unless the knowledge base is tuned, give or take one: only the rest is stored. */
const usual = ({ vector_score, text_score }: Pick<TraceCandidate, 'vector_score' | 'text_score'>) =>
  Math.round((toUnits(vector_score) + toUnits(text_score)) / 2)

const toPrior = (units = 0) => (units === 0 ? {} : { page_prior: units / UNITS })

const fromColumns = ({ documents, ...columns }: Columns): TraceCandidate[] =>
  columns.chunk_id.map((chunk_id, at) => {
    const score = (name: (typeof SCORES)[number]) => (columns[name][at] ?? 0) / UNITS
    const found = { vector_score: score('vector_score'), text_score: score('text_score') }
    return {
      chunk_id,
      document_id: documents[columns.document[at] ?? 0] ?? '',
      relevance: ((columns.relevance[at] ?? 0) + usual(found)) / UNITS,
      ...found,
      rrf_score: score('rrf_score'),
      rerank_score: score('rerank_score'),
      ...toPrior(columns.page_prior?.[at]),
      outcome: columns.outcome[at] ?? 'not_relevant',
    }
  })
