import type { CitablePassage } from '../../../server/src/answering/citations/citable-passage.ts'
import { rewriteMarkers } from '../../../server/src/answering/citations/markers/rewrite-markers.ts'
import { UNSUPPORTED_MARK } from '../../../server/src/answering/citations/mark-unsupported.ts'
import { createSupportCheck, MIN_SUPPORT } from '../../../server/src/answering/citations/support.ts'
import { readMarkdown } from '../../../server/src/answering/safe-text/testing/markdown-oracle.ts'
import { analyse } from '../../../server/src/text/terms.ts'
import { sentencesOfLine } from '../../../server/src/text/sentences.ts'

export type WrittenAnswer = {
  question: string
  /** As it was streamed, and as it is shown in the end. */
  streamed: string
  text: string
  /** What the model was given. */
  passages: readonly CitablePassage[]
  /** Markers that the product took out. */
  dropped: number
}

export type AnswerScore = {
  keptMarkers: number
  droppedMarkers: number
  /** Sentences long enough to be checked; `cited` of them have a marker. */
  statements: number
  cited: number
  /** Shown with a mark, since their citation was taken out while others stayed. */
  marked: number
  /** No passage that the model had supports them. */
  unsupported: string[]
  /** Links to anything but the passages, images and HTML. None, or the filter is broken. */
  foreign: string[]
}

/** "Yes, that is right." cannot be checked, as in the product. */
const MIN_TERMS = 3
const FENCED = /^[ \t>]*(```|~~~)[^\n]*\n[\s\S]*?(?:^[ \t>]*\1[^\n]*$|$(?![\s\S]))/gm
const LINE_PREFIX = /^(?:[\s>#|*+-]|\d{1,3}[.)](?=\s))+/u
/** `It is so. [1]`: the marker belongs to the sentence before it. */
const MARKER_BEHIND_STOP = /([.!?。！？])(\s?(?:\[\d{1,3}\])+)/gu
const MARKER = /\s?\[\d{1,3}\]/gu

/**
 * By the product's own support check, which is what there is without an entailment model: it misses
 * what is said in other words, so `unsupported` is a suspicion to read up on, not a verdict.
 */
export function scoreAnswer(answer: WrittenAnswer): AnswerScore {
  const { text, passages, question } = answer
  const check = createSupportCheck(passages, question)
  const statements = statementsIn(text, passages)
  const isUnsupported = ({ sentence }: { sentence: string }) => {
    const scores = passages.map((_, position) => check.findSupport(sentence, position))
    return scores.length > 0 && scores.every((score) => score !== null && score < MIN_SUPPORT)
  }
  let keptMarkers = 0
  rewriteMarkers(text, passages.length, (index) => {
    keptMarkers += 1
    return index
  })
  return {
    keptMarkers,
    droppedMarkers: answer.dropped,
    statements: statements.length,
    cited: statements.filter(({ isCited }) => isCited).length,
    marked: text.split(UNSUPPORTED_MARK).length - 1,
    unsupported: statements.filter(isUnsupported).map(({ sentence }) => sentence),
    foreign: [...foreignIn(answer.streamed, passages), ...foreignIn(text, passages)],
  }
}

function statementsIn(text: string, passages: readonly CitablePassage[]) {
  const language = passages[0]?.language ?? 'en'
  return text
    .replaceAll(FENCED, '\n')
    .replaceAll(MARKER_BEHIND_STOP, '$2$1')
    .split('\n')
    .flatMap((line) => sentencesOfLine(line.replace(LINE_PREFIX, '')))
    .map((sentence) => ({
      sentence: sentence.replaceAll(MARKER, '').trim(),
      isCited: sentence.search(MARKER) !== -1,
    }))
    .filter(({ sentence }) => new Set(analyse(sentence, language)).size >= MIN_TERMS)
}

function foreignIn(text: string, passages: readonly CitablePassage[]): string[] {
  const getPage = (url: string) => url.split('#', 1)[0] ?? ''
  const pages = new Set(passages.map(({ citation }) => getPage(citation.url)))
  const { destinations, images, html } = readMarkdown(text)
  return [
    ...destinations.filter((destination) => !pages.has(getPage(destination))),
    ...Array.from({ length: images }, () => 'image'),
    ...html,
  ]
}
