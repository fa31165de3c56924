import { join } from 'node:path'
import { demoteShown } from '../server/src/answering/follow-up/demote-shown.ts'
import { standAlone } from '../server/src/answering/follow-up/stand-alone.ts'
import type { QuotedSections } from '../server/src/answering/extract/quote-sections.ts'
import { quoteSections } from '../server/src/answering/extract/quote-sections.ts'
import type { RankedPassage } from '../server/src/retrieval/retrieve.ts'
import { retrieve } from '../server/src/retrieval/retrieve.ts'
import { plainText } from '../server/src/evaluations/metrics/plain-text.ts'
import { readCorpus, withOthers } from './lib/answers/judged-corpora.ts'
import { requireFacts } from './lib/answers/judged-questions.ts'
import { everyNth } from './lib/every-nth.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import { ROOT } from './lib/options.ts'
import type { SetIndex } from './lib/sets/index-set.ts'
import type { SetDocument } from './lib/sets/sets.ts'
import { readLines } from './lib/sets/sets.ts'
import { withIndexes } from './lib/sets/with-indexes.ts'
import { printTable } from './lib/table.ts'

type Thread = {
  corpus: string
  /** `other`: another section answers the follow-up. `same`: the one that answered before. */
  kind: 'other' | 'same'
  first: string
  question: string
  facts: string[]
  pages: string[]
}

const THREADS_FILE = join(ROOT, 'bench/follow-ups/threads.jsonl')
const CORPORA = ['k8s_docs', 'github_docs', 'own']
/** Beside the pages that the threads name. */
const OTHER_PAGES = 60
const SHORT_THREADS = 8
/** What a chat retrieves by default. */
const PASSAGES = 10

const ORDERS = {
  'as ranked': (found) => found,
  'shown sections behind': demoteShown,
} satisfies Record<string, Order>
type Order = (
  found: RankedPassage[],
  question: string,
  turns: Parameters<typeof demoteShown>[2],
) => RankedPassage[]

/** Whether the card that is open has the facts, whether any has, and whether it was open before. */
type Verdict = { kind: Thread['kind']; isFirst: boolean; isShown: boolean; isAgain: boolean }

/** The second question of a conversation without a model, with and without what the first has shown. */
export async function run({ dataDir, modelDir, short }: BenchOptions): Promise<Figures> {
  const all = await readLines<Thread>(THREADS_FILE)
  const threads = short ? everyNth(all, SHORT_THREADS) : all
  const corpora = await readCorpora(dataDir, threads)
  const asked = await withIndexes(corpora, modelDir, async (indexes) => {
    const verdicts: Record<string, Verdict>[] = []
    for (const thread of threads) {
      const index = indexes.get(thread.corpus)
      if (index) verdicts.push(await askThread(index, thread))
    }
    return verdicts
  })
  const rows = Object.keys(ORDERS).flatMap((order) =>
    (['other', 'same'] as const).map((kind) => {
      const verdicts = asked.flatMap((one) => {
        const verdict = one[order]
        return verdict?.kind === kind ? [verdict] : []
      })
      const share = (count: number) => rounded(count / Math.max(1, verdicts.length))
      return {
        order,
        kind,
        threads: verdicts.length,
        first: share(verdicts.filter(({ isFirst }) => isFirst).length),
        again: share(verdicts.filter(({ isAgain }) => isAgain).length),
        any: share(verdicts.filter(({ isShown }) => isShown).length),
      }
    }),
  )
  printTable(
    'Follow-ups without a model, by where the answer stands: in another section, or the same again',
    ['order', 'section', 'threads', 'in the open card', 'in any card', 'the same card open'],
    rows.map(({ order, kind, threads: count, first, any, again }) => [
      order,
      kind,
      count,
      first,
      any,
      again,
    ]),
  )
  return { rows }
}

async function readCorpora(dataDir: string, threads: readonly Thread[]) {
  const corpora: { name: string; documents: SetDocument[] }[] = []
  for (const name of CORPORA) {
    const pages = await readCorpus(dataDir, name)
    const own = threads.filter(({ corpus }) => corpus === name)
    if (!pages || own.length === 0) continue
    const { documents } = pages
    requireFacts(
      own.map((one) => ({ ...one, mustNot: [] })),
      new Map(documents.map(({ id, content }) => [id, content])),
    )
    corpora.push({ name, documents: withOthers(documents, own, OTHER_PAGES) })
  }
  return corpora
}

async function askThread(index: SetIndex, thread: Thread): Promise<Record<string, Verdict>> {
  const first = await quote(index, await search(index, thread.first))
  const shown = first.citable.map(({ citation }) => citation)
  const turn = { question: thread.first, answer: first.pieces.join(''), shown }
  const found = await search(index, standAlone(thread.question, [turn]))
  const verdicts: Record<string, Verdict> = {}
  for (const [name, order] of Object.entries<Order>(ORDERS)) {
    const quoted = await quote(index, order(found, thread.question, [turn]))
    const text = quoted.pieces.join('')
    // Each card begins with its heading.
    const [open = ''] = text.split('\n\n### ')
    const holds = (part: string) =>
      thread.facts.every((fact) => new RegExp(fact, 'i').test(plainText(part)))
    verdicts[name] = {
      kind: thread.kind,
      isFirst: holds(open),
      isShown: holds(text),
      isAgain: getPlace(quoted) === getPlace(first),
    }
  }
  return verdicts
}

const quote = (
  { roles, caller }: SetIndex,
  passages: readonly RankedPassage[],
): Promise<QuotedSections> =>
  quoteSections(
    roles.api.db,
    caller,
    passages.map(({ id }) => id),
  )

/** Where the card that is open stands. */
function getPlace({ citable }: QuotedSections): string {
  const citation = citable[0]?.citation
  return JSON.stringify([citation?.document_id, citation?.heading_path])
}

async function search(
  { roles, embedders, metrics, caller }: SetIndex,
  text: string,
): Promise<RankedPassage[]> {
  const query = { caller, text, groupIds: null, limit: PASSAGES }
  const deps = { db: roles.api.db, embedders, metrics }
  return (await retrieve(deps, query, new AbortController().signal)).passages
}
