import { analyse } from '../../text/terms.ts'
import type { RankedPassage } from '../../retrieval/retrieve.ts'
import { ENDED, type QuotablePassage, type Sentence } from './passage-sentences.ts'
import { isDangling, nameFit, pointsElsewhere, questionKind, shapeFit } from './question-shape.ts'

export type ScoredSentence = Sentence & {
  /** The question's terms that the sentence has, and those that only its headings have. */
  own: ReadonlySet<string>
  around: ReadonlySet<string>
  /** Shares a term with the question, or its passage has the meaning. */
  isRelated: boolean
  /** How well it fits the question: about 0 to 1.5. */
  score: number
}

export type ScoredSection = {
  passage: RankedPassage
  /** Place in the search's order, from 0. */
  rank: number
  sentences: ScoredSentence[]
}

const WORDS_WEIGHT = 0.6
const AROUND_WEIGHT = 0.7
/** Of the passage, which the search has compared with the question. */
const MEANING_WEIGHT = 0.7
const SHAPE_WEIGHT = 0.2
const FIRST_WEIGHT = 0.05
const TITLE_WEIGHT = 0.4
const ELSEWHERE_PENALTY = 0.35
const UNENDED_PENALTY = 0.15
const DANGLING_PENALTY = 0.05
/** From here on a passage in other words may answer. Unrelated ones have 0. */
const MIN_SIMILARITY = 0.5
/** A few words say little. */
const FULL_TERMS = 5

/**
 * Every sentence of the passages with how well it fits the question: by its words, and by the meaning
 * of its passage.
 */
export function scoreSections(
  question: string,
  passages: readonly QuotablePassage[],
): ScoredSection[] {
  const analysed = new Map<string, ReadonlySet<string>>()
  const termsIn = (language: string) => {
    const known = analysed.get(language) ?? new Set(analyse(question, language))
    analysed.set(language, known)
    return known
  }
  const drafts = passages.map(({ passage, sentences }, rank) => ({
    passage,
    rank,
    sentences: sentences.map((sentence) =>
      compared(sentence, passage, termsIn(passage.document.language)),
    ),
  }))
  const weightOf = termWeights(drafts.flatMap(({ sentences }) => sentences))
  const kind = questionKind(question)
  return drafts.map(({ passage, rank, sentences }) => ({
    passage,
    rank,
    sentences: sentences.map(({ terms, ...sentence }, place): ScoredSentence => {
      const { language } = passage.document
      const words = sum(sentence.own, weightOf) + AROUND_WEIGHT * sum(sentence.around, weightOf)
      const fullness = Math.min(1, (terms.size + 2) / (FULL_TERMS + 2))
      const score =
        fullness * (WORDS_WEIGHT * words + MEANING_WEIGHT * passage.vectorScore) +
        SHAPE_WEIGHT * shapeFit(kind, sentence, termsIn(language), language) +
        (place === 0 ? FIRST_WEIGHT : 0) +
        (kind === 'definition' && place === 0 ? titleWeight(sentence, passage, termsIn) : 0) -
        (pointsElsewhere(sentence.text) ? ELSEWHERE_PENALTY : 0) -
        (isDangling(sentence.text, language) ? DANGLING_PENALTY : 0) -
        (sentence.kind === 'prose' && !ENDED.test(sentence.text) ? UNENDED_PENALTY : 0)
      const sharesTerms = sentence.own.size + sentence.around.size > 0
      const isRelated = sharesTerms || passage.vectorScore >= MIN_SIMILARITY
      return { ...sentence, isRelated, score }
    }),
  }))
}

/** The opening of a page or section that has the name of what was asked for says what it is. */
function titleWeight(
  { kind, heading }: Sentence,
  { document, headingPath }: RankedPassage,
  termsIn: (language: string) => ReadonlySet<string>,
): number {
  const { title, language } = document
  const name = heading || headingPath.at(-1) || title
  return kind === 'prose' && nameFit(name, termsIn(language), language) === 1 ? TITLE_WEIGHT : 0
}

type Compared = Omit<ScoredSentence, 'score' | 'isRelated'> & { terms: ReadonlySet<string> }

function compared(
  sentence: Sentence,
  { document, headingPath }: RankedPassage,
  asked: ReadonlySet<string>,
): Compared {
  // Code often repeats the question as an example, and says nothing about it.
  const terms = new Set(sentence.kind === 'code' ? [] : analyse(sentence.text, document.language))
  const above = analyse(
    [document.title, ...headingPath, sentence.heading, sentence.headerRow ?? ''].join('\n'),
    document.language,
  )
  const own = new Set([...asked].filter((term) => terms.has(term)))
  const around = new Set(above.filter((term) => asked.has(term) && !own.has(term)))
  return { ...sentence, terms, own, around }
}

/** A term that few sentences have tells more about which of them answers. All together are 1. */
function termWeights(sentences: readonly Compared[]): (term: string) => number {
  const counts = new Map<string, number>()
  for (const { own, around } of sentences) {
    for (const term of own) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const term of around) counts.set(term, counts.get(term) ?? 0)
  }
  const weights = new Map(
    [...counts].map(
      ([term, count]) => [term, Math.log(1 + sentences.length / (count || 1))] as const,
    ),
  )
  const total = [...weights.values()].reduce((all, weight) => all + weight, 0)
  return (term) => (weights.get(term) ?? 0) / (total || 1)
}

const sum = (terms: ReadonlySet<string>, weightOf: (term: string) => number): number =>
  [...terms].reduce((total, term) => total + weightOf(term), 0)
