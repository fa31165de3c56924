import { basename } from 'node:path'
import type { Tenant } from '../server/src/platform/database/tenant.ts'
import { withTenant } from '../server/src/platform/database/tenant.ts'
import { createKnowledge, untilIndexed } from '../test/support/knowledge.ts'
import { startService } from '../test/support/service.ts'
import { openBareModel } from './lib/load/bare-model.ts'
import { copyTables } from './lib/data/copy-tables.ts'
import { putTogether } from './lib/data/put-together.ts'
import type { BenchDatabase } from './lib/database.ts'
import { withDatabase, withRoles } from './lib/database.ts'
import { everyNth } from './lib/every-nth.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import type { JudgedSet } from './lib/sets/sets.ts'
import { readSet } from './lib/sets/sets.ts'
import { printTable } from './lib/table.ts'
import { withSuppliedVectors } from './lib/data/with-supplied-vectors.ts'

const SHORT_PAGES = 40
/** Some 3,000 passages; all 1,297 pages take six times as long and show the same rate. */
const PAGES = 200
const INDEXING_TIMEOUT_MS = 3 * 3600 * 1000
const WARM_UP_PASSAGES = 5
/** Asked at the end, to see that what went in comes out. */
const QUESTION = 'How do I limit the memory of a container?'

/**
 * Pages through the running service: with precomputed vectors, beside PostgreSQL's own COPY of the
 * resulting rows; and with a local model, beside the bare model.
 */
export async function run(options: BenchOptions): Promise<Figures> {
  const set = await readSet(options.dataDir, 'k8s_docs')
  if (!set) return { skipped: `no k8s_docs in ${options.dataDir}` }
  const pages = options.pages ?? (options.short ? SHORT_PAGES : PAGES)
  const supplied = await ingestSupplied(options.short ? takeFirst(set, SHORT_PAGES) : set)
  const embedded = await ingestEmbedded(takeFirst(set, pages), options)
  const figures = { ...supplied, ...embedded }
  print(figures)
  return figures
}

const takeFirst = (set: JudgedSet, pages: number): JudgedSet => ({
  ...set,
  documents: everyNth(set.documents, pages),
})

const ingestSupplied = (set: JudgedSet) =>
  withSuppliedVectors(({ env }) =>
    withDatabase(async (database) => {
      const { passages, seconds } = await ingest(database, set, env)
      const copy = await copyTables(database.ownerUrl)
      return {
        suppliedPages: set.documents.length,
        suppliedPassages: passages,
        suppliedSeconds: rounded(seconds),
        suppliedPassagesPerSecond: rounded(passages / seconds),
        copySeconds: rounded(copy.seconds),
        copyPassagesPerSecond: rounded(passages / copy.seconds),
        shareOfCopy: rounded(copy.seconds / seconds),
      }
    }),
  )

async function ingestEmbedded(set: JudgedSet, { modelDir, short }: BenchOptions) {
  return withDatabase(async (database) => {
    const env = { EMBEDDING_MODEL_DIR: modelDir }
    const { tenant, passages, seconds, found } = await ingest(database, set, env)
    const texts = await readPassages(database, tenant)
    const bare = await embedBare(modelDir, everyNth(texts, short ? 100 : 300))
    return {
      model: basename(modelDir),
      pages: set.documents.length,
      passages,
      seconds: rounded(seconds),
      passagesPerSecond: rounded(passages / seconds),
      barePassages: bare.passages,
      barePassagesPerSecond: rounded(bare.passages / bare.seconds),
      shareOfBare: rounded(passages / seconds / (bare.passages / bare.seconds)),
      question: QUESTION,
      found,
    }
  })
}

/** From the first request until no document waits any more. */
async function ingest({ ownerUrl }: BenchDatabase, set: JudgedSet, env: Record<string, string>) {
  await using service = await startService({ databaseUrl: ownerUrl, env })
  const { admin } = service
  const { workspaceId, knowledgeBaseId, client } = await createKnowledge(service)
  const startMs = performance.now()
  await putTogether(admin, knowledgeBaseId, set)
  await untilIndexed(service, knowledgeBaseId, INDEXING_TIMEOUT_MS)
  const seconds = (performance.now() - startMs) / 1000
  const { passages } = await admin.documents.summary(knowledgeBaseId)
  const { results } = await client.search({ query: QUESTION, limit: 3 })
  await service.stop()
  const found = results.map(({ chunk, document }) => ({
    page: document.url,
    heading: chunk.heading_path.join(' > '),
    text: chunk.content.slice(0, 160),
  }))
  return { tenant: { workspaceId, knowledgeBaseId }, passages, seconds, found }
}

/** The texts as they were embedded: title, headings, content. */
async function readPassages(database: BenchDatabase, tenant: Tenant): Promise<string[]> {
  const rows = await withRoles(database, ({ worker }) =>
    withTenant(worker.db, tenant, (tx) =>
      tx
        .selectFrom('passages')
        .innerJoin('documents', 'documents.id', 'passages.document_id')
        .select(['documents.title', 'passages.heading_path', 'passages.content'])
        .orderBy('passages.id')
        .execute(),
    ),
  )
  return rows.map(({ title, heading_path, content }) =>
    [title, ...heading_path, content].join('\n'),
  )
}

/** One text after another: what ingestion could reach. */
async function embedBare(modelDir: string, texts: readonly string[]) {
  const { embedPassage } = await openBareModel(modelDir)
  for (const text of texts.slice(0, WARM_UP_PASSAGES)) await embedPassage(text)
  const startMs = performance.now()
  for (const text of texts) await embedPassage(text)
  return { passages: texts.length, seconds: (performance.now() - startMs) / 1000 }
}

type IngestFigures = Awaited<ReturnType<typeof ingestSupplied>> &
  Awaited<ReturnType<typeof ingestEmbedded>>

function print(figures: IngestFigures): void {
  printTable(
    `Ingestion of k8s_docs, vectors supplied; the service at ${percent(figures.shareOfCopy)} of COPY and index builds (goal 70 %)`,
    ['', 'pages', 'passages', 'seconds', 'passages/s'],
    [
      [
        'service',
        figures.suppliedPages,
        figures.suppliedPassages,
        figures.suppliedSeconds,
        figures.suppliedPassagesPerSecond,
      ],
      [
        'COPY and index builds',
        null,
        figures.suppliedPassages,
        figures.copySeconds,
        figures.copyPassagesPerSecond,
      ],
    ],
  )
  printTable(
    `Ingestion of k8s_docs with ${figures.model}; the service at ${percent(figures.shareOfBare)} of the bare model (goal 95 %)`,
    ['', 'pages', 'passages', 'seconds', 'passages/s'],
    [
      ['service', figures.pages, figures.passages, figures.seconds, figures.passagesPerSecond],
      [
        'bare model, a sample',
        null,
        figures.barePassages,
        figures.barePassages / figures.barePassagesPerSecond,
        figures.barePassagesPerSecond,
      ],
    ],
  )
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`
