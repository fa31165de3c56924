import { analyse } from '../../text/terms.ts'
import type { PassageFacts } from './agreement.ts'
import { findDisagreement, readFacts } from './agreement.ts'
import { quoteFinder } from './quotes.ts'
import { mayBeSameLanguage } from './same-language.ts'
import { readShortAnswer } from './short-answers.ts'
import type { CitablePassage } from './citable-passage.ts'

/** See docs/decisions/0008-citations.md for how it was chosen. */
export const MIN_SUPPORT = 0.35
/** A passage this close to a statement may be summed up in it together with the one cited. */
const MIN_JOINT_SUPPORT = 0.5
/** "See below." or "Yes, that is right." cannot be checked. */
const MIN_TERMS = 3
/** A bare yes or no adds no word of its own, so the passage must have nearly all of the question's. */
const MIN_SHARE_OF_VERDICT = 0.8

export type SupportCheck = {
  /** 0 to 1; null where it cannot be judged: too few words, or another language. */
  findSupport: (statement: string, position: number) => number | null
  /** The share of all its words that the passage has, 0 to 1; 0 where there are too few. */
  containedShare: (statement: string, position: number) => number
  /** The same of "Yes." or "6.", judged together with the question; 0 where the passage denies it. */
  shortAnswerShare: (answer: string, position: number) => number
}

type AnalysedPassage = {
  language: string
  content: string
  terms: ReadonlySet<string>
  /** How many passages of this language have a term. */
  spread: Map<string, number>
  /** Read when first needed: most passages are not cited. */
  facts(): PassageFacts
  /** Whether it says a statement word for word. */
  says(statement: string): boolean
}

/**
 * How much of a statement a passage supports: of the statement's terms that any passage has, weighted
 * by rarity, the share that this one has. Words that no passage has are the model's own and do not
 * count; numbers and identifiers always count, since one that no passage has is made up.
 */
export function createSupportCheck(
  citable: readonly CitablePassage[],
  question = '',
): SupportCheck {
  const passages = analysePassages(citable)
  const findSupport: SupportCheck['findSupport'] = (statement, position) => {
    const passage = passages[position]
    if (!passage) return null
    const terms = new Set(analyse(statement, passage.language))
    if (terms.size < MIN_TERMS) return null
    const support = weightedShare(terms, passage, citable.length)
    // Last, because it costs more than the share.
    if (support < MIN_SUPPORT) return mayBeSameLanguage(statement, passage) ? support : null
    const others = () =>
      passages.filter(
        (other) =>
          other !== passage &&
          other.language === passage.language &&
          weightedShare(terms, other, citable.length) >= MIN_JOINT_SUPPORT,
      )
    const isContradicted = disagrees({ statement, question }, passage, others)
    return isContradicted && !passage.says(statement) ? 0 : support
  }
  const containedShare: SupportCheck['containedShare'] = (statement, position) => {
    const passage = passages[position]
    const terms = [...new Set(analyse(statement, passage?.language))]
    if (!passage || terms.length < MIN_TERMS) return 0
    return terms.filter((term) => passage.terms.has(term)).length / terms.length
  }
  return {
    findSupport,
    containedShare,
    shortAnswerShare(answer, position) {
      const passage = passages[position]
      const short = passage && readShortAnswer(answer, question, passage.language)
      // What it says itself must be there; the question's words only tell what it is about.
      if (!short || !short.terms.every((term) => passage.terms.has(term))) return 0
      const isDenied = passage.facts().negations?.contradicts(question) === true
      if (isDenied !== (short.verdict === 'no')) return 0
      const share = containedShare(short.inFull, position)
      if (short.verdict !== null) return share >= MIN_SHARE_OF_VERDICT ? share : 0
      return (findSupport(short.inFull, position) ?? 0) >= MIN_SUPPORT ? share : 0
    },
  }
}

/** Other passages are looked at only when this one alone disagrees. */
function disagrees(
  { statement, question }: { statement: string; question: string },
  passage: AnalysedPassage,
  others: () => readonly AnalysedPassage[],
): boolean {
  const isKnown = (term: string) => passage.spread.has(term)
  const asked = readFacts(question, passage.language, new Set(analyse(question, passage.language)))
  const find = (besides: readonly AnalysedPassage[]) =>
    findDisagreement(
      statement,
      passage.facts(),
      [asked, ...besides.map((other) => other.facts())],
      isKnown,
    )
  const alone = find([])
  if (alone === null || alone === 'negation') return alone !== null
  return find(others()) !== null
}

function analysePassages(citable: readonly CitablePassage[]): AnalysedPassage[] {
  const spreads = new Map<string, Map<string, number>>()
  return citable.map(({ citation, content, language }) => {
    const text = [citation.title, ...citation.heading_path, content].join('\n')
    const terms = new Set(analyse(text, language))
    const spread = spreads.get(language) ?? new Map<string, number>()
    spreads.set(language, spread)
    for (const term of terms) spread.set(term, (spread.get(term) ?? 0) + 1)
    let read: PassageFacts | undefined
    const facts = () => (read ??= readFacts(text, language, terms))
    return { language, content, terms, spread, facts, says: quoteFinder(content) }
  })
}

const EXACT = /[\p{N}_.\-/:@]/u

function weightedShare(
  terms: ReadonlySet<string>,
  passage: AnalysedPassage,
  passageCount: number,
): number {
  let found = 0
  let all = 0
  for (const term of terms) {
    const spread = passage.spread.get(term) ?? 0
    if (spread === 0 && !EXACT.test(term)) continue
    const weight = Math.log(1 + passageCount / Math.max(spread, 1))
    all += weight
    if (passage.terms.has(term)) found += weight
  }
  return all === 0 ? 0 : found / all
}
