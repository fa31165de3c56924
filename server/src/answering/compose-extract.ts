import type { RankedPassage } from '../retrieval/retrieve.ts'
import { fenced, quotable, quotableInline, tableRow } from './quotable.ts'
import type { ScoredUnit } from './score-units.ts'

/**
 * Pieces of markdown, joined with nothing between them. Pages, and the passages
 * of a page, in the order of their best unit; inside a passage as it reads.
 */
export function composeExtract(
  chosen: readonly ScoredUnit[],
  passages: readonly RankedPassage[],
): string[] {
  const pages = Map.groupBy(chosen, ({ passage }) => passages[passage]?.document.id ?? '')
  const pieces: string[] = []
  for (const units of pages.values()) {
    const ordered = [...Map.groupBy(units, ({ passage }) => passage).values()].flatMap((of) =>
      of.toSorted((a, b) => a.index - b.index),
    )
    const title = passages[units[0]?.passage ?? 0]?.document.title ?? ''
    if (pages.size > 1 && title !== '') pieces.push(`${gap(pieces)}**${quotableInline(title)}**`)
    for (const block of blocksOf(ordered)) {
      const [start = '', ...rest] = piecesOf(block)
      pieces.push(gap(pieces) + start, ...rest)
    }
  }
  return pieces
}

const gap = (pieces: readonly string[]): string => (pieces.length === 0 ? '' : '\n\n')

/** Units in a row that are written as one block: sentences of a passage, items of a list, rows. */
function blocksOf(units: readonly ScoredUnit[]): ScoredUnit[][] {
  const blocks: ScoredUnit[][] = []
  for (const unit of units) {
    const last = blocks.at(-1)?.at(-1)
    const joins =
      last !== undefined &&
      last.passage === unit.passage &&
      last.kind === unit.kind &&
      unit.kind !== 'code' &&
      (unit.kind === 'sentence' || last.block === unit.block)
    if (joins) blocks.at(-1)?.push(unit)
    else blocks.push([unit])
  }
  return blocks
}

function piecesOf(block: readonly ScoredUnit[]): string[] {
  const [first] = block
  if (!first) return []
  const marker = `[${first.passage + 1}]`
  // A single item says what a sentence says; a list of one only looks cut off.
  if (first.kind === 'sentence' || (first.kind === 'item' && block.length === 1)) {
    return block.map(({ text }, index) => `${index === 0 ? '' : ' '}${quotable(text)} ${marker}`)
  }
  if (first.kind === 'code') return [fenced(first.text, first.codeLanguage)]
  return first.kind === 'item' ? listPieces(block, marker) : tablePieces(block, marker)
}

/** Numbers only where none is left out: markdown counts on from the first. */
function listPieces(block: readonly ScoredUnit[], marker: string): string[] {
  const start = block[0]?.number
  const inRow = start !== undefined && block.every(({ number }, step) => number === start + step)
  return block.map(({ text, number }, index) => {
    const bullet = inRow ? `${number}.` : '-'
    return `${index === 0 ? '' : '\n'}${bullet} ${quotable(text)} ${marker}`
  })
}

function tablePieces(block: readonly ScoredUnit[], marker: string): string[] {
  const header = block[0]?.headerRow ?? ''
  const columns = header.split('|').length
  return [
    `${tableRow(header, columns)}\n|${' --- |'.repeat(columns)}`,
    ...block.map(({ text }) => `\n${tableRow(text, columns, marker)}`),
  ]
}
