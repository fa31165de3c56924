import type { Service } from '../../test/support/service.ts'
import { startService } from '../../test/support/service.ts'
import type { Knowledge } from '../../test/support/knowledge.ts'
import { createKnowledge } from '../../test/support/knowledge.ts'
import { buildService } from '../lib/build-service.ts'
import { putSet } from '../lib/data/put-set.ts'
import { withSuppliedVectors } from '../lib/data/with-supplied-vectors.ts'
import { runSql, superuserUrl, withDatabase } from '../lib/database.ts'
import { everyNth } from '../lib/every-nth.ts'
import type { Figures } from '../lib/figures.ts'
import { rounded } from '../lib/figures.ts'
import type { BenchOptions } from '../lib/options.ts'
import type { JudgedSet } from '../lib/sets/sets.ts'
import { childrenCpuMs, cpuMs } from '../lib/process-cpu.ts'
import { readSet } from '../lib/sets/sets.ts'
import { printTable } from '../lib/table.ts'
import { growthOfEach, readSizes, readWal, walKinds } from './sizes.ts'
import { watchBackends } from './watch-backends.ts'

/** 850 pages have about 10,000 passages. */
const FULL = { pages: 850, questions: 300 }
const SHORT = { pages: 40, questions: 20 }
/** These open connections and compile code. */
const WARM_UP_QUESTIONS = 20

/** What is written while one thing is measured can be looked into afterwards. */
const KEEP_WAL = 'wal_keep_size = 4GB'

type Work = { walBytes: number; nodeMs: number; parserMs: number; postgresMs: number }

/**
 * What a passage, a changed passage, a search and a stored answer cost in bytes on disk, in WAL and in
 * CPU time, through the product's own ingestion and its own API.
 */
export async function run(options: BenchOptions): Promise<Figures> {
  const name = options.sets?.[0] ?? 'k8s_docs'
  const whole = await readSet(options.dataDir, name)
  if (!whole) return { skipped: `no ${name} in ${options.dataDir}` }
  const size = options.short ? SHORT : FULL
  const set = { ...whole, documents: everyNth(whole.documents, options.pages ?? size.pages) }
  const questions = everyNth(whole.queries, size.questions + WARM_UP_QUESTIONS)
  const texts = questions.map(({ text }) => text)
  const cli = buildService()
  const figures = await withSuppliedVectors(
    ({ env }) =>
      withDatabase(async ({ ownerUrl }) => {
        await using service = await startService({ databaseUrl: ownerUrl, env, cli })
        return { set: name, ...(await measureStorage(service, ownerUrl, set, texts)) }
      }, KEEP_WAL),
    'words',
  )
  print(figures)
  return figures
}

async function measureStorage(
  service: Service,
  ownerUrl: string,
  set: JudgedSet,
  texts: readonly string[],
) {
  const docs = await createKnowledge(service)
  const { knowledgeBaseId } = docs
  const watch = (work: () => Promise<number>) => watchEach(service, ownerUrl, work)
  // As before a first page, but with the queue's and the catalogue's pages made.
  await putSet(service, knowledgeBaseId, { ...set, documents: set.documents.slice(0, 1) })
  const passagesBefore = await countPassages(service, knowledgeBaseId)
  const empty = await readSizes(ownerUrl)
  const walBefore = await readWal(ownerUrl)
  const load = await watch(
    async () => (await putSet(service, knowledgeBaseId, set)) - passagesBefore,
  )
  const wal = await walKinds(ownerUrl, walBefore, await readWal(ownerUrl))
  const loaded = await readSizes(ownerUrl)
  const changed = await watch(() => putSet(service, knowledgeBaseId, changedSet(set)))
  const rewritten = await readSizes(ownerUrl)
  await runSql(ownerUrl, 'vacuum analyze')
  for (const text of texts.slice(0, WARM_UP_QUESTIONS)) await ask(docs, text)
  const asked = texts.slice(WARM_UP_QUESTIONS)
  const search = await watch(async () => {
    for (const query of asked) await docs.client.search({ query, limit: 10 })
    return asked.length
  })
  const beforeAnswers = await readSizes(ownerUrl)
  let covered = 0
  const answer = await watch(async () => {
    for (const text of asked) if (await ask(docs, text)) covered += 1
    return asked.length
  })
  const passages = load.count
  const { total, rows } = growthOfEach(empty, loaded, passages)
  const afterChange = growthOfEach(empty, rewritten, passages)
  const answers = growthOfEach(beforeAnswers, await readSizes(ownerUrl), asked.length)
  return {
    pages: set.documents.length,
    passages,
    questions: asked.length,
    covered,
    passage: {
      characters: await readCharacters(ownerUrl),
      bytes: total,
      ...load.each,
      relations: rows,
      wal,
    },
    changedPassage: { bytes: afterChange.total, ...changed.each },
    search: search.each,
    answer: { bytes: answers.total, ...answer.each, relations: answers.rows },
  } satisfies Figures
}

