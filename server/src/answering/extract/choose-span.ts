import { endsInColon } from '../../text/ends-in-colon.ts'
import { isStep } from './passage-sentences.ts'
import { isDangling, pointsElsewhere } from './question-shape.ts'
import type { ScoredSection, ScoredSentence } from './score-sentences.ts'

/** Sentences of one passage that follow each other, and how well they answer. */
export type Span = {
  section: ScoredSection
  sentences: ScoredSentence[]
  score: number
}

/** Of prose: about what a search engine quotes, and a little more. */
const MAX_PROSE_LENGTH = 520
/** Of a procedure, with its steps and commands. */
const MAX_STEPS_LENGTH = 700
/** With the list, table or code that the span cannot be read without. */
const MAX_LENGTH = 1_400
/** Of a table only the rows around the best one are needed. */
const MAX_TABLE_LENGTH = 600
const MAX_CODE_LINES = 30
/** A section up to this length is quoted whole: it was written to be read as one. */
const MAX_SECTION_LENGTH = 700
/** A neighbour joins when it scores this share of the best sentence; less inside a paragraph. */
const MIN_SHARE = 0.6
const MIN_SHARE_IN_PARAGRAPH = 0.25
/** What follows explains more often than what comes before. */
const BEFORE_FACTOR = 0.8
const MAX_STEPS_BACK = 3
const MAX_BLOCKS_ADDED = 4

/** A growing span: first and last index. Nothing crosses a heading inside the passage. */
type Range = { first: number; last: number }
type Part = { sentences: readonly ScoredSentence[]; heading: string; language: string }

/**
 * The best contiguous span of a section: grown around its best sentence, with what that sentence
 * cannot be read without. Undefined when nothing in the section fits the question.
 */
export function chooseSpan(section: ScoredSection, wantsSteps: boolean): Span | undefined {
  const { sentences } = section
  let best: ScoredSentence | undefined
  for (const sentence of sentences) {
    const { kind, isRelated, score } = sentence
    if (kind !== 'code' && isRelated && score > (best?.score ?? 0)) best = sentence
  }
  if (!best) return undefined
  const { language } = section.passage.document
  const part = { sentences, heading: best.heading, language }
  const start = sentences.indexOf(best)
  let range = withStructure(part, { first: start, last: start }, wantsSteps)
  range = wantsSteps ? withSteps(part, range) : withProse(part, range, best.score)
  range = withStructure(part, withOpening(part, range), wantsSteps)
  range = wholeSection(part, range)
  range = withoutPointers(part, range)
  return { section, sentences: sentences.slice(range.first, range.last + 1), score: best.score }
}

const at = ({ sentences, heading }: Part, index: number): ScoredSentence | undefined =>
  sentences[index]?.heading === heading ? sentences[index] : undefined

function fits({ sentences }: Part, { first, last }: Range, max: number): boolean {
  let length = 0
  for (const { text } of sentences.slice(first, last + 1)) length += text.length
  return length <= max
}

const before = ({ first, last }: Range): Range => ({ first: first - 1, last })
const after = ({ first, last }: Range): Range => ({ first, last: last + 1 })

function wholeSection(part: Part, start: Range): Range {
  let range = start
  while (at(part, range.first - 1)) range = before(range)
  while (at(part, range.last + 1)) range = after(range)
  return fits(part, range, MAX_SECTION_LENGTH) ? range : start
}

/** Adds the better neighbour while one fits. Prose only: lists, tables and code come whole. */
function withProse(part: Part, start: Range, bestScore: number): Range {
  let range = start
  for (;;) {
    const previous = joining(part, range.first - 1, range.first, bestScore)
    const next = joining(part, range.last + 1, range.last, bestScore)
    const grown: Range[] = []
    if (next && next.score >= (previous?.score ?? 0) * BEFORE_FACTOR) grown.push(after(range))
    if (previous) grown.push(before(range))
    const found = grown.find((candidate) => fits(part, candidate, MAX_PROSE_LENGTH))
    if (!found) return range
    range = found
  }
}

function joining(
  part: Part,
  index: number,
  beside: number,
  bestScore: number,
): ScoredSentence | undefined {
  const sentence = at(part, index)
  const neighbour = at(part, beside)
  if (sentence?.kind !== 'prose' || neighbour?.kind !== 'prose') return undefined
  if (sentence.score >= MIN_SHARE * bestScore) return sentence
  if (sentence.block !== neighbour.block) return undefined
  if (sentence.score >= MIN_SHARE_IN_PARAGRAPH * bestScore) return sentence
  // Worth it for a good sentence behind it.
  const beyond = at(part, 2 * index - beside)
  const isBridge = beyond?.block === sentence.block && beyond.score >= MIN_SHARE * bestScore
  return isBridge ? sentence : undefined
}

