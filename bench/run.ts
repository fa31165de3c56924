import { stat } from 'node:fs/promises'
import type { Bench, Figures } from './lib/figures.ts'
import { writeResults } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import { parseBenchArguments } from './lib/options.ts'

type Entry = {
  summary: string
  load: () => Promise<Bench>
  /** Everything it measures with is in the repository. */
  needsNoData?: true
}

const BENCHES: Record<string, Entry> = {
  quality: {
    summary: 'keyword, dense, fused and final ranking, and abstention, on every judged set',
    load: () => import('./quality.ts'),
  },
  own: {
    summary: "Footnote's own docs and questions, in the repository; --floor gates CI, a minute",
    load: () => import('./own.ts'),
    needsNoData: true,
  },
  answerability: {
    summary:
      'whether a question can be answered: corpora left out of training, off-topic questions',
    load: () => import('./answerability/answerability.ts'),
  },
  'reader-page': {
    summary: 'questions asked on a page of our own docs, with and without knowing the page',
    load: () => import('./reader-page.ts'),
    needsNoData: true,
  },
  search: {
    summary: '`/search` over HTTP beside pgbench, and beside the bare model',
    load: () => import('./search.ts'),
  },
  candidates: {
    summary:
      'CPU time of a search whose candidates a standby finds, and what is left for the primary',
    load: () => import('./candidates.ts'),
  },
  peers: {
    summary: 'the same passages and questions through Footnote, Meilisearch and Qdrant',
    load: () => import('./peers/peers.ts'),
  },
  relay: {
    summary: 'answers streamed over the whole protocol, beside the model itself; idle streams',
    load: () => import('./relay.ts'),
    needsNoData: true,
  },
  sockets: {
    summary: 'idle WebSocket connections in one process, active ones among them, and a slow reader',
    load: () => import('./sockets.ts'),
    needsNoData: true,
  },
  overload: {
    summary: 'searches served at the peak, and at ten times that from clients that try again',
    load: () => import('./overload.ts'),
    needsNoData: true,
  },
  ingest: {
    summary: 'pages through the running service, beside a bare model loop',
    load: () => import('./ingest.ts'),
  },
  sync: {
    summary: 'three syncs of a documentation site with everything that real ones have',
    load: () => import('./sync.ts'),
  },
  size: {
    summary:
      'one large knowledge base beside 1,000 small ones: recall and time of the whole search',
    load: () => import('./size.ts'),
  },
  storage: {
    summary:
      'bytes, WAL and CPU time of a passage, a search and an answer; docs/scale.md uses them',
    load: () => import('./storage/storage.ts'),
  },
  'answer-size': {
    summary: 'bytes and WAL of a stored answer, by table, index and column; --before compares',
    load: () => import('./answer-size/answer-size.ts'),
  },
  judged: {
    summary: 'whether answers without a model hold the fact asked for; 250 labelled questions',
    load: () => import('./judged.ts'),
    needsNoData: true,
  },
  answers: {
    summary: 'answers that a model writes: citations, refusals, time; run it before you switch',
    load: () => import('./answers/answers.ts'),
    needsNoData: true,
  },
  followups: {
    summary: 'follow-ups without a model: whether the section shown before wins again',
    load: () => import('./followups.ts'),
    needsNoData: true,
  },
  versions: {
    summary: 'two versions of the same pages: whether the right one is cited; what filters cost',
    load: () => import('./versions.ts'),
  },
  parts: {
    summary: 'questions with two parts: whether one search finds the pages of both',
    load: () => import('./parts.ts'),
  },
  words: {
    summary: 'names that no page mentions, and typing errors',
    load: () => import('./words.ts'),
    needsNoData: true,
  },
  verified: {
    summary: 'verified answers: given to paraphrases of their question, and to nothing else',
    load: () => import('./verified.ts'),
    needsNoData: true,
  },
  diff: {
    summary: 'what an answer diff says of ten pull requests, against labelled facts; minutes',
    load: () => import('./diff.ts'),
  },
  rewrite: {
    summary: 'follow-up questions made to stand alone by rule; no model needed, seconds',
    load: () => import('./rewrite.ts'),
  },
  traces: {
    summary: 'what traces cost an answer without a model: none, off, a tenth, all',
    load: () => import('./traces.ts'),
    needsNoData: true,
  },
  widget: {
    summary: 'the widget in Chromium: panel paint, longest task while it streams, sizes; a minute',
    load: () => import('./widget.ts'),
    needsNoData: true,
  },
}

const USAGE = `Usage: npm run bench -- NAME [--short] [--data FOLDER] …

${Object.entries(BENCHES)
  .map(([name, { summary }]) => `  ${name.padEnd(8)} ${summary}`)
  .join('\n')}

  --short         a sample, in place of the whole; writes no results
  --data FOLDER   the evaluation data; default ../shared/data beside the repository
  --model FOLDER  the embedding model; default .models/minilm-int8 (quality, own, ingest)
  --sets A,B      only these sets (quality, judged); the first (storage)
  --train         fits the model and writes its coefficients (answerability)
  --floor         fails when a figure is below its floor (own, answers)
  --pages N       how many pages (ingest, storage), how many beside those asked for (judged)
  --passages N    how many passages the knowledge base has (size)
  --questions N   how many questions (answer-size), how many of each kind (answers)
  --before FOLDER a checkout of an earlier version, measured in the same run (answer-size)

A table for people comes first; the last line is one JSON object. A full run also writes
bench/results/NAME.json. Without the data a bench says so and exits with 0.`

async function main(args: readonly string[]): Promise<number> {
  const { name, help, options } = parseBenchArguments(args)
  const bench = name === undefined ? undefined : BENCHES[name]
  if (help || name === undefined || !bench) {
    if (name !== undefined && !bench) console.error(`There is no bench "${name}".\n`)
    console.log(USAGE)
    return help ? 0 : 2
  }
  const loaded = await bench.load()
  if (options.floor && !loaded.shortfalls) throw new Error(`The bench "${name}" has no floors.`)
  const figures = bench.needsNoData
    ? await loaded.run(options)
    : await runWhereDataIs(loaded, options)
  if (typeof figures['skipped'] === 'string') console.log(`Skipped: ${figures['skipped']}`)
  else if (!options.short) console.log(`\nWritten: ${await writeResults(name, loaded, figures)}`)
  console.log(JSON.stringify({ bench: name, short: options.short, ...figures }))
  const shortfalls = options.floor ? (loaded.shortfalls?.(figures) ?? []) : []
  for (const line of shortfalls) console.error(line)
  return shortfalls.length === 0 ? 0 : 1
}

async function runWhereDataIs(bench: Bench, options: BenchOptions): Promise<Figures> {
  const folder = await stat(options.dataDir).catch(() => null)
  if (!folder?.isDirectory())
    return { skipped: `there is no evaluation data in ${options.dataDir}` }
  return bench.run(options)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
