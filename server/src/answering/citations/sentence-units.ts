import { splitSentences } from '../../text/sentences.ts'

const TABLE_ROW = /^\s*\|.*\|\s*$/
const DELIMITER_ROW = /^[\s|:-]+$/

/** What is said together: a sentence, a list item, or a table row with the headings of its cells. */
export function splitSentenceUnits(text: string): string[] {
  const units: string[] = []
  let prose: string[] = []
  let headings: string[] | null = null
  const endProse = () => {
    units.push(...splitSentences(prose.join('\n')))
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
    const cells = getCells(line)
    units.push(headings ? withHeadings(cells, headings) : cells.join(', '))
    headings ??= cells
  }
  endProse()
  return units
}

const getCells = (row: string): string[] =>
  row
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

const withHeadings = (cells: readonly string[], headings: readonly string[]): string =>
  cells.map((cell, column) => `${headings[column] ?? ''} ${cell}`.trim()).join(', ')
