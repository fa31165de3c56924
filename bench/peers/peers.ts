import { execFileSync } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { searchableText } from '../../server/src/ingestion/searchable-text.ts'
import { mean, ndcg, percentile } from '../../server/src/evaluations/metrics/ranking-metrics.ts'
import type { Embedder } from '../../server/src/models/embedding/embedder.ts'
import { analyse, passageWeights, termId } from '../../server/src/text/terms.ts'
import { openModel } from '../lib/data/vector-cache.ts'
import type { Figures } from '../lib/figures.ts'
import { rounded } from '../lib/figures.ts'
import type { HttpLoadResult, Load } from '../lib/load/http-load.ts'
import { loadOverHttp } from '../lib/load/http-load.ts'
import type { BenchOptions } from '../lib/options.ts'
import { asPassages } from '../lib/sets/set-passages.ts'
import type { JudgedSet } from '../lib/sets/sets.ts'
import { readSet, shorten } from '../lib/sets/sets.ts'
import { printTable } from '../lib/table.ts'
import { treeCpuMs } from '../lib/process-cpu.ts'
import { memoryMb } from './processes.ts'
import type { Engine, PeerPassage, PeerQuestion, Searching } from './engine.ts'
import { withFootnote } from './footnote.ts'
import { withMeilisearch } from './meilisearch.ts'
import { PEERS_DIR } from './program.ts'
import { withQdrant } from './qdrant.ts'

const SIZE = {
  full: { rounds: 5, load: { clients: 4, seconds: 10 }, queries: 300 },
  short: { rounds: 1, load: { clients: 4, seconds: 3 }, queries: 60 },
}
const SHORT_SET = { documents: 300, queries: 60 }
/** Passages of the same document are one result, so more are asked for than are compared. */
const JUDGED_LIMIT = 50
const LOAD_LIMIT = 10
const EMBEDDED_AT_ONCE = 64

type Turn = HttpLoadResult & { cpuMs: number }

/** The same passages, vectors and questions through Footnote, Meilisearch and Qdrant, in turns. */
export async function run(options: BenchOptions): Promise<Figures> {
  if (!(await isInstalled()))
    return { skipped: 'no engines in .peers: fetch them with scripts/peers' }
  const whole = await readSet(options.dataDir, 'scifact')
  if (!whole) return { skipped: `no scifact in ${options.dataDir}` }
  const set = options.short ? shorten(whole, SHORT_SET) : whole
  const size = options.short ? SIZE.short : SIZE.full
  const embedder = await openModel(options.modelDir)
  try {
    const passages = await toPassages(set, embedder)
    const questions = await listQuestions(set, embedder, size.queries)
    return await withFootnote(set, embedder, (footnote) =>
      withMeilisearch(passages, (meilisearch) =>
        withQdrant(passages, async (qdrant) => {
          const engines = [footnote, meilisearch, qdrant]
          const quality = await judge(engines, set, questions)
          const turns = await loadInTurns(engines, questions, size)
          return report({ set, passages: passages.length, engines, quality, turns })
        }),
      ),
    )
  } finally {
    await embedder.close()
  }
}

const isInstalled = async (): Promise<boolean> =>
  Promise.all(['meilisearch', 'qdrant'].map((name) => access(join(PEERS_DIR, name)))).then(
    () => true,
    () => false,
  )

const hashTerm = (term: string): number => termId('peers', term) >>> 0

async function toPassages(set: JudgedSet, embedder: Embedder): Promise<PeerPassage[]> {
  const split = asPassages(set.documents)
  const texts = split.map((passage) => searchableText(passage.document.title, passage))
  const vectors: Float32Array[] = []
  while (vectors.length < texts.length) {
    const next = texts.slice(vectors.length, vectors.length + EMBEDDED_AT_ONCE)
    vectors.push(...(await embedder.embedPassages(next)))
  }
  return split.map((passage, index) => {
    const headings = passage.headingPath.join('\n')
    const { title } = passage.document
    const weights = passageWeights(analyse(passage.content), analyse(`${title}\n${headings}`))
    return {
      id: index + 1,
      documentId: passage.documentId,
      title,
      headings,
      content: passage.content,
      vector: vectors[index] ?? new Float32Array(embedder.dimensions),
      weights: new Map(Array.from(weights, ([term, weight]) => [hashTerm(term), weight])),
    }
  })
}

