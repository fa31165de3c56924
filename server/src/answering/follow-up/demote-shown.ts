import type { Turn } from '../../conversations/threads.ts'
import type { RankedPassage } from '../../retrieval/retrieve.ts'
import { analyse } from '../../text/terms.ts'

/** Only what fits nearly as well as the best passage may go before it. */
const MIN_SHARE_OF_BEST = 0.8

type Ranked = Pick<RankedPassage, 'id' | 'documentId' | 'headingPath' | 'content' | 'relevance'> & {
  document: Pick<RankedPassage['document'], 'title' | 'language'>
}
type Shown = Turn['shown'][number]

/**
 * For a follow-up: a section that the conversation has shown goes behind what fits nearly as well and has
 * more of the question's own words, or the same section would win again. In bench/README.md, followups.
 */
export function demoteShown<Passage extends Ranked>(
  passages: readonly Passage[],
  question: string,
  turns: readonly Pick<Turn, 'shown'>[],
): Passage[] {
  if (turns.every(({ shown }) => shown.length === 0)) return [...passages]
  const enough = MIN_SHARE_OF_BEST * Math.max(...passages.map(({ relevance }) => relevance))
  const judged = passages.map((passage) => ({
    passage,
    isNear: passage.relevance >= enough,
    seen: seenIn(turns, passage),
    words: ownWordsIn(passage, question),
  }))
  type Judged = (typeof judged)[number]
  const near = judged.filter(({ isNear }) => isNear)
  const isDemoted = ({ seen, words }: Judged) =>
    near.some((other) => other.seen < seen && other.words > words)
  const findRank = (one: Judged) => {
    if (!one.isNear) return 3
    if (isDemoted(one)) return 2
    return one.words > 0 ? 0 : 1
  }
  return judged.toSorted((a, b) => findRank(a) - findRank(b)).map(({ passage }) => passage)
}

/** 2: an answer began with its section. 1: one cited it. 0: none did. */
function seenIn(turns: readonly Pick<Turn, 'shown'>[], passage: Ranked): 0 | 1 | 2 {
  const isShown = (section: Shown | undefined) => section !== undefined && isOf(section, passage)
  if (turns.some(({ shown }) => isShown(shown[0]))) return 2
  return turns.some(({ shown }) => shown.some(isShown)) ? 1 : 0
}

/** A passage without a heading stands for itself: its page may be long. */
const isOf = (section: Shown, { id, documentId, headingPath }: Ranked): boolean =>
  section.chunk_id === id ||
  (headingPath.length > 0 &&
    section.document_id === documentId &&
    section.heading_path.join('\n') === headingPath.join('\n'))

function ownWordsIn({ document, headingPath, content }: Ranked, question: string): number {
  const text = [document.title, ...headingPath, content].join('\n')
  const terms = new Set(analyse(text, document.language))
  const own = new Set(analyse(question, document.language))
  return [...own].filter((term) => terms.has(term)).length
}
