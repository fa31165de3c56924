import { join } from 'node:path'
import { passageSentences } from '../server/src/answering/extract/passage-sentences.ts'
import { quotePassages } from '../server/src/answering/extract/quote-passages.ts'
import { createEmbedders } from '../server/src/models/embedding/embedders.ts'
import { calibrate, dot } from '../server/src/models/embedding/similarity-baseline.ts'
import { createMetrics } from '../server/src/platform/metrics.ts'
import type { RankedPassage } from '../server/src/retrieval/retrieve.ts'
import { retrieve } from '../server/src/retrieval/retrieve.ts'
import { withDatabase, withRoles } from './lib/database.ts'
import { everyNth } from './lib/every-nth.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import { indexSet } from './lib/sets/index-set.ts'
import type { BenchOptions } from './lib/options.ts'
import { mean } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import { asPassages } from './lib/sets/set-passages.ts'
import type { JudgedSet } from './lib/sets/sets.ts'
import { readLines, readSet } from './lib/sets/sets.ts'
import { printTable } from './lib/table.ts'
import { containsSpan, newTermRecall, termF1 } from './lib/answers/text-overlap.ts'
import { openModel } from './lib/data/vector-cache.ts'

const SHORT_QUERIES = 40
/** What a chat retrieves by default. */
const PASSAGES = 10
/** The gold paragraph and the first others of its article. */
const PARAGRAPHS = 5

type Asked = { text: string; passages: readonly RankedPassage[] }
type Writer = (asked: Asked, extract: string) => string

const WRITERS: Readonly<Record<string, Writer>> = {
  extract: (_, extract) => extract,
  'first sentence': ({ passages: [first] }) =>
    (first === undefined ? undefined : passageSentences(first)[0]?.text) ?? '',
  'first passage, cut to the same length': ({ passages }, extract) =>
    (passages[0]?.content ?? '').slice(0, extract.length),
  'first passage, whole': ({ passages }) => passages[0]?.content ?? '',
}

export async function run(options: BenchOptions): Promise<Figures> {
  const vendor = await measureVendor(options)
  const xquad = await measureXquad(options)
  if (!vendor && !xquad) {
    return { skipped: `neither vendor_docs_qa nor xquad_en is in ${options.dataDir}` }
  }
  return { vendor_docs_qa: vendor, xquad_en: xquad }
}

/** Passages as the product retrieves them, answers beside the reference answers. */
async function measureVendor(options: BenchOptions): Promise<Figures | null> {
  const set = await readSet(options.dataDir, 'vendor_docs_qa')
  if (!set) return null
  const references = await readLines<{ _id: string; answer: string }>(
    join(options.dataDir, 'vendor_docs_qa/queries.jsonl'),
  )
  const answers = new Map(references.map(({ _id, answer }) => [_id, answer]))
  const asked = await retrieveAll(options, set)
  const rows = asked.map((question) => ({ question, reference: answers.get(question.id) ?? '' }))
  return compare('vendor_docs_qa: reference answers', asked, (writes) => {
    const recalls = rows.map(({ question, reference }) =>
      newTermRecall(writes(question), reference, question.text),
    )
    return {
      'term F1': mean(rows.map(({ question, reference }) => termF1(writes(question), reference))),
      'new terms': mean(recalls),
      'half of them': mean(recalls.map((recall) => (recall >= 0.5 ? 1 : 0))),
    }
  })
}

async function retrieveAll(
  options: BenchOptions,
  set: JudgedSet,
): Promise<(Asked & { id: string })[]> {
  const embedder = await openModel(options.modelDir)
  const deps = { embedders: createEmbedders([embedder]), metrics: createMetrics() }
  const queries = options.short ? everyNth(set.queries, SHORT_QUERIES) : set.queries
  try {
    return await withDatabase((database) =>
      withRoles(database, async (roles) => {
        const { caller } = await indexSet(roles, deps, set)
        const asked: (Asked & { id: string })[] = []
        for (const { id, text } of queries) {
          const query = { caller, text, groupIds: null, limit: PASSAGES }
          const { signal } = new AbortController()
          const { passages } = await retrieve({ db: roles.api.db, ...deps }, query, signal)
          asked.push({ id, text, passages })
        }
        return asked
      }),
    )
  } finally {
    await embedder.close()
  }
}

/** The gold paragraph comes first: whether the sentences taken hold the answer. */
async function measureXquad(options: BenchOptions): Promise<Figures | null> {
  const set = await readSet(options.dataDir, 'xquad_en')
  if (!set) return null
  const lines = await readLines<{ _id: string; answers: string[] }>(
    join(options.dataDir, 'xquad_en/queries.jsonl'),
  )
  const spans = new Map(lines.map(({ _id, answers }) => [_id, answers]))
  const queries = options.short ? everyNth(set.queries, SHORT_QUERIES) : set.queries
  const listed = queries.map(({ id, text, relevance }) => {
    const gold = set.documents.filter((document) => relevance.has(document.id))
    const others = set.documents.filter(
      ({ id: other, title }) => title === gold[0]?.title && !relevance.has(other),
    )
    return { id, text, passages: asPassages([...gold, ...others].slice(0, PARAGRAPHS)) }
  })
  const asked = await withVectorScores(options, listed)
  return compare('xquad_en: the gold paragraph first', asked, (writes) => ({
    'holds the answer': mean(
      asked.map((question) =>
        containsSpan(writes(question), spans.get(question.id) ?? []) ? 1 : 0,
      ),
    ),
  }))
}

/** As the search would have compared each passage with the question. */
async function withVectorScores<Question extends Asked>(
  { modelDir }: BenchOptions,
  asked: readonly Question[],
): Promise<Question[]> {
  const embedder = await openModel(modelDir)
  try {
    const baseline = await embedder.similarityBaseline()
    const scored: Question[] = []
    for (const question of asked) {
      const vector = await embedder.embedQuery(question.text)
      const found = await embedder.embedPassages(question.passages.map(({ content }) => content))
      const passages = question.passages.map((passage, index) => ({
        ...passage,
        vectorScore: calibrate(dot(vector, found[index] ?? new Float32Array()), baseline),
      }))
      scored.push({ ...question, passages })
    }
    return scored
  } finally {
    await embedder.close()
  }
}

function compare<Question extends Asked>(
  title: string,
  asked: readonly Question[],
  measure: (writes: (question: Question) => string) => Record<string, number>,
): Figures {
  const extracts = new Map(
    asked.map((question) => {
      const { pieces } = quotePassages(question.text, question.passages)
      return [question, pieces.join('')]
    }),
  )
  const rows = Object.entries(WRITERS).map(([name, writer]) => {
    const writes = (question: Question) => writer(question, extracts.get(question) ?? '')
    const lengths = asked.map((question) => writes(question).length)
    return { name, figures: { ...measure(writes), characters: Math.round(mean(lengths)) } }
  })
  const columns = Object.keys(rows[0]?.figures ?? {})
  printTable(
    `${title}, ${asked.length} questions`,
    ['writer', ...columns],
    rows.map(({ name, figures }) => [name, ...Object.values(figures)]),
  )
  const written = rows.map(({ name, figures }) => [
    name,
    Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, rounded(value)])),
  ])
  return { questions: asked.length, ...Object.fromEntries(written) }
}
