import { activeSpace } from '../knowledge/embedding-space.ts'
import type { IndexedPassage } from '../knowledge/passages.ts'
import { replacePassages } from '../knowledge/passages.ts'
import { analyse, passageWeights, termId } from '../knowledge/terms.ts'
import type { Embedder } from '../models/embedder.ts'
import type { Db } from '../platform/db.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { IndexDocumentJob } from '../platform/queue.ts'
import { withTenant } from '../platform/tenant.ts'
import type { DocumentReader } from './reading/document-reader.ts'
import type { Passage } from './reading/split.ts'

export type IndexingDeps = {
  db: Db
  embedder: Embedder
  reader: DocumentReader
  metrics: Metrics
}

/** Reads, splits, embeds and stores one document. Safe to run twice, and beside another run of itself. */
export async function indexDocument(
  deps: IndexingDeps,
  job: IndexDocumentJob,
  signal: AbortSignal,
): Promise<void> {
  const { knowledgeBaseId, documentId } = job
  const start = await withTenant(deps.db, job, async (tx) => ({
    spaceId: await activeSpace(tx, deps.embedder),
    document: await tx
      .selectFrom('documents')
      .select(['version', 'url', 'given_title', 'content', 'content_type', 'language'])
      .where('id', '=', documentId)
      .executeTakeFirst(),
  }))
  const { document, spaceId } = start
  if (!document) return // deleted since it was queued
  const read = await deps.reader.read(document.content, document.content_type)
  const title = document.given_title ?? read.title ?? lastSegment(document.url)
  const { passages } = read
  const texts = passages.map((passage) => searchableText(title, passage))
  const vectors = await deps.embedder.embedPassages(texts, signal)
  const indexed = passages.map((passage, index): IndexedPassage => {
    const vector = vectors[index]
    if (!vector) throw new Error('The embedder returned fewer vectors than passages')
    return { ...passage, vector, weights: weightsOf(knowledgeBaseId, texts[index] ?? '') }
  })
  const outcome = await withTenant(deps.db, job, (tx) =>
    replacePassages(tx, {
      knowledgeBaseId,
      documentId,
      version: document.version,
      title,
      language: document.language,
      spaceId,
      passages: indexed,
    }),
  )
  deps.metrics.indexedDocuments.inc({ outcome })
  if (outcome === 'indexed') deps.metrics.indexedPassages.inc(indexed.length)
}

/** A passage is found by its page's title and its headings too. */
const searchableText = (title: string, passage: Passage): string =>
  [title, ...passage.headingPath, passage.content].join('\n')

function weightsOf(knowledgeBaseId: string, text: string): Map<number, number> {
  const byTerm = passageWeights(analyse(text))
  return new Map(Array.from(byTerm, ([term, weight]) => [termId(knowledgeBaseId, term), weight]))
}

function lastSegment(url: string): string {
  const { pathname, hostname } = new URL(url)
  const segment = pathname.split('/').findLast((part) => part !== '')
  return segment === undefined ? hostname : decodeURIComponent(segment)
}
