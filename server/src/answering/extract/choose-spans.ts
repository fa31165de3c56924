import { endsInColon } from '../../text/ends-in-colon.ts'
import { analyse } from '../../text/terms.ts'
import { chooseSpan, type Span } from './choose-span.ts'
import { isStep, type QuotablePassage } from './passage-sentences.ts'
import { pointsElsewhere, questionKind } from './question-shape.ts'
import { questionParts } from './question-parts.ts'
import { type ScoredSentence, scoreSections } from './score-sentences.ts'

/** How much better a section has to fit for each place that it stands further down, up to the fourth. */
const RANK_PENALTY = 0.1
const MAX_RANK = 3
/** What its passage's meaning counts beside its best sentence: steps seldom repeat what they are for. */
const MEANING_WEIGHT = 0.8
/** What "how do I" asks for. */
const STEPS_BONUS = 0.2
/** A section that fits so much better than the next answers alone. */
const CLEAR_LEAD = 0.4
/** An extract with this share of what a part of the question asks for has answered it. */
const MIN_PART_SHARE = 0.6

type RankedSpan = { span: Span; value: number }

/**
 * One span of the section that answers best, in the search's order unless a later section has clearly
 * better evidence. A second one where the question has two parts and the first answers one of them,
 * and where another section fits nearly as well: then nothing tells which of the two answers.
 */
export function chooseSpans(question: string, passages: readonly QuotablePassage[]): Span[] {
  const wantsSteps = questionKind(question) === 'steps'
  const [best, ...others] = rankSpans(question, passages, wantsSteps)
  if (!best) return []
  const second =
    spanForOpenPart(question, best.span, passages, wantsSteps) ?? nearlyAsGood(best, others)
  return second ? inReadingOrder(best.span, second) : [best.span]
}

function rankSpans(
  question: string,
  passages: readonly QuotablePassage[],
  wantsSteps: boolean,
): RankedSpan[] {
  return scoreSections(question, passages)
    .flatMap((section) => chooseSpan(section, wantsSteps) ?? [])
    .map((span) => ({ span, value: valueOf(span, wantsSteps) }))
    .toSorted((a, b) => b.value - a.value)
}

function valueOf({ score, section, sentences }: Span, wantsSteps: boolean): number {
  const { passage, rank } = section
  const steps = wantsSteps && sentences.some(isStep) ? STEPS_BONUS : 0
  const place = RANK_PENALTY * Math.min(rank, MAX_RANK)
  return score + steps + MEANING_WEIGHT * passage.vectorScore - place
}

/** What the first extract leaves open of a question that compares or asks twice. */
function spanForOpenPart(
  question: string,
  best: Span,
  passages: readonly QuotablePassage[],
  wantsSteps: boolean,
): Span | undefined {
  const others = passages.filter(({ passage }) => passage.id !== best.section.passage.id)
  for (const part of questionParts(question)) {
    if (shareIn(best, part) >= MIN_PART_SHARE) continue
    const [found] = rankSpans(part, others, wantsSteps)
    if (found && shareIn(found.span, part) > shareIn(best, part)) return found.span
  }
  return undefined
}

/** Pages often repeat each other: what says the same, or only leads on, is no second answer. */
function nearlyAsGood(best: RankedSpan, others: readonly RankedSpan[]): Span | undefined {
  const next = others.find(
    ({ span }) => textOf(span) !== textOf(best.span) && !span.sentences.every(leadsOn),
  )
  return next && best.value - next.value <= CLEAR_LEAD ? next.span : undefined
}

const leadsOn = ({ text }: ScoredSentence): boolean => pointsElsewhere(text) || endsInColon(text)

const textOf = ({ sentences }: Span): string => sentences.map(({ text }) => text).join('\n')

/** The best comes first, unless both are parts of one long section. */
function inReadingOrder(best: Span, second: Span): Span[] {
  const [a, b] = [best.section.passage, second.section.passage]
  const isOneSection =
    a.documentId === b.documentId && a.headingPath.join('\n') === b.headingPath.join('\n')
  return isOneSection && b.chunkIndex < a.chunkIndex ? [second, best] : [best, second]
}

/** The share of a part's terms that an extract or its headings have. */
function shareIn({ section, sentences }: Span, part: string): number {
  const { document, headingPath } = section.passage
  const asked = new Set(analyse(part, document.language))
  const texts = sentences.flatMap(({ text, heading }) => [text, heading])
  const found = new Set(analyse([...headingPath, ...texts].join('\n'), document.language))
  const shared = [...asked].filter((term) => found.has(term))
  return asked.size === 0 ? 1 : shared.length / asked.size
}
