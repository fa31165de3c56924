import { analyse } from '../../text/terms.ts'
import { chooseSpan, type Span } from './choose-span.ts'
import { isStep, type QuotablePassage } from './passage-sentences.ts'
import { questionKind } from './question-shape.ts'
import { questionParts } from './question-parts.ts'
import { headingsOf, scoreSections, type Similarities } from './score-sentences.ts'

/** How much better a section has to fit for each place that it stands further down, up to the fourth. */
const RANK_PENALTY = 0.1
const MAX_RANK = 3
/** What its headings count beside its best sentence: steps seldom repeat what they are for. */
const HEADINGS_WEIGHT = 1
/** What "how do I" asks for. */
const STEPS_BONUS = 0.2
/** An extract with this share of what a part of the question asks for has answered it. */
const MIN_PART_SHARE = 0.6

/**
 * One span of the section that answers best, in the search's order unless a later section has clearly
 * better evidence; and a second one for a question of two parts that the first answers only by half.
 */
export function chooseSpans(
  question: string,
  passages: readonly QuotablePassage[],
  similarities: Similarities,
): Span[] {
  const wantsSteps = questionKind(question) === 'steps'
  const best = bestSpan(question, passages, similarities, wantsSteps)
  if (!best) return []
  for (const part of questionParts(question)) {
    if (shareIn(best, part) >= MIN_PART_SHARE) continue
    const others = passages.filter(({ passage }) => passage.id !== best.section.passage.id)
    const second = bestSpan(part, others, similarities, wantsSteps)
    if (second && shareIn(second, part) > shareIn(best, part)) return [best, second]
  }
  return [best]
}

function bestSpan(
  question: string,
  passages: readonly QuotablePassage[],
  similarities: Similarities,
  wantsSteps: boolean,
): Span | undefined {
  const spans = scoreSections(question, passages, similarities).flatMap((section) => {
    const span = chooseSpan(section, wantsSteps)
    return span ? [span] : []
  })
  const valueOf = ({ score, section, sentences }: Span) => {
    const headings = headingsOf(section.passage, sentences[0]?.heading)
    const about = similarities.get(headings) ?? 0
    const steps = wantsSteps && sentences.some(isStep) ? STEPS_BONUS : 0
    return score + steps + HEADINGS_WEIGHT * about - RANK_PENALTY * Math.min(section.rank, MAX_RANK)
  }
  return spans.toSorted((a, b) => valueOf(b) - valueOf(a))[0]
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
