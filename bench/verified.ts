import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withTenant } from '../server/src/platform/database/tenant.ts'
import { matchVerified, MIN_SIMILARITY } from '../server/src/questions/verified/match-verified.ts'
import {
  createVerifiedAnswer,
  deleteVerifiedAnswer,
} from '../server/src/questions/verified/verified-answers.ts'
import { embedWordings } from '../server/src/questions/verified/wording-vectors.ts'
import { everyNth } from './lib/every-nth.ts'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import { ROOT } from './lib/options.ts'
import type { SetIndex } from './lib/sets/index-set.ts'
import { withIndexes } from './lib/sets/with-indexes.ts'
import { printTable } from './lib/table.ts'

/** Written before the first run. `near`: another question about the same, and none of the verified ones. */
type Row = { corpus: string; question: string; paraphrases: string[]; near: string[] }

const SHORT_ROWS = 20
/** How many of the paraphrases an editor has entered as other wordings. */
const VARIANTS = [0, 1, 2] as const

const never = new AbortController().signal

type Measured = Tally & { set: string; corpus: string; variants: number }

type Tally = { asked: number; right: number; wrong: number; near: number; nearGiven: number }

/** Whether a verified answer is given to its question in other words, and to no other question. */
export async function run({ modelDir, short }: BenchOptions): Promise<Figures> {
  const sets = {
    questions: short
      ? everyNth(await readRows('questions'), SHORT_ROWS)
      : await readRows('questions'),
    unseen: short ? [] : await readRows('unseen'),
    unseen2: short ? [] : await readRows('unseen2'),
  }
  const all = [...sets.questions, ...sets.unseen, ...sets.unseen2]
  const names = [...new Set(all.map(({ corpus }) => corpus))]
  const corpora = names.map((name) => ({ name, documents: [PAGE] }))
  return withIndexes(corpora, modelDir, async (indexes) => {
    const measured: Measured[] = []
    for (const [set, rows] of Object.entries(sets)) {
      for (const corpus of names) {
        const own = rows.filter((row) => row.corpus === corpus)
        const index = indexes.get(corpus)
        if (!index || own.length === 0) continue
        for (const variants of VARIANTS)
          measured.push({ set, corpus, variants, ...(await measure(index, own, variants)) })
      }
    }
    const totals = [...new Set(measured.map(({ set }) => set))].flatMap((set) =>
      VARIANTS.map((variants) => {
        const of = measured.filter((one) => one.set === set && one.variants === variants)
        return { set, corpus: 'all', variants, ...add(of) }
      }),
    )
    const lines = [...measured, ...totals].map((one) => ({ ...one, ...figuresOf(one) }))
    printTable(
      'verified answers: given to paraphrases, and to near misses',
      [
        'set',
        'corpus',
        'variants',
        'asked',
        'right',
        'wrong',
        'near',
        'given',
        'precision',
        'recall',
      ],
      lines.map((one) => [
        one.set,
        one.corpus,
        one.variants,
        one.asked,
        one.right,
        one.wrong,
        one.near,
        one.nearGiven,
        one.precision,
        one.recall,
      ]),
    )
    return { min_similarity: MIN_SIMILARITY, lines }
  })
}

const PAGE = {
  id: 'page',
  url: 'https://docs.example.com/page',
  title: 'Page',
  content: 'A page that everything is cited from.',
}

async function readRows(name: string): Promise<Row[]> {
  const text = await readFile(join(ROOT, `bench/verified/${name}.jsonl`), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line): Row => JSON.parse(line))
}

async function measure(index: SetIndex, rows: readonly Row[], variants: number): Promise<Tally> {
  const { roles, embedders, caller } = index
  const { db } = roles.worker
  const ids = new Map<Row, string>()
  for (const row of rows) {
    const { question } = row
    const others = row.paraphrases.slice(0, variants)
    const embedded = await embedWordings({ db, embedders }, caller, [question, ...others])
    const { id } = await withTenant(db, caller, async (tx) => {
      const { id: page } = await tx.selectFrom('documents').select('id').executeTakeFirstOrThrow()
      const body = { question, variants: others, answer: 'An answer.', expires_at: null }
      const sources = { source_document_ids: [page] }
      return createVerifiedAnswer(tx, caller.knowledgeBaseId, { ...body, ...sources }, embedded)
    })
    ids.set(row, id)
  }
  const given = async (text: string) => {
    const scope = { groupIds: null, filter: null, hiddenDocumentIds: new Set<string>() }
    const asked = { caller, text, ...scope }
    const match = await matchVerified({ db: roles.api.db, embedders }, asked, never)
    return match?.given ? match.nearest.id : null
  }
  const tally: Tally = { asked: 0, right: 0, wrong: 0, near: 0, nearGiven: 0 }
  for (const row of rows) {
    for (const text of row.paraphrases.slice(variants)) {
      const id = await given(text)
      tally.asked += 1
      if (id === ids.get(row)) tally.right += 1
      else if (id !== null) tally.wrong += 1
    }
    for (const text of row.near) {
      tally.near += 1
      if ((await given(text)) !== null) {
        tally.nearGiven += 1
        console.log(`given to another question (${variants} variants): ${text}`)
      }
    }
  }
  for (const id of ids.values()) await withTenant(db, caller, (tx) => deleteVerifiedAnswer(tx, id))
  return tally
}

const add = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (sum, one) => ({
      asked: sum.asked + one.asked,
      right: sum.right + one.right,
      wrong: sum.wrong + one.wrong,
      near: sum.near + one.near,
      nearGiven: sum.nearGiven + one.nearGiven,
    }),
    { asked: 0, right: 0, wrong: 0, near: 0, nearGiven: 0 },
  )

function figuresOf({ asked, right, wrong, nearGiven }: Tally) {
  const answers = right + wrong + nearGiven
  return {
    precision: answers === 0 ? 1 : rounded(right / answers),
    recall: rounded(right / asked),
  }
}
