import { sentencesOf } from '../../text/sentences.ts'

const TABLE_ROW = /^\s*\|.*\|\s*$/
const DELIMITER_ROW = /^[\s|:-]+$/

/** What is said together: a sentence, a list item, or a table row with the headings of its cells. */
export function sentenceUnitsOf(text: string): string[] {
  const units: string[] = []
  let prose: string[] = []
  let headings: string[] | null = null
  const endProse = () => {
    units.push(...sentencesOf(prose.join('\n')))
    prose = []
  }
  for (const line of text.split('\n')) {
    if (!TABLE_ROW.test(line)) {
      headings = null
      prose.push(line)
      continue
    }
    endProse()
    if (DELIMITER_ROW.test(line)) continue
    const cells = cellsOf(line)
    units.push(headings ? withHeadings(cells, headings) : cells.join(', '))
    headings ??= cells
  }
  endProse()
  return units
}

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

const withHeadings = (cells: readonly string[], headings: readonly string[]): string =>
  cells.map((cell, column) => `${headings[column] ?? ''} ${cell}`.trim()).join(', ')
