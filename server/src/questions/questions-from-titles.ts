import { analyse } from '../text/terms.ts'
import { phraseEnglish } from './english-titles.ts'
import { phraseOther } from './other-titles.ts'
import type { ClassifiedQuestion } from './classified-question.ts'
import { isSkipped, plainTitle } from './skipped-titles.ts'
import { readTitleWords } from './title-words.ts'

type Title = { title: string; language: string }
type Candidate<From> = ClassifiedQuestion & {
  from: From
  terms: ReadonlySet<string>
  firstWord: string
  value: number
}

export type TitleQuestion<From> = { question: string; from: From }

const KIND_VALUES: Readonly<Record<ClassifiedQuestion['kind'], number>> = {
  question: 1,
  how: 1,
  what: 0.7,
  code: 0.5,
}
const COMMONNESS_WEIGHT = 0.5
const OVERLAP_PENALTY = 1
const SAME_KIND_PENALTY = 0.15
const SAME_WORD_PENALTY = 0.2
const MAX_WORDS = 14
const MAX_LENGTH = 90

/**
 * Starter questions written by rule, where no language model writes them. Subjects that many pages share
 * come first, and each question is about another subject.
 */
export function questionsFromTitles<From extends Title>(
  titles: readonly From[],
  most: number,
): TitleQuestion<From>[] {
  const candidates = toCandidates(titles)
  const chosen: Candidate<From>[] = []
  while (chosen.length < most) {
    let next: { candidate: Candidate<From>; value: number } | undefined
    for (const candidate of candidates) {
      const value =
        candidate.value - chosen.reduce((sum, other) => sum + likeness(candidate, other), 0)
      if (!chosen.includes(candidate) && (!next || value > next.value)) next = { candidate, value }
    }
    if (!next || next.value <= 0) break
    chosen.push(next.candidate)
  }
  return chosen.map(({ question, from }) => ({ question, from }))
}

function toCandidates<From extends Title>(titles: readonly From[]): Candidate<From>[] {
  const plain = titles.map((from) => ({
    title: plainTitle(from.title),
    language: from.language,
    from,
  }))
  const kept = plain.filter(({ title }) => !isSkipped(title))
  const words = readTitleWords(
    kept.flatMap(({ title, language }) => (language === 'en' ? [title] : [])),
  )
  const found = new Map<string, ClassifiedQuestion & { terms: Set<string>; from: From }>()
  const counts = new Map<string, number>()
  for (const { title, language, from } of kept) {
    const phrased = language === 'en' ? phraseEnglish(title, words) : phraseOther(title, language)
    const terms = new Set(analyse(title, language))
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    if (phrased && isShort(phrased.question))
      found.set(phrased.question.toLowerCase(), { ...phrased, terms, from })
  }
  const commonest = Math.log(1 + Math.max(1, ...counts.values()))
  return [...found.values()].map((phrased) => {
    const logs = [...phrased.terms].map((term) => Math.log(1 + (counts.get(term) ?? 0)) / commonest)
    const commonness = logs.reduce((sum, log) => sum + log, 0) / Math.max(1, logs.length)
    const firstWord = phrased.question.split(' ').slice(0, 4).join(' ')
    const value = KIND_VALUES[phrased.kind] + COMMONNESS_WEIGHT * commonness
    return { ...phrased, firstWord, value }
  })
}

const isShort = (question: string): boolean =>
  question.length <= MAX_LENGTH && question.split(' ').length <= MAX_WORDS

function likeness(a: Candidate<unknown>, b: Candidate<unknown>): number {
  const shared = [...a.terms].filter((term) => b.terms.has(term)).length
  const overlap = shared / Math.max(1, Math.min(a.terms.size, b.terms.size))
  return (
    OVERLAP_PENALTY * overlap +
    (a.kind === b.kind ? SAME_KIND_PENALTY : 0) +
    (a.firstWord === b.firstWord ? SAME_WORD_PENALTY : 0)
  )
}
