import { join } from 'node:path'
import { mayHaveParts } from '../server/src/answering/follow-up/question-parts.ts'
import { mean } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import { mergeSearches } from '../server/src/retrieval/merge-searches.ts'
import type { Retrieved } from '../server/src/retrieval/retrieve.ts'
import { retrieve } from '../server/src/retrieval/retrieve.ts'
import { readCorpus, withOthers } from './lib/answers/judged-corpora.ts'
import { readJudgedQuestions } from './lib/answers/judged-questions.ts'
import { everyNth } from './lib/every-nth.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import { ROOT } from './lib/options.ts'
import { createMemoryIndex } from './lib/ranking/memory-bm25.ts'
import type { SetIndex } from './lib/sets/index-set.ts'
import type { SetDocument } from './lib/sets/sets.ts'
import { readLines } from './lib/sets/sets.ts'
import { withIndexes } from './lib/sets/with-indexes.ts'
import { printTable } from './lib/table.ts'

type Question = {
  corpus: string
  question: string
  /** What is asked for, as a search of its own, and the pages that answer it. */
  parts: { search: string; pages: string[] }[]
}

const QUESTIONS_FILE = join(ROOT, 'bench/parts/questions.jsonl')
const CORPORA = ['k8s_docs', 'github_docs']
/** Beside the pages that the questions name. */
const OTHER_PAGES = 60
const SHORT_QUESTIONS = 10
/** What a chat retrieves by default, of one search or of several together. */
const PASSAGES = 10

/** As a bad model would split: where the words tell that something new is asked. */
const SPLIT =
  /[?？]\s+|,? and (?=(?:how|what|which|why|when|where|can|do|does|is|are)\b)|,? or (?:should )?|,? (?:vs\.?|versus) /iu
const splitAtCues = (question: string): string[] =>
  question
    .split(SPLIT)
    .filter((part) => part.trim() !== '')
    .slice(0, 3)

const WAYS: Readonly<Record<string, (question: Question) => string[]>> = {
  'one search': ({ question }) => [question],
  'a search for each part, by hand': ({ parts }) => parts.map(({ search }) => search),
  'the question and each part': ({ question, parts }) => [
    question,
    ...parts.map(({ search }) => search),
  ],
  'split at its cues': ({ question }) => splitAtCues(question),
}

/** Whether questions with two parts find the pages of both, in one search and in several. */
export async function run({ dataDir, modelDir, short }: BenchOptions): Promise<Figures> {
  const all = await readLines<Question>(QUESTIONS_FILE)
  const questions = short ? everyNth(all, SHORT_QUESTIONS) : all
  const corpora: { name: string; documents: SetDocument[] }[] = []
  for (const name of CORPORA) {
    const pages = await readCorpus(dataDir, name)
    const named = questions.filter(({ corpus }) => corpus === name).flatMap(({ parts }) => parts)
    if (pages && named.length > 0)
      corpora.push({ name, documents: withOthers(pages.documents, named, OTHER_PAGES) })
  }
  if (corpora.length === 0) return { skipped: `no ${CORPORA.join(' and no ')} in ${dataDir}` }
  const found = await withIndexes(corpora, modelDir, async (indexes) => {
    const rows: { question: Question; shares: Record<string, number> }[] = []
    for (const question of questions) {
      const index = indexes.get(question.corpus)
      if (index) rows.push({ question, shares: await computeShares(index, question) })
    }
    return rows
  })
  const ways = Object.keys(WAYS).map((way) => {
    const shares = found.map((row) => row.shares[way] ?? 0)
    return {
      way,
      parts: rounded(mean(shares)),
      whole: rounded(mean(shares.map((share) => (share === 1 ? 1 : 0)))),
    }
  })
  printTable(
    `${found.length} questions with two parts: pages among ${PASSAGES} passages`,
    ['searches', 'parts found', 'questions with both found'],
    ways.map(({ way, parts, whole }) => [way, parts, whole]),
  )
  const rule = await seenByRule(questions)
  printTable(
    'Questions about which the rule asks a model',
    ['questions', 'number', 'share'],
    rule.map(({ set, number, seen }) => [set, number, seen]),
  )
  return { ways, rule, mtrag: await overMtrag(dataDir) }
}

