import { endsInColon } from '../../text/ends-in-colon.ts'
import { fenced, quotable, quotableInline, tableRow } from './quotable.ts'
import type { Span } from './choose-span.ts'
import type { ScoredSentence } from './score-sentences.ts'

/** In the languages that pages of questions and answers are most often written in. */
const YES_OR_NO =
  /^(?:yes|no|ja|nein|nee|oui|non|sí|sì|sim|não|да|нет|tak|nie|evet|hayır|はい|いいえ|是的|不是|نعم|لا)\s?[,.:;!–—、。，،]/iu

/**
 * Pieces of markdown to stream, joined with nothing between them. Two extracts say where they are from,
 * and a "yes" says to which question: the reader's may be another.
 */
export function composeAnswer(spans: readonly Span[], numberOf: (span: Span) => number): string[] {
  const pages = new Set(spans.map(({ section }) => section.passage.documentId))
  const place = pages.size > 1 ? pageOf : sectionOf
  const labels = spans.map((span) => questionOf(span) ?? place(span))
  const isLabelled = new Set(labels).size > 1 || spans.some(saysYesOrNo)
  const pieces: string[] = []
  for (const [index, span] of spans.entries()) {
    const label = quotableInline(labels[index] ?? '')
    if (isLabelled && label !== '') pieces.push(gap(pieces), `**${label}**`)
    const blocks = piecesOf(span.sentences, `[${numberOf(span)}]`)
    for (const piece of blocks) pieces.push(gap(pieces), piece)
  }
  return pieces.filter((piece) => piece !== '')
}

const pageOf = ({ section }: Span): string => section.passage.document.title

const sectionOf = ({ section, sentences }: Span): string => {
  const { headingPath, document } = section.passage
  return sentences[0]?.heading || headingPath.at(-1) || document.title
}

/** The question that the span stands below, if it does. */
const questionOf = (span: Span): string | undefined => {
  const heading = sectionOf(span)
  return /[?？؟]\s*$/u.test(heading) ? heading : undefined
}

const saysYesOrNo = (span: Span): boolean =>
  questionOf(span) !== undefined && YES_OR_NO.test(span.sentences[0]?.text ?? '')

const gap = (pieces: readonly string[]): string => (pieces.length === 0 ? '' : '\n\n')

/** One piece a block. Each block of prose cites its passage once, at its end. */
function piecesOf(sentences: readonly ScoredSentence[], marker: string): string[] {
  const blocks = blocksOf(sentences)
  const isProcedure = sentences.filter(({ number }) => number !== undefined).length > 1
  const pieces = blocks.map((block, index) => {
    // A line that announces a list or code reads better without a number behind its colon.
    const leads =
      leadsOn(block) && index < blocks.length - 1 && blocks[index + 1]?.[0]?.kind !== 'code'
    return writtenOut(block, leads ? '' : ` ${marker}`, isProcedure)
  })
  return blocks.every(([first]) => first?.kind === 'code') ? [...pieces, marker] : pieces
}

const leadsOn = (block: readonly ScoredSentence[]): boolean =>
  block[0]?.kind === 'prose' && endsInColon(block.at(-1)?.text ?? '')

function blocksOf(sentences: readonly ScoredSentence[]): ScoredSentence[][] {
  const blocks: ScoredSentence[][] = []
  for (const sentence of sentences) {
    const last = blocks.at(-1)?.at(-1)
    if (last?.block === sentence.block && last.kind === sentence.kind) blocks.at(-1)?.push(sentence)
    else blocks.push([sentence])
  }
  return blocks
}

function writtenOut(
  block: readonly ScoredSentence[],
  marker: string,
  isProcedure: boolean,
): string {
  const [first] = block
  if (!first) return ''
  if (first.kind === 'code') return fenced(first.text, first.codeLanguage)
  if (first.kind === 'row') return table(block, marker)
  // A single item says what a sentence says; a list of one only looks cut off. A step that stands alone
  // between the commands of a procedure keeps its number.
  const isStep = isProcedure && first.number !== undefined
  if (first.kind === 'prose' || (block.length === 1 && !isStep)) {
    return quotable(block.map(({ text }) => text).join(' ')) + marker
  }
  return list(block, marker)
}

/** Numbers only where none is left out: markdown counts on from the first. */
function list(block: readonly ScoredSentence[], marker: string): string {
  const start = block[0]?.number
  const inRow = start !== undefined && block.every(({ number }, step) => number === start + step)
  const lines = block.map(({ text, number }) => `${inRow ? `${number}.` : '-'} ${quotable(text)}`)
  return lines.join('\n') + marker
}

function table(block: readonly ScoredSentence[], marker: string): string {
  const header = block[0]?.headerRow ?? ''
  const columns = header.split('|').length
  const rows = block.map(({ text }, index) =>
    tableRow(text, columns, index === block.length - 1 ? marker.trim() : ''),
  )
  return [tableRow(header, columns), `|${' --- |'.repeat(columns)}`, ...rows].join('\n')
}
