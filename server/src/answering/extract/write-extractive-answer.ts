import type { RankedPassage } from '../../retrieval/retrieve.ts'
import type { Span } from './choose-span.ts'
import { chooseSpans } from './choose-spans.ts'
import { composeAnswer } from './compose-answer.ts'
import type { QuotablePassage } from './passage-sentences.ts'

/** What was quoted, in order. */
export type Quote = {
  /** Of its marker, from 1. Two quotes of one section share it. */
  number: number
  passage: RankedPassage
  /** The heading above it inside the passage; '' where there is none. */
  heading: string
  text: string
}

export type ExtractiveAnswer = {
  /** Markdown to stream. [] when no sentence shares anything with the question. */
  pieces: string[]
  quotes: Quote[]
}

/**
 * An answer without a language model: one contiguous extract of the section that answers best, as it
 * stands there, and a second one when the question asks for two things or two sections fit it.
 */
export function writeExtractiveAnswer(
  question: string,
  passages: readonly QuotablePassage[],
): ExtractiveAnswer {
  const spans = chooseSpans(question, passages)
  const places = [...new Set(spans.map(placeOf))]
  const numberOf = (span: Span) => places.indexOf(placeOf(span)) + 1
  return {
    pieces: composeAnswer(spans, numberOf),
    quotes: spans.map((span) => ({
      number: numberOf(span),
      passage: span.section.passage,
      heading: headingOf(span),
      text: span.sentences.map(({ text }) => text).join(' '),
    })),
  }
}

const headingOf = ({ sentences }: Span): string => sentences[0]?.heading ?? ''

/** Where a reader would be sent. */
const placeOf = (span: Span): string => {
  const { documentId, anchor } = span.section.passage
  return JSON.stringify([documentId, anchor, headingOf(span)])
}
