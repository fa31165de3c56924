import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TextContentType as ContentType } from '@footnote/contract/admin/content-type'
import type { Relevance } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'
import { withoutHeading } from './without-heading.ts'

export type SetDocument = { id: string; url: string; title: string; content: string }

export type SetQuery = {
  id: string
  text: string
  relevance: Relevance
  /** Pages that this query alone sees in another form. Empty for most. */
  altered: readonly { documentId: string; content: string }[]
}

export type JudgedSet = {
  name: string
  contentType: ContentType
  documents: readonly SetDocument[]
  queries: readonly SetQuery[]
}

const CONTENT_TYPES: Record<string, ContentType> = {
  k8s_docs: 'text/markdown',
  github_docs: 'text/markdown',
}

export const SET_NAMES = ['vendor_docs_qa', 'xquad_en', 'scifact', 'k8s_docs', 'github_docs']

/** Asked with a heading's own words, so that heading would be the answer's label. */
const HEADING_QUERY = 'question_heading'

type DocumentLine = { _id: string; url?: string; title: string; text: string }
type QueryLine = { _id: string; text: string; kind?: string }
type JudgementLine = { query_id: string; doc_id: string; score: number }

/** null where the set is not in the folder. */
export async function readSet(dataDir: string, name: string): Promise<JudgedSet | null> {
  const folder = join(dataDir, name)
  if (!(await exists(join(folder, 'corpus.jsonl')))) return null
  const [documentLines, queryLines, judgements] = await Promise.all([
    readLines<DocumentLine>(join(folder, 'corpus.jsonl')),
    readLines<QueryLine>(join(folder, 'queries.jsonl')),
    readLines<JudgementLine>(join(folder, 'qrels.jsonl')),
  ])
  const documents = documentLines.map((line) => toDocument(name, line))
  const contents = new Map(documents.map(({ id, content }) => [id, content]))
  const relevance = new Map<string, Map<string, number>>()
  for (const { query_id, doc_id, score } of judgements) {
    const judged = relevance.get(query_id) ?? new Map<string, number>()
    relevance.set(query_id, judged.set(doc_id, score))
  }
  const queries = queryLines.flatMap((line) => {
    const judged = relevance.get(line._id)
    return judged ? [toQuery(line, judged, contents)] : []
  })
  return { name, contentType: CONTENT_TYPES[name] ?? 'text/plain', documents, queries }
}

const toDocument = (set: string, { _id, url, title, text }: DocumentLine): SetDocument => ({
  id: _id,
  url: url ?? `https://bench.invalid/${set}/${encodeURIComponent(_id)}`,
  title,
  content: text,
})

function toQuery(
  { _id, text, kind }: QueryLine,
  relevance: Relevance,
  contents: ReadonlyMap<string, string>,
): SetQuery {
  const pages = kind === HEADING_QUERY ? [...relevance.keys()] : []
  const altered = pages.map((documentId) => ({
    documentId,
    content: withoutHeading(contents.get(documentId) ?? '', text),
  }))
  return { id: _id, text, relevance, altered }
}

/** The first queries, their relevant documents, and the first others up to `documents`. */
export function shorten(
  set: JudgedSet,
  { documents, queries }: { documents: number; queries: number },
): JudgedSet {
  const kept = set.queries.slice(0, queries)
  const relevant = new Set(kept.flatMap((query) => [...query.relevance.keys()]))
  let room = documents - relevant.size
  return {
    ...set,
    queries: kept,
    documents: set.documents.filter(({ id }) => relevant.has(id) || room-- > 0),
  }
}

export async function readLines<Line>(file: string): Promise<Line[]> {
  const text = await readFile(file, 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}

const exists = async (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
