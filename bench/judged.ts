import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { Verdict } from './lib/answers/judge-answer.ts'
import { judge } from './lib/answers/judge-answer.ts'
import { readJudgedCorpora } from './lib/answers/judged-corpora.ts'
import type { JudgedQuestion } from './lib/answers/judged-questions.ts'
import { CORPORA, KINDS } from './lib/answers/judged-questions.ts'
import type { AskedAnswer } from './lib/answers/judged-service.ts'
import { withJudgedService } from './lib/answers/judged-service.ts'
import type { BenchOptions } from './lib/options.ts'
import { CACHE_DIR } from './lib/options.ts'
import { printTable } from './lib/table.ts'

/** Beside the pages that questions name: some 2,500 passages more a corpus. */
const OTHER_PAGES = 200
const SHORT = { otherPages: 30, questions: 10 }
const ANSWERS_FILE = join(CACHE_DIR, 'judged-answers.md')

type Row = { question: JudgedQuestion; answer: AskedAnswer; verdict: Verdict }

/** Answers made without a language model, against labels that were written before the first run. */
export async function run(options: BenchOptions): Promise<Figures> {
  const size = options.short
    ? SHORT
    : { otherPages: options.pages ?? OTHER_PAGES, questions: Infinity }
  const corpora = await readJudgedCorpora(options.dataDir, size)
  const rows = await withJudgedService(
    corpora,
    { modelDir: options.modelDir, env: {} },
    async (ask) => {
      const asked: Row[] = []
      for (const corpus of corpora) {
        for (const question of corpus.questions) {
          const answer = await ask(corpus, question.question)
          asked.push({ question, answer, verdict: judge(question, answer) })
        }
      }
      return asked
    },
  )
  await keepAnswers(rows)
  const byKind = KINDS.map((kind) =>
    summary(
      kind,
      rows.filter((row) => row.question.kind === kind),
    ),
  )
  const byCorpus = CORPORA.map((name) =>
    summary(
      name,
      rows.filter((row) => row.question.corpus === name),
    ),
  ).filter(({ questions }) => questions > 0)
  const all = summary('all', rows)
  print([all, ...byKind, ...byCorpus])
  console.log(`\nThe answers: ${ANSWERS_FILE}`)
  const pages = Object.fromEntries(corpora.map(({ name, documents }) => [name, documents.length]))
  return { model: basename(options.modelDir), pages, all, byKind, byCorpus }
}

function summary(name: string, rows: readonly Row[]) {
  const share = (verdict: Verdict) =>
    rounded(rows.filter((row) => row.verdict === verdict).length / Math.max(1, rows.length))
  return {
    name,
    questions: rows.length,
    contains: share('contains'),
    incomplete: share('incomplete'),
    misleads: share('misleads'),
    refused: share('refused'),
    medianCharacters: Math.round(median(rows.map(({ answer }) => answer.text.length))),
    medianMs: Math.round(median(rows.map(({ answer }) => answer.milliseconds))),
    medianAddedMs: rounded(
      median(rows.map(({ answer }) => answer.firstFrameMilliseconds - answer.searchMilliseconds)),
    ),
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

const print = (rows: readonly ReturnType<typeof summary>[]): void =>
  printTable(
    'Answers without a model (goal: .80 contain the fact, at most .05 mislead)',
    [
      '',
      'questions',
      'contains',
      'incomplete',
      'misleads',
      'refused',
      'characters',
      'ms',
      'first frame beyond a search',
    ],
    rows.map((row) => [
      row.name,
      row.questions,
      row.contains,
      row.incomplete,
      row.misleads,
      row.refused,
      row.medianCharacters,
      row.medianMs,
      row.medianAddedMs,
    ]),
  )

/** To read, the worst first. */
async function keepAnswers(rows: readonly Row[]): Promise<void> {
  const order: Verdict[] = ['misleads', 'refused', 'incomplete', 'contains']
  const sections = order.flatMap((verdict) =>
    rows.filter((row) => row.verdict === verdict).map(section),
  )
  await mkdir(CACHE_DIR, { recursive: true })
  await writeFile(ANSWERS_FILE, sections.join('\n'))
}

const section = ({ question, answer, verdict }: Row): string =>
  [
    `## ${question.question}`,
    `${verdict} · ${question.corpus} · ${question.kind}`,
    `wanted: ${question.facts.map((fact) => `/${fact}/`).join(' and ')} from ${question.pages.join(', ')}`,
    `cited: ${answer.pages.join(', ') || 'nothing'}`,
    '',
    answer.text,
    '',
  ].join('\n')
