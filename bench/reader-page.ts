import { join } from 'node:path'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import { ROOT } from './lib/options.ts'
import { readPages } from './lib/sets/own-set.ts'
import type { SetIndex } from './lib/sets/index-set.ts'
import { readLines } from './lib/sets/sets.ts'
import { withIndexes } from './lib/sets/with-indexes.ts'
import { printTable } from './lib/table.ts'
import { aboutPage } from '../server/src/answering/follow-up/about-page.ts'
import { mean, ndcg } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import { withTenant } from '../server/src/platform/database/tenant.ts'
import type { ReaderPage } from '../server/src/retrieval/reader-page.ts'
import { readPageAt } from '../server/src/retrieval/reader-page.ts'
import { retrieve } from '../server/src/retrieval/retrieve.ts'
import { assessAnswerability } from '../server/src/retrieval/answerability/assess.ts'

type Asked = {
  /** Where the answer stands: on the page, in its section, or elsewhere. */
  kind: (typeof KINDS)[number]
  on: string
  question: string
  pages: Record<string, number>
}

const KINDS = ['page', 'section', 'elsewhere'] as const
const FILE = join(ROOT, 'bench/reader-page/questions.jsonl')
/** As many as a search returns to someone who looks at ten pages. */
const PASSAGES = 100

const WAYS = {
  'the page not known': { hasPrior: false, isNamed: false },
  'with the prior': { hasPrior: true, isNamed: false },
  'and its title for words that refer to it': { hasPrior: true, isNamed: true },
}

/** Questions that are asked on a page of our own docs, with and without the page. */
export async function run({ modelDir }: BenchOptions): Promise<Figures> {
  const questions = await readLines<Asked>(FILE)
  const documents = await readPages(join(ROOT, 'docs'))
  const rows = await withIndexes([{ name: 'own', documents }], modelDir, async (indexes) => {
    const index = indexes.get('own')
    if (!index) throw new Error('The pages were not indexed')
    const found = []
    for (const [way, how] of Object.entries(WAYS)) {
      const asked = []
      for (const question of questions) asked.push(await ask(index, question, how))
      for (const kind of [...KINDS, 'all'] as const) {
        const of = asked.filter((one) => kind === 'all' || one.kind === kind)
        found.push({
          way,
          kind,
          questions: of.length,
          ndcg10: rounded(mean(of.map(({ quality }) => quality))),
          first: rounded(mean(of.map(({ isFirst }) => (isFirst ? 1 : 0)))),
          answered: rounded(mean(of.map(({ isAnswered }) => (isAnswered ? 1 : 0)))),
        })
      }
    }
    return found
  })
  printTable(
    `${questions.length} questions asked on a page, by where the answer stands`,
    ['what is known', 'answer', 'questions', 'nDCG@10', 'first', 'answered'],
    rows.map((row) => [row.way, row.kind, row.questions, row.ndcg10, row.first, row.answered]),
  )
  return { rows }
}

async function ask(
  { roles, embedders, metrics, caller, documentIds }: SetIndex,
  { kind, on, question, pages }: Asked,
  { hasPrior, isNamed }: { hasPrior: boolean; isNamed: boolean },
) {
  const signal = new AbortController().signal
  const page = await findPage(roles, caller, on)
  const { languages } = caller
  const text = isNamed ? aboutPage(question, page, { languages, isFollowUp: false }) : question
  const query = { caller, text, groupIds: null, limit: PASSAGES, withEvidence: true }
  const deps = { db: roles.api.db, embedders, metrics }
  const found = await retrieve(deps, { ...query, page: hasPrior ? page : null }, signal)
  const ranking = [
    ...new Set(found.passages.map(({ documentId }) => documentIds.get(documentId) ?? '')),
  ]
  const judged = { ...found, text, strictness: 'balanced' as const }
  const { isAnswerable } = await assessAnswerability(embedders, caller, judged, signal)
  return {
    kind,
    quality: ndcg(ranking, new Map(Object.entries(pages)), 10),
    isFirst: ranking[0] !== undefined && ranking[0] in pages,
    isAnswered: isAnswerable,
  }
}

async function findPage(
  { api }: SetIndex['roles'],
  caller: SetIndex['caller'],
  path: string,
): Promise<ReaderPage> {
  const address = `https://docs.example.com/${path.replace(/\.md$/, '')}`
  const page = await withTenant(api.db, caller, (tx) => readPageAt(tx, null, address))
  if (!page) throw new Error(`No page at ${address}`)
  return page
}
