import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { splitSections } from '@footnote/client'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { Verdict } from './lib/answers/judge-answer.ts'
import { hasTemplateTags, holds, judge } from './lib/answers/judge-answer.ts'
import type { JudgedSetName } from './lib/answers/judged-corpora.ts'
import { JUDGED_SETS, readJudgedCorpora } from './lib/answers/judged-corpora.ts'
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

type Row = {
  question: JudgedQuestion
  answer: AskedAnswer
  verdict: Verdict
  /** The section that clients show open has every fact. */
  firstHolds: boolean
}

/** Answers made without a language model, against labels that were written before the first run. */
export async function run(options: BenchOptions): Promise<Figures> {
  const names = Object.keys(JUDGED_SETS) as JudgedSetName[]
  const sets: Record<string, Figures> = {}
  for (const name of names.filter((set) => options.sets?.includes(set) ?? true)) {
    sets[name] = await runSet(name, options)
  }
  return { models: { [basename(options.modelDir)]: sets } }
}

/** Weights stay side by side until they are run again. */
export function merge(before: Figures, { models }: Figures): Figures {
  const all: Record<string, Figures> = { ...(before['models'] as Record<string, Figures>) }
  for (const [model, sets] of Object.entries(models as Record<string, Figures>))
    all[model] = { ...all[model], ...sets }
  return { models: all }
}

async function runSet(set: JudgedSetName, options: BenchOptions): Promise<Figures> {
  const size = options.short
    ? SHORT
    : { otherPages: options.pages ?? OTHER_PAGES, questions: Infinity }
  const corpora = await readJudgedCorpora(options.dataDir, JUDGED_SETS[set], size)
  const rows = await withJudgedService(
    corpora,
    { modelDir: options.modelDir, env: {} },
    async (ask) => {
      const asked: Row[] = []
      for (const corpus of corpora) {
        for (const question of corpus.questions) {
          const answer = await ask(corpus, question.question)
          asked.push({
            question,
            answer,
            verdict: judge(question, answer),
            firstHolds: holds(question, splitSections(answer.text)[0] ?? ''),
          })
        }
      }
      return asked
    },
  )
  const answersFile = await keepAnswers(`${set}-${basename(options.modelDir)}`, rows)
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
  print(set, [all, ...byKind, ...byCorpus])
  console.log(`\nThe answers: ${answersFile}`)
  const pages = Object.fromEntries(corpora.map(({ name, documents }) => [name, documents.length]))
  return { pages, all, byKind, byCorpus }
}

function summary(name: string, rows: readonly Row[]) {
  const share = (isMeant: (row: Row) => boolean) =>
    rounded(rows.filter(isMeant).length / Math.max(1, rows.length))
  const computeShare = (verdict: Verdict) => share((row) => row.verdict === verdict)
  return {
    name,
    questions: rows.length,
    contains: computeShare('contains'),
    firstContains: share(({ firstHolds }) => firstHolds),
    incomplete: computeShare('incomplete'),
    misleads: computeShare('misleads'),
    refused: computeShare('refused'),
    withTemplateTags: share(({ answer }) => hasTemplateTags(answer.text)),
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

const GOALS: Readonly<Record<JudgedSetName, string>> = {
  first: 'goal: .85 contain the fact, .62 in the first section, at most .04 mislead',
  unseen: 'goal: .80 contain the fact, at most .05 mislead',
}

const print = (set: JudgedSetName, rows: readonly ReturnType<typeof summary>[]): void =>
  printTable(
    `Answers without a model, ${set} questions (${GOALS[set]})`,
    [
      '',
      'questions',
      'contains',
      'in the first',
      'incomplete',
      'misleads',
      'refused',
      'with tags',
      'characters',
      'ms',
      'first frame beyond a search',
    ],
    rows.map((row) => [
      row.name,
      row.questions,
      row.contains,
      row.firstContains,
      row.incomplete,
      row.misleads,
      row.refused,
      row.withTemplateTags,
      row.medianCharacters,
      row.medianMs,
      row.medianAddedMs,
    ]),
  )

/** To read, the worst first. */
async function keepAnswers(name: string, rows: readonly Row[]): Promise<string> {
  const order: Verdict[] = ['misleads', 'refused', 'incomplete', 'contains']
  const sections = order.flatMap((verdict) =>
    rows.filter((row) => row.verdict === verdict).map(section),
  )
  await mkdir(CACHE_DIR, { recursive: true })
  const file = join(CACHE_DIR, `judged-${name}.md`)
  await writeFile(file, sections.join('\n'))
  return file
}

const section = ({ question, answer, verdict, firstHolds }: Row): string =>
  [
    `## ${question.question}`,
    `${verdict}${firstHolds ? ' in the first' : ''} · ${question.corpus} · ${question.kind}`,
    `wanted: ${question.facts.map((fact) => `/${fact}/`).join(' and ')} from ${question.pages.join(', ')}`,
    `cited: ${answer.pages.join(', ') || 'nothing'}`,
    '',
    answer.text,
    '',
  ].join('\n')
