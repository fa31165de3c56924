import { mean, ndcg } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import { readAsTenant } from '../server/src/platform/database/tenant.ts'
import { assessAnswerability } from '../server/src/retrieval/answerability/assess.ts'
import { embedQuestion } from '../server/src/retrieval/embed-question.ts'
import type { Retrieved } from '../server/src/retrieval/retrieve.ts'
import { findPassages, retrieve } from '../server/src/retrieval/retrieve.ts'
import { readClinc, readOwnOffTopic } from './lib/answerability/off-topic.ts'
import { readCorpus, withOthers } from './lib/answers/judged-corpora.ts'
import { CORPORA } from './lib/answers/judged-questions.ts'
import { everyNth } from './lib/every-nth.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import type { SetIndex } from './lib/sets/index-set.ts'
import type { SetDocument } from './lib/sets/sets.ts'
import { withIndexes } from './lib/sets/with-indexes.ts'
import { printTable } from './lib/table.ts'
import { measureCost } from './lib/words/cost.ts'
import type { MistypedQuestion } from './lib/words/questions.ts'
import { readCovered, readMistyped, readNaming } from './lib/words/questions.ts'

/** Beside the pages that questions name. */
const OTHER_PAGES = 60
const SHORT = { corpora: ['own'], questions: 20 }
const OFF_TOPIC = 120
/** Passages, from which pages are ranked. */
const PASSAGES = 50
const CUT = 10

const never = new AbortController().signal

type Asked = { question: string; corpus: string }
type Judged = Asked & {
  /** Declined by answerability alone, and with the words that are missing. */
  before: boolean
  after: boolean
  missing: readonly string[]
  mended: readonly string[]
}

/** Whether names that no page mentions are declined, and typing errors cost nothing. */
export async function run({ dataDir, modelDir, short }: BenchOptions): Promise<Figures> {
  const names = short ? SHORT.corpora : CORPORA
  const kept = <One extends Asked>(all: readonly One[]) =>
    names.flatMap((name) => {
      const own = all.filter(({ corpus }) => corpus === name)
      return short ? everyNth(own, SHORT.questions) : own
    })
  const covered = await readCovered()
  const naming = kept(await readNaming('missing'))
  const unseen = kept(await readNaming('unseen'))
  const mistyped = kept(await readMistyped(covered))
  const offTopic = everyNth(
    [...(await readOwnOffTopic()), ...(await readClinc(dataDir))],
    OFF_TOPIC,
  )
  const corpora: { name: string; documents: SetDocument[] }[] = []
  for (const name of names) {
    const pages = await readCorpus(dataDir, name)
    const named = covered
      .filter(({ corpus }) => corpus === name)
      .map(({ relevance }) => ({ pages: [...relevance.keys()] }))
    if (pages) corpora.push({ name, documents: withOthers(pages.documents, named, OTHER_PAGES) })
  }
  return withIndexes(corpora, modelDir, async (indexes) => {
    const judgeAll = async (asked: readonly Asked[]): Promise<Judged[]> => {
      const judged: Judged[] = []
      for (const one of asked) {
        const index = indexes.get(one.corpus)
        if (index) judged.push(await judge(index, one))
      }
      return judged
    }
    const judged = {
      covered: await judgeAll(kept(covered)),
      naming: await judgeAll(naming),
      unseen: await judgeAll(unseen),
      offTopic: await judgeAll(
        [...indexes.keys()].flatMap((corpus) =>
          offTopic.map(({ text }) => ({ question: text, corpus })),
        ),
      ),
    }
    const typing = await rankMistyped(indexes, mistyped)
    return { ...report(judged), typing, cost: await measureCost(indexes, kept(covered)) }
  })
}

async function judge(index: SetIndex, { question, corpus }: Asked): Promise<Judged> {
  const found = await search(index, question)
  const declines = async (words: Retrieved['words']) => {
    const asked = { text: question, ...found, words, strictness: 'balanced' as const }
    return !(await assessAnswerability(index.embedders, index.caller, asked, never)).isAnswerable
  }
  return {
    question,
    corpus,
    before: await declines({ ...found.words, missing: [] }),
    after: await declines(found.words),
    missing: found.words.missing,
    mended: [...found.words.mended].map(([typed, meant]) => `${typed} → ${meant}`),
  }
}

const search = (index: SetIndex, text: string): Promise<Retrieved> =>
  retrieve(getDeps(index), buildQuery(index, text), never)

