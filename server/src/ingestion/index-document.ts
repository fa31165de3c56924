import type { KeptSpace } from '../knowledge/embedding-space.ts'
import { keptSpaces } from '../knowledge/embedding-space.ts'
import { watchSize } from '../knowledge/embedding-space-size.ts'
import { detectLanguage } from '../knowledge/language.ts'
import type { IndexedDocument, IndexedPassage, ReplaceOutcome } from '../knowledge/passages.ts'
import { keepPassages } from '../knowledge/keep-passages.ts'
import { withoutFences } from '../knowledge/passage-text.ts'
import { replacePassages } from '../knowledge/passages.ts'
import { queueIfNewer } from '../knowledge/queue-indexing.ts'
import { queueStarterRefresh } from '../knowledge/starter-refresh.ts'
import { analyse, passageWeights, termId } from '../knowledge/terms.ts'
import type { Embedders } from '../models/embedders.ts'
import type { Db } from '../platform/db.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { IndexDocumentJob, Queue } from '../platform/queue.ts'
import type { TenantTransaction } from '../platform/tenant.ts'
import { withTenant } from '../platform/tenant.ts'
import { sql } from 'kysely'
import { embedInSpaces } from './reembed-spaces.ts'
import type { DocumentReader } from './reading/document-reader.ts'
import type { Passage } from './reading/split.ts'

export type IndexingDeps = {
  db: Db
  queue: Queue
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
  const read = await readStored(deps, job)
  if (!read) return // deleted or replaced since it was queued
  const { title, language, publishedAt, passages, version } = read
  let { spaces } = read
  if (await isKept(deps, job, read)) {
    deps.metrics.indexedDocuments.inc({ outcome: 'unchanged' })
    return
  }
  const texts = passages.map((passage) => searchableText(title, passage))
  const indexed = passages.map((passage): IndexedPassage => ({
    ...passage,
    weights: weightsOf(knowledgeBaseId, title, passage, language),
  }))
  let outcome: ReplaceOutcome
  for (;;) {
    const vectors = await embedInSpaces(deps.embedders, spaces, texts, signal)
    outcome = await withTenant(deps.db, job, async (tx) => {
      await commitWithoutWaiting(tx)
      const replaced = await replacePassages(tx, {
        knowledgeBaseId,
        documentId,
        version,
        title,
        language,
        publishedAt,
        passages: indexed,
        vectors,
      })
      if (replaced === 'indexed') {
        await watchSize(tx, deps.queue, job)
        await queueStarterRefresh(tx, deps.queue, job)
      }
      // Whoever wrote the newer version may have met this job still waiting, and queued none.
      if (replaced === 'superseded') await queueIfNewer(tx, deps.queue, job, documentId, version)
      return replaced
    })
    if (outcome !== 'respaced') break
    spaces = await withTenant(deps.db, job, keptSpaces)
  }
  deps.metrics.indexedDocuments.inc({ outcome })
  if (outcome === 'indexed') deps.metrics.indexedPassages.inc(indexed.length)
}

type StoredRead = Omit<IndexedDocument, 'passages' | 'vectors'> & {
  indexedTitle: string | null
  passages: readonly Passage[]
  spaces: readonly KeptSpace[]
}

async function readStored(
  deps: IndexingDeps,
  job: IndexDocumentJob,
): Promise<StoredRead | undefined> {
  const { knowledgeBaseId, documentId } = job
  const stored = await withTenant(deps.db, job, async (tx) => ({
    document: await tx
      .selectFrom('documents')
      .select([
        'version',
        'url',
        'given_title',
        'indexed_title',
        'content',
        'bytes',
        'content_type',
      ])
      .where('id', '=', documentId)
      .executeTakeFirst(),
    spaces: await keptSpaces(tx),
  }))
  const { document, spaces } = stored
  if (!document) return undefined
  const { version, indexed_title: indexedTitle } = document
  const read = await deps.reader
    .read({
      content: document.content ?? document.bytes ?? '',
      contentType: document.content_type,
      givenTitle: document.given_title,
    })
    .catch((error: unknown) => refuseUnlessNewer(deps, job, version, error))
  if (!read) return undefined
  const title = read.title ?? lastSegment(document.url)
  const { passages } = read
  const text = [title, ...passages.map(({ content }) => content)].join('\n')
  const facts = {
    language: detectLanguage(text, read.language),
    publishedAt: read.publishedAt ?? null,
  }
  return { knowledgeBaseId, documentId, version, indexedTitle, title, ...facts, passages, spaces }
}

/** What is wrong with a version that has been replaced is not wrong with the document. */
async function refuseUnlessNewer(
  deps: IndexingDeps,
  job: IndexDocumentJob,
  version: number,
  error: unknown,
): Promise<undefined> {
  const isNewer = await withTenant(deps.db, job, (tx) =>
    queueIfNewer(tx, deps.queue, job, job.documentId, version),
  )
  if (!isNewer) throw error
}

/** A document that was never indexed has nothing to compare with. */
const isKept = async (deps: IndexingDeps, job: IndexDocumentJob, read: StoredRead) =>
  read.indexedTitle === read.title && withTenant(deps.db, job, (tx) => keepPassages(tx, read))

/**
 * The disk is not waited for: were the server to lose this commit, it would lose the later one that
 * ends the job too, and the job would run again.
 */
async function commitWithoutWaiting(tx: TenantTransaction): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx)
}

/** A passage is found by its page's title and its headings too. */
export const searchableText = (
  title: string,
  passage: Pick<Passage, 'headingPath' | 'content'>,
): string => [title, ...passage.headingPath, withoutFences(passage.content)].join('\n')

function weightsOf(
  knowledgeBaseId: string,
  title: string,
  { headingPath, content }: Pick<Passage, 'headingPath' | 'content'>,
  language: string,
): Map<number, number> {
  const headings = analyse([title, ...headingPath].join('\n'), language)
  const byTerm = passageWeights(analyse(withoutFences(content), language), headings)
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
