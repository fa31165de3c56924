import type {
  DiffAnswer,
  DiffDifference,
  DiffVerdict,
} from '@footnote/contract/admin/diffs/answer-diffs'
import { analyse } from '../../text/terms.ts'
import { withoutFragment } from '../../text/without-fragment.ts'
import type { Changed } from './differences.ts'
import { findChanged, findLost, readStatements } from './differences.ts'
import type { Statement } from './differences.ts'

export type JudgedAnswer = DiffAnswer & {
  /** That the documents answer the question, 0 to 1. */
  probability: number
}

export type Question = {
  text: string
  language: string
  /** Whether its set expects that it is refused. */
  mustRefuse: boolean
}

export type Verdict = { verdict: DiffVerdict; differences: DiffDifference[] }

/** Below the first section a sentence with this share of the question's terms is about it. */
const MIN_ABOUT = 0.5
/** A statement that is gone from the first section was part of the answer with this share of them. */
const MIN_ANSWERING = 0.3
/** A section with this share of another's terms says the same, worded anew or moved. */
const STILL_SAID = 0.5
/** A question that is covered by so much less, or more, by another section. */
const MIN_SHIFT = 0.1

/** What became of an answer. docs/decisions/0116-diff-verdicts.md says why by these rules. */
export function compareAnswers(
  question: Question,
  before: JudgedAnswer,
  after: JudgedAnswer,
): Verdict {
  if (before.outcome === 'failed' || after.outcome === 'failed') return only('failed')
  if (before.outcome !== after.outcome) {
    const isCovered = after.outcome === 'answered'
    if (question.mustRefuse) return only(isCovered ? 'worse' : 'better')
    return only(isCovered ? 'newly_covered' : 'no_longer_covered')
  }
  if (after.outcome === 'refused') return only('same')
  const { language } = question
  const [was, is] = [
    readStatements(before.answer, language),
    readStatements(after.answer, language),
  ]
  const differences = findChanged(was, is, language).filter((each) => isAbout(question, each))
  const said = differences.map(({ kind, before: from, after: to }) => ({
    kind,
    before: from,
    after: to,
  }))
  if (said.length > 0) return { verdict: 'contradicts', differences: said }
  if (before.passed !== after.passed) return only(after.passed ? 'better' : 'worse')
  const lost = isMoved(before, after) ? findLost(was, is) : []
  const isSamePage = firstPage(before) === firstPage(after)
  if (isSamePage && lost.some((each) => isAnswering(question, each))) return only('worse')
  if (!isMoved(before, after) || (isSamePage && isSaidStill(was, is))) return only('same')
  const shift = after.probability - before.probability
  if (!isSamePage && (isSaidStill(was, is) || shift > -MIN_SHIFT)) return only('cites_another_page')
  if (Math.abs(shift) < MIN_SHIFT) return only('same')
  return only(shift > 0 ? 'better' : 'worse')
}

const only = (verdict: DiffVerdict): Verdict => ({ verdict, differences: [] })

/** What stands in the first section is shown whole, so it is about the question. */
function isAbout({ text, language }: Question, { section, terms }: Changed): boolean {
  return section <= 0 || sharedTerms({ text, language }, terms) >= MIN_ABOUT
}

/** Of the first section alone: others are cut where they are long. */
const isAnswering = (question: Question, { section, terms }: Statement): boolean =>
  section <= 0 && sharedTerms(question, terms) >= MIN_ANSWERING

function sharedTerms(
  { text, language }: Pick<Question, 'text' | 'language'>,
  terms: ReadonlySet<string>,
): number {
  const asked = new Set(analyse(text, language))
  return asked.size === 0 ? 0 : [...asked].filter((term) => terms.has(term)).length / asked.size
}

const firstPage = ({ citations }: DiffAnswer): string => withoutFragment(citations[0]?.url ?? '')

/** Another order of pages that nobody changed comes from the weights of words alone. */
const isMoved = (before: DiffAnswer, after: DiffAnswer): boolean =>
  [before.citations[0], after.citations[0]].some((citation) => citation?.is_changed === true)

/** Whether the new first section has most of what the old one said, in whatever words. */
function isSaidStill(before: readonly Statement[], after: readonly Statement[]): boolean {
  const [was, is] = [termsOfFirst(before), termsOfFirst(after)]
  const kept = [...was].filter((term) => is.has(term)).length
  return was.size === 0 || kept / was.size >= STILL_SAID
}

const termsOfFirst = (statements: readonly Statement[]): Set<string> =>
  new Set(statements.filter(({ section }) => section <= 0).flatMap(({ terms }) => [...terms]))