const getDeps = ({ roles, embedders, metrics }: SetIndex) => ({
  db: roles.api.db,
  embedders,
  metrics,
})

const buildQuery = ({ caller }: SetIndex, text: string) => ({
  caller,
  text,
  groupIds: null,
  limit: PASSAGES,
  withEvidence: true,
})

/** Without mending. */
async function searchAsTyped(index: SetIndex, text: string): Promise<Retrieved> {
  const question = await embedQuestion(index.embedders, index.caller, text, never)
  return readAsTenant(index.roles.api.db, index.caller, (tx) =>
    findPassages(tx, getDeps(index), buildQuery(index, text), question),
  )
}

function report(judged: Record<'covered' | 'naming' | 'unseen' | 'offTopic', readonly Judged[]>) {
  const share = (rows: readonly Judged[], field: 'before' | 'after') =>
    rounded(mean(rows.map((row) => Number(row[field]))))
  const kinds = Object.entries(judged).map(([kind, all]) => ({
    kind,
    corpora: ['all', ...new Set(all.map(({ corpus }) => corpus))].map((name) => {
      const rows = all.filter(({ corpus }) => name === 'all' || corpus === name)
      return {
        name,
        questions: rows.length,
        before: share(rows, 'before'),
        after: share(rows, 'after'),
        mended: rows.filter(({ mended }) => mended.length > 0).length,
      }
    }),
  }))
  for (const { kind, corpora } of kinds) {
    printTable(
      `${kind}: declined`,
      ['corpus', 'questions', 'by answerability', 'with missing words', 'mended'],
      corpora.map(({ name, questions, before, after, mended }) => [
        name,
        questions,
        before,
        after,
        mended,
      ]),
    )
  }
  const falsely = judged.covered.filter(({ before, after }) => after && !before)
  const missed = [...judged.naming, ...judged.unseen].filter(({ after }) => !after)
  const mended = [...judged.covered, ...judged.naming].filter((row) => row.mended.length > 0)
  printTable('Declined falsely', ['question', 'missing'], falsely.map(shown))
  printTable('Not declined', ['question', 'mended'], missed.map(shown))
  printTable('Mended, though nothing was mistyped', ['question', 'mended'], mended.map(shown))
  return { kinds }
}

const shown = ({ question, missing, mended }: Judged): string[] => [
  question,
  [...missing, ...mended].join(', '),
]

async function rankMistyped(
  indexes: ReadonlyMap<string, SetIndex>,
  mistyped: readonly MistypedQuestion[],
) {
  const rows: { by: string; right: number; typed: number; mended: number; text: string }[] = []
  for (const { corpus, question, right, relevance, by } of mistyped) {
    const index = indexes.get(corpus)
    if (!index) continue
    const score = ({ passages }: Retrieved) => ndcg(getPages(index, passages), relevance, CUT)
    const found = await search(index, question)
    rows.push({
      by,
      right: score(await search(index, right)),
      typed: score(await searchAsTyped(index, question)),
      mended: score(found),
      text: `${question} | ${found.words.searchedFor ?? ''} | ${found.words.missing.join(' ')}`,
    })
  }
  const sums = ['hand', 'rule', 'all'].map((by) => {
    const own = rows.filter((row) => by === 'all' || row.by === by)
    const of = (field: 'right' | 'typed' | 'mended') => mean(own.map((row) => row[field]))
    const falsely = own.filter(({ text }) => !text.endsWith('| ')).length
    return {
      by,
      questions: own.length,
      right: rounded(of('right')),
      typed: rounded(of('typed') / of('right')),
      mended: rounded(of('mended') / of('right')),
      withMissing: falsely,
    }
  })
  printTable(
    `Typing errors: nDCG@${CUT}`,
    ['made by', 'questions', 'right', 'share as typed', 'share mended', 'with missing words'],
    sums.map((one) => Object.values(one)),
  )
  const worse = rows.filter(({ right, mended, text }) => mended < right || !text.endsWith('| '))
  printTable(
    'Worse than the right spelling, or with missing words',
    ['question'],
    worse.map(({ text }) => [text]),
  )
  return sums
}

const getPages = ({ documentIds }: SetIndex, passages: Retrieved['passages']): string[] => [
  ...new Set(passages.map(({ documentId }) => documentIds.get(documentId) ?? '')),
]
