import { detectLanguage } from '../../../server/src/text/language.ts'
import type { Verdict } from '../answers/judge-answer.ts'
import { rounded } from '../figures.ts'
import { percentile } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'
import { printTable } from '../table.ts'
import type { Asked } from './ask.ts'
import type { AnswerQuestion } from './questions.ts'
import { KINDS } from './questions.ts'
import type { AnswerScore } from './score-answer.ts'

export type Row = {
  question: AnswerQuestion
  asked: Asked
  /** null: failed, or no page answers. */
  verdict: Verdict | null
  score: AnswerScore
}

/** The share, or null where there is nothing to count. */
const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : rounded(part / whole)

const middle = (values: readonly (number | null)[]): number | null => at(values, 0.5)

function at(values: readonly (number | null)[], part: number): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.round(percentile(known, part))
}

const isInLanguage = ({ question, asked }: Row): boolean =>
  detectLanguage(asked.text) === question.language

export function summarise(name: string, rows: readonly Row[]) {
  const answered = rows.filter(({ asked }) => asked.outcome === 'answered')
  const covered = rows.filter(({ question }) => question.kind !== 'off-topic')
  const uncovered = rows.filter(({ question }) => question.kind === 'off-topic')
  const refused = (part: readonly Row[], by?: string) =>
    part.filter(({ asked }) => asked.outcome === 'refused' && (by ?? asked.by) === asked.by).length
  const is = (verdict: Verdict) => covered.filter((row) => row.verdict === verdict).length
  const total = (count: (score: AnswerScore) => number) =>
    answered.reduce((sum, { score }) => sum + count(score), 0)
  const answeredOfCovered = answered.filter((row) => covered.includes(row))
  const cites = ({ question, asked }: Row) =>
    question.pages.some((page) => asked.pages.includes(page))
  const kept = total(({ keptMarkers }) => keptMarkers)
  return {
    name,
    questions: rows.length,
    answered: answered.length,
    failed: rows.length - answered.length - refused(rows),
    contains: share(is('contains'), covered.length),
    misleads: share(is('misleads'), covered.length),
    wronglyRefused: share(refused(covered), covered.length),
    wronglyRefusedByModel: share(refused(covered, 'writer'), covered.length),
    rightlyRefused: share(refused(uncovered), uncovered.length),
    rightlyRefusedByModel: share(refused(uncovered, 'writer'), uncovered.length),
    citationPrecision: share(kept, kept + total(({ droppedMarkers }) => droppedMarkers)),
    citationRecall: share(
      total(({ cited }) => cited),
      total(({ statements }) => statements),
    ),
    markedStatements: share(
      total(({ marked }) => marked),
      total(({ statements }) => statements),
    ),
    unsupportedStatements: share(
      total(({ unsupported }) => unsupported.length),
      total(({ statements }) => statements),
    ),
    citesRightPage: share(answeredOfCovered.filter(cites).length, answeredOfCovered.length),
    inQuestionsLanguage: share(answered.filter(isInLanguage).length, answered.length),
    foreignLinks: rows.reduce((sum, { score }) => sum + score.foreign.length, 0),
    medianCharacters: middle(answered.map(({ asked }) => asked.text.length)),
    firstWordP50Ms: middle(answered.map(({ asked }) => asked.firstWordMs)),
    firstWordP95Ms: at(
      answered.map(({ asked }) => asked.firstWordMs),
      0.95,
    ),
    totalP50Ms: middle(answered.map(({ asked }) => asked.totalMs)),
    totalP95Ms: at(
      answered.map(({ asked }) => asked.totalMs),
      0.95,
    ),
    medianInputTokens: middle(answered.map(({ asked }) => asked.inputTokens)),
    medianOutputTokens: middle(answered.map(({ asked }) => asked.outputTokens)),
  }
}

export type Summary = ReturnType<typeof summarise>

export const summaries = (rows: readonly Row[]): Summary[] => [
  summarise('all', rows),
  ...KINDS.map((kind) =>
    summarise(
      kind,
      rows.filter(({ question }) => question.kind === kind),
    ),
  ),
]

/** A table for each group of columns: one would be too wide for a terminal. */
const TABLES: readonly (readonly [
  title: string,
  columns: Readonly<Record<string, keyof Summary>>,
])[] = [
  [
    'What became of the questions',
    {
      questions: 'questions',
      answered: 'answered',
      failed: 'failed',
      contains: 'contains',
      misleads: 'misleads',
      'wrongly refused': 'wronglyRefused',
      'by the model': 'wronglyRefusedByModel',
      'rightly refused': 'rightlyRefused',
      'by the model ': 'rightlyRefusedByModel',
    },
  ],
  [
    'Citations',
    {
      precision: 'citationPrecision',
      recall: 'citationRecall',
      'right page': 'citesRightPage',
      marked: 'markedStatements',
      unsupported: 'unsupportedStatements',
      'foreign links': 'foreignLinks',
      language: 'inQuestionsLanguage',
    },
  ],
  [
    'Length and time',
    {
      characters: 'medianCharacters',
      'first word ms': 'firstWordP50Ms',
      p95: 'firstWordP95Ms',
      'total ms': 'totalP50Ms',
      'p95 ': 'totalP95Ms',
      'tokens in': 'medianInputTokens',
      out: 'medianOutputTokens',
    },
  ],
]

export function print(model: string, all: readonly Summary[]): void {
  for (const [title, columns] of TABLES) {
    printTable(
      `${title}: ${model}`,
      ['', ...Object.keys(columns).map((header) => header.trim())],
      all.map((row) => [row.name, ...Object.values(columns).map((key) => row[key])]),
    )
  }
}
