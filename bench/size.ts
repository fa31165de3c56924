import pg from 'pg'
import { buildCopy } from '../server/src/knowledge/spaces/embedding-space-copy.ts'
import { createSpaceIndexes } from '../server/src/knowledge/spaces/embedding-space-index.ts'
import { startBulkWriter } from './lib/data/bulk-writer.ts'
import type { Roles } from './lib/database.ts'
import { runSql, withDatabase, withRoles } from './lib/database.ts'
import { everyNth } from './lib/every-nth.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import { percentile } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import { LARGE } from '../server/src/retrieval/text-search.ts'
import type { Question, SizeData } from './lib/data/size-data.ts'
import { DIMENSIONS, loadSizeData } from './lib/data/size-data.ts'
import type { Answer } from './lib/data/size-search.ts'
import { ask, askKeywords, bruteForce, computeRecall } from './lib/data/size-search.ts'
import { printTable } from './lib/table.ts'

const FULL = {
  large: 1_000_000,
  tenants: 1_000,
  each: 1_000,
  questions: 500,
  exact: 100,
  rounds: 6,
  secondsARound: 10,
}
const SHORT = {
  large: 30_000,
  tenants: 20,
  each: 1_000,
  questions: 60,
  exact: 30,
  rounds: 2,
  secondsARound: 3,
}
type Sizes = typeof FULL

/** The vectors and their index in PostgreSQL's own memory, as anyone with a million would have it. */
const POSTGRES = 'shared_buffers = 4GB\nmax_wal_size = 16GB\ncheckpoint_timeout = 30min\n'
/** Memory for the whole graph, as docs/guides/reembedding.md tells operators to give. */
const BUILD_MEMORY = '3GB'
/** Four times what int8 MiniLM embeds on 2 cores: a provider's speed. */
const BULK_PASSAGES_PER_SECOND = 100
const KEYWORD_CANDIDATES = [LARGE.most / 2, LARGE.most, 2 * LARGE.most, 4 * LARGE.most]
/** How many of the small knowledge bases are asked. */
const ASKED_TENANTS = 20

/** One large knowledge base beside many small ones in one database. */
export async function run(options: BenchOptions): Promise<Figures> {
  const base = options.short ? SHORT : FULL
  const large = options.passages ?? base.large
  // As many passages in small ones as in the large one.
  const tenants = Math.min(base.tenants, Math.ceil(large / base.each))
  const sizes = { ...base, large, tenants }
  return withDatabase(
    (database) =>
      withRoles(database, async (roles) => {
        const startMs = performance.now()
        const data = await loadSizeData(roles, options, sizes)
        const loadSeconds = rounded((performance.now() - startMs) / 1000)
        const index = await buildIndex(roles, data)
        const figures = {
          passages: sizes.large,
          smallKnowledgeBases: sizes.tenants,
          passagesEach: sizes.each,
          realCentres: data.realCentres,
          loadSeconds,
          ...index,
          ...(await measureLarge(roles, data, sizes)),
          ...(await measureSmall(roles, data, sizes)),
        }
        const keywords = await measureKeywords(roles, data, sizes)
        print(figures, keywords)
        const limited = keywords.find(({ most }) => most === LARGE.most)
        return { ...figures, keywordRecall10: limited?.recall10 ?? Number.NaN, keywords }
      }),
    POSTGRES,
  )
}