/** Each page with one more sentence: its text is new, and so are all of its passages. */
const changedSet = (set: JudgedSet): JudgedSet => ({
  ...set,
  documents: set.documents.map((document) => ({
    ...document,
    content: `${document.content}\n\nThis page was changed.`,
  })),
})

const countPassages = async ({ admin }: Service, knowledgeBaseId: string): Promise<number> =>
  (await admin.documents.summary(knowledgeBaseId)).passages

async function readCharacters(ownerUrl: string): Promise<number> {
  const [row] = await runSql<{ characters: string }>(
    superuserUrl(ownerUrl),
    'select round(avg(length(content))) as characters from passages',
  )
  return Number(row?.characters)
}

/** Whether the pages cover it. */
async function ask({ client }: Knowledge, query: string): Promise<boolean> {
  let isCovered = false
  for await (const frame of client.ask({ query })) {
    if ('error_code' in frame) throw new Error(`${query}: ${frame.error_code}`)
    if ('citations' in frame) isCovered = frame.citations.length > 0
  }
  return isCovered
}

/** WAL and CPU time for one of what `work` counts. */
async function watchEach(
  service: Service,
  ownerUrl: string,
  work: () => Promise<number>,
): Promise<{ count: number; each: Work & { wholePages: number } }> {
  const serviceId = service.process.pid ?? 0
  const postgresTime = await watchBackends(ownerUrl)
  const wal = await readWal(ownerUrl)
  const [nodeMs, parserMs] = [cpuMs([serviceId]), childrenCpuMs(serviceId)]
  const count = await work()
  const each = (value: number) => rounded(value / count)
  const written = await readWal(ownerUrl)
  return {
    count,
    each: {
      walBytes: Math.round((written.bytes - wal.bytes) / count),
      wholePages: each(written.pages - wal.pages),
      nodeMs: each(cpuMs([serviceId]) - nodeMs),
      parserMs: each(childrenCpuMs(serviceId) - parserMs),
      postgresMs: each(await postgresTime()),
    },
  }
}

type StorageFigures = Awaited<ReturnType<typeof measureStorage>>

function print(figures: StorageFigures): void {
  const row = (name: string, { walBytes, nodeMs, parserMs, postgresMs }: Work) =>
    [name, walBytes, nodeMs, parserMs, postgresMs] as const
  printTable(
    `${figures.pages} pages, ${figures.passages} passages, ${figures.questions} questions, ${figures.covered} of them covered; WAL and CPU time of one`,
    ['', 'WAL bytes', 'Node ms', 'parser ms', 'PostgreSQL ms'],
    [
      row('passage', figures.passage),
      row('changed passage', figures.changedPassage),
      row('search', figures.search),
      row('stored answer', figures.answer),
    ],
  )
  for (const [name, { bytes, relations }] of [
    ['passage', figures.passage],
    ['stored answer', figures.answer],
  ] as const) {
    printTable(
      `Bytes on disk of a ${name}: ${bytes}`,
      ['table or index', 'bytes'],
      relations.map((relation) => [relation.name, relation.bytes]),
    )
  }
  printTable('WAL of new passages by kind', ['kind', 'share'], Object.entries(figures.passage.wal))
}
