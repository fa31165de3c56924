import { activeSpace } from '../knowledge/embedding-space.ts'
import type { IndexedPassage } from '../knowledge/passages.ts'
import { replacePassages } from '../knowledge/passages.ts'
import { analyse, passageWeights, termId } from '../knowledge/terms.ts'
import type { Embedders } from '../models/embedders.ts'
import type { Db } from '../platform/db.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { IndexDocumentJob } from '../platform/queue.ts'
import { withTenant } from '../platform/tenant.ts'
import type { DocumentReader } from './reading/document-reader.ts'
import type { Passage } from './reading/split.ts'

export type IndexingDeps = {
  db: Db
  embedders: Embedders
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
    space: await activeSpace(tx),
    document: await tx
      .selectFrom('documents')
      .select(['version', 'url', 'given_title', 'content', 'content_type', 'language'])
      .where('id', '=', documentId)
      .executeTakeFirst(),
  }))
  const { document, space } = start
  if (!document) return // deleted since it was queued
  const read = await deps.reader.read({
    content: document.content,
    contentType: document.content_type,
    givenTitle: document.given_title,
  })
  const title = read.title ?? lastSegment(document.url)
  const { passages } = read
  const texts = passages.map((passage) => searchableText(title, passage))
  const vectors = await deps.embedders.named(space.model).embedPassages(texts, signal)
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
      spaceId: space.id,
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
  if (segment === undefined) return hostname
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment // such as `100%`
  }
}