async function buildIndex({ ownerUrl, worker: { db } }: Roles, { large }: SizeData) {
  await runSql(ownerUrl, `alter role current_user set maintenance_work_mem = '${BUILD_MEMORY}'`)
  const startMs = performance.now()
  const { signal } = new AbortController()
  const space = { id: large.spaceId, dimensions: DIMENSIONS }
  await buildCopy({ db, indexes: createSpaceIndexes(ownerUrl) }, large.tenant, space, signal)
  const indexSeconds = rounded((performance.now() - startMs) / 1000)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_relation_size(oid)) as bytes from pg_class
     where relname like 'indexed_vectors_hnsw_%'`,
  )
  await client.end()
  return { indexSeconds, indexMegabytes: rounded(Number(rows[0]?.bytes) / 1_000_000) }
}

async function measureLarge(roles: Roles, { large, questions }: SizeData, sizes: Sizes) {
  const judged = everyNth(questions, sizes.exact)
  const wanted: string[][] = []
  for (const question of judged) wanted.push(await bruteForce(roles, large, question))
  const found: string[][] = []
  for (const question of judged) found.push((await ask(roles, large, question)).nearest)
  // The round above loaded most of the index into memory; this one loads the rest.
  for (const question of questions) await ask(roles, large, question)
  const times: number[] = []
  for (const question of questions) {
    times.push((await ask(roles, large, question)).milliseconds)
  }
  return {
    questions: questions.length,
    medianMs: rounded(percentile(times, 0.5)),
    p99Ms: rounded(percentile(times, 0.99)),
    recall10: computeRecall(wanted, found, 10),
    recall100: computeRecall(wanted, found, 100),
  }
}

type KeywordRow = { most: number; recall10: number; medianMs: number; p99Ms: number }

/** The keyword retriever with several limits of candidates, beside itself without one. */
async function measureKeywords(roles: Roles, { large, questions }: SizeData, sizes: Sizes) {
  const asked = everyNth(questions, sizes.exact)
  const all: string[][] = []
  for (const question of asked) {
    all.push((await askKeywords(roles, large, question, null)).nearest)
  }
  const rows: KeywordRow[] = []
  for (const most of KEYWORD_CANDIDATES) {
    const answers: Answer[] = []
    // The first round loads what the second reads.
    for (const question of [...asked, ...asked]) {
      answers.push(await askKeywords(roles, large, question, most))
    }
    const measured = answers.slice(asked.length)
    const times = measured.map(({ milliseconds }) => milliseconds)
    rows.push({
      most,
      recall10: computeRecall(
        all,
        measured.map(({ nearest }) => nearest),
        10,
      ),
      medianMs: rounded(percentile(times, 0.5)),
      p99Ms: rounded(percentile(times, 0.99)),
    })
  }
  return rows
}

/** In turns: alone, and while another knowledge base is written to. */
async function measureSmall(roles: Roles, { small, questions }: SizeData, sizes: Sizes) {
  const asked = everyNth(small, ASKED_TENANTS)
  const pairs = questions.flatMap((question, index) => {
    const place = asked[index % asked.length]
    return place ? [{ place, question }] : []
  })
  const wanted: string[][] = []
  const found: string[][] = []
  for (const { place, question } of pairs.slice(0, sizes.exact)) {
    wanted.push(await bruteForce(roles, place, question))
    found.push((await ask(roles, place, question)).nearest)
  }
  const alone: number[] = []
  const beside: number[] = []
  let passages = 0
  for (let round = 0; round < sizes.rounds; round += 1) {
    alone.push(...(await askFor(roles, pairs, sizes.secondsARound)))
    const writer = await startBulkWriter(roles.ownerUrl, BULK_PASSAGES_PER_SECOND)
    beside.push(...(await askFor(roles, pairs, sizes.secondsARound)))
    passages += writer.passages()
    await writer.stop()
  }
  const p99AloneMs = percentile(alone, 0.99)
  const p99BesideMs = percentile(beside, 0.99)
  return {
    smallRecall10: computeRecall(wanted, found, 10),
    smallMedianMs: rounded(percentile(alone, 0.5)),
    smallMedianBesideMs: rounded(percentile(beside, 0.5)),
    smallP99Ms: rounded(p99AloneMs),
    smallP99BesideMs: rounded(p99BesideMs),
    smallP99Ratio: rounded(p99BesideMs / p99AloneMs),
    bulkPassagesPerSecond: rounded(passages / (sizes.rounds * sizes.secondsARound)),
  }
}

type Pair = { place: SizeData['large']; question: Question }

/** A question every 20 ms or, where one takes longer, as soon as it is answered. */
async function askFor(roles: Roles, pairs: readonly Pair[], seconds: number): Promise<number[]> {
  const times: number[] = []
  const endMs = performance.now() + seconds * 1000
  for (let next = 0; performance.now() < endMs; next += 1) {
    const pair = pairs[next % pairs.length]
    if (!pair) break
    const { milliseconds } = await ask(roles, pair.place, pair.question)
    times.push(milliseconds)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 20 - milliseconds)))
  }
  return times
}

function print(figures: Record<string, number>, keywords: readonly KeywordRow[]): void {
  const pick = (...names: string[]) => names.map((name) => figures[name] ?? null)
  printTable(
    `${figures['passages']} passages beside ${figures['smallKnowledgeBases']} knowledge bases of ${figures['passagesEach']}`,
    ['', 'median ms', 'p99 ms', 'recall@10', 'recall@100'],
    [
      ['large, HNSW and keywords', ...pick('medianMs', 'p99Ms', 'recall10', 'recall100')],
      ['goal', null, 30, 0.98, null],
      ['small, alone', ...pick('smallMedianMs', 'smallP99Ms', 'smallRecall10'), null],
      ['small, another writes', ...pick('smallMedianBesideMs', 'smallP99BesideMs'), null, null],
      ['ratio of p99, goal 1.2', null, ...pick('smallP99Ratio'), null, null],
    ],
  )
  printTable(
    'Keywords alone, by the limit of candidates',
    ['at most', 'recall@10', 'median ms', 'p99 ms'],
    keywords.map((row) => [row.most, row.recall10, row.medianMs, row.p99Ms]),
  )
  const [seconds, megabytes, load, bulk] = pick(
    'indexSeconds',
    'indexMegabytes',
    'loadSeconds',
    'bulkPassagesPerSecond',
  )
  console.log(
    `Index: ${seconds} s, ${megabytes} MB. Loaded in ${load} s. ` +
      `Written beside: ${bulk} passages/s.`,
  )
}