/** The procedure around the best sentence: what follows it, then what comes before, if it fits. */
function withSteps(part: Part, start: Range): Range {
  let range = withNearestStep(part, start)
  while (at(part, range.last + 1) && fits(part, after(range), MAX_STEPS_LENGTH)) {
    range = after(range)
  }
  while (at(part, range.first - 1) && fits(part, before(range), MAX_STEPS_LENGTH)) {
    range = before(range)
  }
  return range
}

/** A section that shows the steps or the command is not quoted without them. */
function withNearestStep(part: Part, start: Range): Range {
  const { first, last } = start
  if (part.sentences.slice(first, last + 1).some(isStep)) return start
  for (let distance = 1; at(part, first - distance) ?? at(part, last + distance); distance += 1) {
    const [earlier, later] = [at(part, first - distance), at(part, last + distance)]
    const back = { first: first - distance, last }
    const on = { first, last: last + distance }
    if (earlier && isStep(earlier) && fits(part, back, MAX_LENGTH)) return back
    if (later && isStep(later) && fits(part, on, MAX_LENGTH)) return on
  }
  return start
}

/** An opening that points back ("However, it …") brings the sentences that it points to. */
function withOpening(part: Part, start: Range): Range {
  let range = start
  for (let step = 0; step < MAX_STEPS_BACK; step += 1) {
    const opening = at(part, range.first)
    if (opening?.kind !== 'prose' || !isDangling(opening.text, part.language)) return range
    if (at(part, range.first - 1)?.kind !== 'prose') return range
    range = before(range)
  }
  return range
}

/** "For more information, see …" at the end of an extract is no part of the answer. */
function withoutPointers(part: Part, { first, last }: Range): Range {
  const end = at(part, last)
  const isPointer = last > first && end?.kind === 'prose' && pointsElsewhere(end.text)
  return isPointer ? withoutPointers(part, { first, last: last - 1 }) : { first, last }
}

/** A list or table with the line before it, and a line that ends in a colon with what follows. */
function withStructure(part: Part, start: Range, wantsSteps: boolean): Range {
  let range = withLead(part, wholeBlock(part, start))
  for (let step = 0; step < MAX_BLOCKS_ADDED; step += 1) {
    const end = at(part, range.last)
    const next = at(part, range.last + 1)
    if (!end || !next || !belongs(end, next, wantsSteps)) return range
    const grown = withBlock(part, range)
    if (!grown) return range
    range = grown
  }
  return range
}

/** Announces what comes next, with or without a colon. */
const announces = ({ text }: ScoredSentence): boolean =>
  /\b(?:following|as follows|folgende[nrs]?|siguientes?|suivante?s?)\b/iu.test(text)

function belongs(end: ScoredSentence, next: ScoredSentence, wantsSteps: boolean): boolean {
  if (end.kind === 'prose' && endsInColon(end.text)) return true
  if (end.kind === 'prose' && next.kind !== 'prose' && announces(end)) return true
  if (next.kind === 'code') return end.kind === 'item' || (wantsSteps && end.kind === 'prose')
  return wantsSteps && end.kind === 'prose' && next.kind === 'item'
}

function withLead(part: Part, range: Range): Range {
  const opening = at(part, range.first)
  const lead = at(part, range.first - 1)
  if (!opening || opening.kind === 'prose' || lead?.kind !== 'prose') return range
  return endsInColon(lead.text) || opening.kind === 'code' ? before(range) : range
}

/** The whole list or table that the span begins in, where it fits; else the entries around. */
function wholeBlock(part: Part, start: Range): Range {
  const { kind, block } = at(part, start.first) ?? {}
  if (kind !== 'item' && kind !== 'row') return start
  const max = kind === 'row' ? MAX_TABLE_LENGTH : MAX_LENGTH
  let range = start
  for (;;) {
    const grown = [before(range), after(range)].find(
      (candidate) =>
        at(part, candidate.first)?.block === block &&
        at(part, candidate.last)?.block === block &&
        fits(part, candidate, max),
    )
    if (!grown) return range
    range = grown
  }
}

/** The block after the span: whole entries of it where it is too long. */
function withBlock(part: Part, range: Range): Range | undefined {
  const first = at(part, range.last + 1)
  if (!first) return undefined
  if (first.kind === 'code' && first.text.split('\n').length > MAX_CODE_LINES) return undefined
  let grown = after(range)
  if (!fits(part, grown, MAX_LENGTH)) return undefined
  while (
    first.kind !== 'prose' &&
    at(part, grown.last + 1)?.block === first.block &&
    fits(part, after(grown), MAX_LENGTH)
  ) {
    grown = after(grown)
  }
  return grown
}
