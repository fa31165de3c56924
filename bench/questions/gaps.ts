import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedder } from '../../server/src/models/embedding/embedder.ts'
import { calibrate } from '../../server/src/models/embedding/similarity-baseline.ts'
import { MIN_LIKENESS } from '../../server/src/questions/gaps/group-questions.ts'
import { openModel } from '../lib/data/vector-cache.ts'
import { adjustedRandIndex, vMeasure } from '../lib/clusters/agreement.ts'
import { createRandom, kMeans, leaderClusters, shuffled } from '../lib/clusters/partitions.ts'
import type { Figures } from '../lib/figures.ts'
import { rounded } from '../lib/figures.ts'
import type { BenchOptions } from '../lib/options.ts'
import { printTable } from '../lib/table.ts'
import { measureAdding } from './cost-of-grouping.ts'

const SEED = 7
/** Of each intent in a short run. */
const SHORT_QUESTIONS = 10
/** Cosines beside the one that the service uses. */
const COSINES = [0.5, 0.55, 0.65, 0.7]

type Labelled = { text: string; label: string }

/** Grouping one question after the other, beside k-means that sees all of them and is told k. */
export async function run({ dataDir, modelDir, short, questions }: BenchOptions): Promise<Figures> {
  const each = questions ?? (short ? SHORT_QUESTIONS : null)
  const model = await openModel(modelDir)
  try {
    const baseline = await model.similarityBaseline()
    const own = baseline + (1 - baseline) * MIN_LIKENESS
    const clinc = await readClinc(dataDir, each)
    const sets = { clinc_oos: clinc, vendor_docs_qa: await readVendor(dataDir) }
    const agreement: Record<string, Record<string, number[]>> = {}
    for (const [name, set] of Object.entries(sets)) {
      const order = shuffled(set, createRandom(SEED))
      const rows = compare(order, await embedded(model, order), own)
      agreement[name] = rows
      const table = Object.entries(rows).map(([how, figures]) => [how, ...figures])
      printTable(`${name}, ${set.length} questions`, ['how', 'groups', 'ARI', 'V-measure'], table)
    }
    const adding = await measureAdding(modelDir, clinc)
    printTable('Adding a question (ms)', Object.keys(adding), [Object.values(adding)])
    return { minCosine: rounded(own), likeness: calibrate(own, baseline), agreement, adding }
  } finally {
    await model.close()
  }
}

function compare(order: readonly Labelled[], vectors: readonly Float32Array[], own: number) {
  const classes = order.map(({ label }) => label)
  const figures = (clusters: readonly number[]) => [
    new Set(clusters).size,
    rounded(adjustedRandIndex(classes, clusters)),
    rounded(vMeasure(classes, clusters)),
  ]
  const k = new Set(classes).size
  return {
    'k-means, the right k': figures(kMeans(vectors, k, createRandom(SEED))),
    'the service': figures(leaderClusters(vectors, own)),
    ...Object.fromEntries(
      COSINES.map((cosine) => [`at ${cosine}`, figures(leaderClusters(vectors, cosine))]),
    ),
  }
}

async function embedded(model: Embedder, set: readonly Labelled[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (const { text } of set) vectors.push(await model.embedQuery(text))
  return vectors
}

async function readLines<Row>(dataDir: string, file: string): Promise<Row[]> {
  const text = await readFile(join(dataDir, file), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line))
}

/** Without what is out of scope, which has no intent in common. */
async function readClinc(dataDir: string, each: number | null): Promise<Labelled[]> {
  const rows = await readLines<{ text: string; intent: string }>(dataDir, 'clinc_oos/test.jsonl')
  const byIntent = Map.groupBy(rows, ({ intent }) => intent)
  byIntent.delete('oos')
  return [...byIntent].flatMap(([label, of]) =>
    of.slice(0, each ?? of.length).map(({ text }) => ({ text, label })),
  )
}

/** Questions that the same page answers belong together. */
async function readVendor(dataDir: string): Promise<Labelled[]> {
  const queries = await readLines<{ _id: string; text: string }>(
    dataDir,
    'vendor_docs_qa/queries.jsonl',
  )
  const judged = await readLines<{ query_id: string; doc_id: string }>(
    dataDir,
    'vendor_docs_qa/qrels.jsonl',
  )
  const pages = new Map(judged.map(({ query_id, doc_id }) => [query_id, doc_id]))
  return queries.map(({ _id, text }) => ({ text, label: pages.get(_id) ?? _id }))
}