async function listQuestions(set: JudgedSet, embedder: Embedder, count: number) {
  const asked = set.queries.slice(0, count)
  const questions = new Map<string, PeerQuestion>()
  for (const { id, text } of asked) {
    const terms = [...new Set(analyse(text).map(hashTerm))]
    questions.set(id, { text, vector: await embedder.embedQuery(text), terms })
  }
  return questions
}

const toSearchings = (engines: readonly Engine[]): { engine: Engine; searching: Searching }[] =>
  engines.flatMap((engine) => engine.searchings.map((searching) => ({ engine, searching })))

/** nDCG@10 of each way to search. Also warms caches. */
async function judge(
  engines: readonly Engine[],
  set: JudgedSet,
  questions: ReadonlyMap<string, PeerQuestion>,
): Promise<Map<string, number>> {
  const quality = new Map<string, number>()
  for (const { searching } of toSearchings(engines)) {
    const figures: number[] = []
    for (const { id, relevance } of set.queries) {
      const question = questions.get(id)
      if (!question) continue
      const { url, headers } = searching
      const body = searching.buildBody(question, JUDGED_LIMIT)
      const reply = await fetch(url, { method: 'POST', headers, body })
      if (!reply.ok) throw new Error(`${searching.name}: ${reply.status} ${await reply.text()}`)
      const ranking = [...new Set(searching.readDocuments(await reply.json()))]
      figures.push(ndcg(ranking, relevance, 10))
    }
    quality.set(searching.name, mean(figures))
  }
  return quality
}

async function loadInTurns(
  engines: readonly Engine[],
  questions: ReadonlyMap<string, PeerQuestion>,
  { rounds, load }: { rounds: number; load: Load },
): Promise<Map<string, Turn[]>> {
  const asked = [...questions.values()]
  const all = toSearchings(engines)
  const turns = new Map(all.map(({ searching }) => [searching.name, [] as Turn[]]))
  for (let round = 0; round < rounds; round += 1) {
    // Nobody always comes first.
    for (const { engine, searching } of round % 2 === 0 ? all : all.toReversed()) {
      const bodies = asked.map((question) => searching.buildBody(question, LOAD_LIMIT))
      let next = 0
      const startMs = treeCpuMs(engine.processIds)
      const result = await loadOverHttp(searching, () => bodies[next++ % bodies.length] ?? '', load)
      const cpuMs = (treeCpuMs(engine.processIds) - startMs) / result.requests
      turns.get(searching.name)?.push({ ...result, cpuMs })
    }
  }
  return turns
}

type Measured = {
  set: JudgedSet
  passages: number
  engines: readonly Engine[]
  quality: ReadonlyMap<string, number>
  turns: ReadonlyMap<string, readonly Turn[]>
}

function report({ set, passages, engines, quality, turns }: Measured): Figures {
  const searches = toSearchings(engines).map(({ searching: { name } }) => {
    const median = (of: (turn: Turn) => number) =>
      rounded(percentile((turns.get(name) ?? []).map(of), 0.5))
    return {
      name,
      ndcg10: rounded(quality.get(name) ?? 0),
      perSecond: median(({ perSecond }) => perSecond),
      p50Ms: median(({ p50Ms }) => p50Ms),
      p99Ms: median(({ p99Ms }) => p99Ms),
      cpuMs: median(({ cpuMs }) => cpuMs),
    }
  })
  const holdings = engines.map(({ name, indexSeconds, processIds, folder }) => ({
    name,
    indexSeconds: rounded(indexSeconds),
    memoryMb: rounded(memoryMb(processIds)),
    diskMb: diskMb(folder),
  }))
  printTable(
    `${passages} passages of ${set.documents.length} documents; ${LOAD_LIMIT} results a search`,
    ['engine', 'nDCG@10', 'searches/s', 'p50 ms', 'p99 ms', 'CPU ms'],
    searches.map((row) => Object.values(row)),
  )
  printTable(
    'What it takes to hold them',
    ['engine', 'indexed in s', 'memory MB', 'disk MB'],
    holdings.map((row) => Object.values(row)),
  )
  return { documents: set.documents.length, passages, searches, holdings }
}

const diskMb = (folder: string): number =>
  Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0])