/** The share of parts that have a page among the passages. */
async function computeShares(index: SetIndex, question: Question): Promise<Record<string, number>> {
  const known = new Map<string, Promise<Retrieved>>()
  const searchOnce = (text: string) => {
    const running = known.get(text) ?? search(index, text)
    known.set(text, running)
    return running
  }
  const shares: Record<string, number> = {}
  for (const [name, way] of Object.entries(WAYS)) {
    const searches = await Promise.all(way(question).map(searchOnce))
    const pages = new Set(
      mergeSearches(searches, PASSAGES).passages.map(({ documentId }) =>
        index.documentIds.get(documentId),
      ),
    )
    const answered = question.parts.filter((part) => part.pages.some((page) => pages.has(page)))
    shares[name] = answered.length / question.parts.length
  }
  return shares
}

const search = (
  { roles, embedders, metrics, caller }: SetIndex,
  text: string,
): Promise<Retrieved> => {
  const query = { caller, text, groupIds: null, limit: PASSAGES }
  return retrieve({ db: roles.api.db, embedders, metrics }, query, new AbortController().signal)
}

async function seenByRule(questions: readonly Question[]) {
  const judged = await readJudgedQuestions(join(ROOT, 'bench/judged/questions.jsonl'))
  const own = await readLines<{ question: string }>(join(ROOT, 'bench/own/questions.jsonl'))
  const sets = {
    'with two parts': questions,
    'judged, which compare': judged.filter(({ kind }) => kind === 'compare'),
    'judged, the others': judged.filter(({ kind }) => kind !== 'compare'),
    'about docs/': own,
  }
  return Object.entries(sets).map(([set, of]) => ({
    set,
    number: of.length,
    seen: rounded(mean(of.map(({ question }) => (mayHaveParts(question, 'en') ? 1 : 0)))),
  }))
}

type Task = {
  turns: { text: string }[]
  contexts: { document_id: string; text: string }[]
}

/** First questions of MTRAG-UN, in BM25 over the passages that its tasks name. */
async function overMtrag(dataDir: string) {
  const tasks = await readLines<Task>(join(dataDir, 'mtrag_un/tasks.jsonl')).catch(() => [])
  const index = createMemoryIndex(
    new Map(tasks.flatMap(({ contexts }) => contexts.map((one) => [one.document_id, one.text]))),
  )
  const asked = tasks.flatMap(({ turns, contexts }) => {
    const question = turns.at(-1)?.text ?? ''
    const isSplit = mayHaveParts(question, 'en') && splitAtCues(question).length > 1
    return contexts.length > 1 && isSplit ? [{ question, contexts }] : []
  })
  const recall = (rank: (question: string) => readonly string[]) =>
    rounded(
      mean(
        asked.map(({ question, contexts }) => {
          const best = new Set(rank(question).slice(0, PASSAGES))
          return contexts.filter(({ document_id: id }) => best.has(id)).length / contexts.length
        }),
      ),
    )
  const figures = {
    questions: asked.length,
    one: recall((question) => index.rank(question)),
    split: recall((question) => {
      const lists = splitAtCues(question).map((part) => index.rank(part))
      return [
        ...new Set(
          Array.from({ length: PASSAGES }, (_, at) =>
            lists.flatMap((list) => list[at] ?? []),
          ).flat(),
        ),
      ]
    }),
    withQuestion: recall((question) => {
      const lists = [question, ...splitAtCues(question)].map((part) => index.rank(part))
      return [
        ...new Set(
          Array.from({ length: PASSAGES }, (_, at) =>
            lists.flatMap((list) => list[at] ?? []),
          ).flat(),
        ),
      ]
    }),
  }
  printTable(
    `mtrag_un, ${asked.length} last questions that are split at their cues: recall@${PASSAGES}`,
    ['one search', 'split', 'the question and each part'],
    [[figures.one, figures.split, figures.withQuestion]],
  )
  return figures
}
