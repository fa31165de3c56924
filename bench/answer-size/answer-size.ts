import { execFileSync } from 'node:child_process'
import { startModelServer } from '../../test/fakes/model-server.ts'
import type { Knowledge } from '../../test/support/knowledge.ts'
import { clientFor, createKnowledge } from '../../test/support/knowledge.ts'
import { startService } from '../../test/support/service.ts'
import { buildService } from '../lib/build-service.ts'
import { putSet } from '../lib/data/put-set.ts'
import { withSuppliedVectors } from '../lib/data/with-supplied-vectors.ts'
import { runSql, superuserUrl, withServers } from '../lib/database.ts'
import { everyNth } from '../lib/every-nth.ts'
import type { Figures } from '../lib/figures.ts'
import type { BenchOptions } from '../lib/options.ts'
import type { JudgedSet } from '../lib/sets/sets.ts'
import { readSet } from '../lib/sets/sets.ts'
import { printTable } from '../lib/table.ts'
import { growthOfEach, readSizes } from '../storage/sizes.ts'
import { createQuotingWriter } from './quoting-writer.ts'
import { readColumns } from './columns.ts'
import { measureDeletion } from './deletion.ts'
import { readWalOf, walOfEach } from './wal.ts'

const FULL = { pages: 120, questions: 250 }
const SHORT = { pages: 40, questions: 40 }
/** These open connections, compile code and make the first row of what is counted by day. */
const WARM_UP_QUESTIONS = 100

/** The log can be looked into afterwards, and nothing but the answers is in it. */
const POSTGRES_SETTINGS = `wal_keep_size = 4GB
max_wal_size = 8GB
checkpoint_timeout = 1h
autovacuum = off`

/** What a stored answer takes on disk and in the log: sections of pages, and written by a model. */
export async function run(options: BenchOptions): Promise<Figures> {
  const name = options.sets?.[0] ?? 'k8s_docs'
  const whole = await readSet(options.dataDir, name)
  if (!whole) return { skipped: `no ${name} in ${options.dataDir}` }
  const size = options.short ? SHORT : FULL
  const set = { ...whole, documents: everyNth(whole.documents, options.pages ?? size.pages) }
  const count = options.questions ?? size.questions
  const texts = everyNth(whole.queries, count + WARM_UP_QUESTIONS).map(({ text }) => text)
  const measured = { set, texts }
  const after = await measureBuild(buildService(), measured)
  if (options.before === null) return { set: name, ...after }
  const before = await measureBuild(buildService(options.before), measured)
  return { set: name, ...after, before }
}

type Measured = { set: JudgedSet; texts: readonly string[] }

/** A build with a database of its own. */
async function measureBuild(cli: string, { set, texts }: Measured) {
  const figures = await withSuppliedVectors(
    ({ env }) =>
      withServers(async ({ ownerUrl }) => {
        execFileSync(process.execPath, [cli, 'migrate'], {
          env: { ...process.env, ...env, DATABASE_URL: ownerUrl },
          stdio: ['ignore', 'ignore', 'inherit'],
        })
        await using model = await startQuotingModel()
        const service = await startService({ databaseUrl: ownerUrl, env, cli })
        const docs = await createKnowledge(service)
        await putSet(service, docs.knowledgeBaseId, set)
        const sections = await measureAnswers(docs, ownerUrl, texts)
        await service.stop()
        const withModel = { ...env, ...model.env }
        await using other = await startService({ databaseUrl: ownerUrl, env: withModel, cli })
        const client = clientFor(other, docs.knowledgeBaseId, docs.clientKey)
        const written = await measureAnswers({ client }, ownerUrl, texts)
        const deleted = await measureDeletion(other.admin, ownerUrl, docs)
        return { pages: set.documents.length, sections, written, deleted }
      }, POSTGRES_SETTINGS),
    'words',
  )
  print(cli, figures)
  return figures
}

async function startQuotingModel() {
  const server = await startModelServer()
  server.answer(createQuotingWriter())
  return {
    env: {
      ANSWER_PROVIDER: 'openai-compatible',
      ANSWER_MODEL: 'quoting',
      ANSWER_BASE_URL: server.url,
    },
    [Symbol.asyncDispose]: () => server.close(),
  }
}

type Asking = Pick<Knowledge, 'client'>

type AnswerFigures = Awaited<ReturnType<typeof measureAnswers>>

async function measureAnswers(docs: Asking, ownerUrl: string, texts: readonly string[]) {
  for (const text of texts.slice(0, WARM_UP_QUESTIONS)) await ask(docs, text)
  const asked = texts.slice(WARM_UP_QUESTIONS)
  const first = await newestMessage(ownerUrl)
  await settle(ownerUrl)
  const sizes = await readSizes(ownerUrl)
  const wal = await readWalOf(ownerUrl)
  let covered = 0
  for (const text of asked) if (await ask(docs, text)) covered += 1
  // What waits to be entered into the index of terms is a part of it.
  await runSql(superuserUrl(ownerUrl), "select gin_clean_pending_list('message_search_terms')")
  const written = await walOfEach(ownerUrl, wal, asked.length)
  await settle(ownerUrl)
  const { total, rows } = growthOfEach(sizes, await readSizes(ownerUrl), asked.length)
  return {
    questions: asked.length,
    covered,
    bytes: total,
    relations: rows,
    columns: await readColumns(ownerUrl, first),
    ...written,
  } satisfies Figures
}

/** What is waiting to be written is written, and rows that nobody can see make room. */
async function settle(ownerUrl: string): Promise<void> {
  const url = superuserUrl(ownerUrl)
  await runSql(url, 'vacuum analyze')
  await runSql(url, 'checkpoint')
}

async function newestMessage(ownerUrl: string): Promise<string> {
  const [row] = await runSql<{ id: string }>(
    superuserUrl(ownerUrl),
    'select id from messages order by id desc limit 1',
  )
  if (!row) throw new Error('no answer was stored')
  return row.id
}

/** Whether the pages cover it. */
async function ask({ client }: Asking, query: string): Promise<boolean> {
  let isCovered = false
  for await (const frame of client.ask({ query })) {
    if ('error_code' in frame) throw new Error(`${query}: ${frame.error_code}`)
    if ('citations' in frame) isCovered = frame.citations.length > 0
  }
  return isCovered
}

function print(
  cli: string,
  { sections, written }: { sections: AnswerFigures; written: AnswerFigures },
) {
  console.log(cli)
  for (const [name, figures] of [
    ['sections', sections],
    ['written by a model', written],
  ] as const) {
    const { questions, covered, bytes, walBytes, wholePageBytes, wholePages } = figures
    console.log(
      `\n${name}: ${questions} answers, ${covered} covered; each ${bytes} bytes on disk, ` +
        `${walBytes} of WAL besides ${wholePages} whole pages (${wholePageBytes} bytes)`,
    )
    printTable(
      'On disk',
      ['table or index', 'bytes'],
      figures.relations.map((row) => [row.name, row.bytes]),
    )
    printTable('Columns of messages', ['column', 'bytes'], Object.entries(figures.columns))
    printTable(
      'WAL',
      ['table or index', 'bytes'],
      figures.wal.map((row) => [row.name, row.bytes]),
    )
  }
}
