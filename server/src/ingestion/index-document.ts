import type { KeptSpace } from '../knowledge/spaces/embedding-space.ts'
import { keptSpaces } from '../knowledge/spaces/embedding-space.ts'
import { watchSize } from '../knowledge/spaces/embedding-space-size.ts'
import { detectLanguage } from '../text/language.ts'
import type {
  IndexedDocument,
  IndexedPassage,
  ReplaceOutcome,
} from '../knowledge/passages/replace-passages.ts'
import { keepPassages } from '../knowledge/passages/keep-passages.ts'
import { withoutCodeMarks } from '../knowledge/passages/passage-text.ts'
import { replacePassages } from '../knowledge/passages/replace-passages.ts'
import { queueIfNewer } from '../knowledge/queue-indexing.ts'
import { queueStarterRefresh } from '../knowledge/starter-refresh.ts'
import { analyse, passageWeights, termId } from '../text/terms.ts'
import type { Embedders } from '../models/embedding/embedders.ts'
import type { Db } from '../platform/database/db.ts'
import type { Metrics } from '../platform/metrics.ts'
import { decodeEscapes } from '../platform/readable-path.ts'
import type { IndexDocumentJob, Queue } from '../platform/queue.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import { sql } from 'kysely'
import { embedInSpaces } from './embed-in-spaces.ts'
import type { DocumentParser } from '../parsing/child/document-parser.ts'
import type { SplitPassage } from '../parsing/split/split.ts'

export type IndexingDeps = {
  db: Db
  queue: Queue
  embedders: Embedders
  parser: DocumentParser
  metrics: Metrics
}

/** Parses, splits, embeds and stores one document. Safe to run twice, even concurrently. */
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
      // The writer of the newer version may have found this job still queued, and queued none.
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
  passages: readonly SplitPassage[]
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
  const read = await deps.parser
    .parse({
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

/** Marks a document whose indexing failed. What was indexed of it before stays findable. */
export async function markFailed(db: Db, job: IndexDocumentJob, reason: string): Promise<void> {
  await withTenant(db, job, (tx) =>
    tx
      .updateTable('documents')
      .set({ state: 'failed', state_reason: reason })
      .where('id', '=', job.documentId)
      .where('state', '=', 'pending')
      .execute(),
  )
}

/** An error in a version that has been replaced is not an error of the document. */
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

/** A document that was never indexed has no passages to compare with. */
const isKept = async (deps: IndexingDeps, job: IndexDocumentJob, read: StoredRead) =>
  read.indexedTitle === read.title && withTenant(deps.db, job, (tx) => keepPassages(tx, read))

/**
 * Does not wait for the disk: if the server lost this commit, it would also lose the later one that
 * ends the job, and the job would run again.
 */
async function commitWithoutWaiting(tx: TenantTransaction): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx)
}

/** A passage is also found by its page's title and its headings. */
export const searchableText = (
  title: string,
  passage: Pick<SplitPassage, 'headingPath' | 'content'>,
): string => [title, ...passage.headingPath, withoutCodeMarks(passage.content)].join('\n')

function weightsOf(
  knowledgeBaseId: string,
  title: string,
  { headingPath, content }: Pick<SplitPassage, 'headingPath' | 'content'>,
  language: string,
): Map<number, number> {
  const headings = analyse([title, ...headingPath].join('\n'), language)
  const byTerm = passageWeights(analyse(withoutCodeMarks(content), language), headings)
  return new Map(Array.from(byTerm, ([term, weight]) => [termId(knowledgeBaseId, term), weight]))
}

function lastSegment(url: string): string {
  const { pathname, hostname } = new URL(url)
  const segment = pathname.split('/').findLast((part) => part !== '')
  return segment === undefined ? hostname : decodeEscapes(segment)
}
