import type { Archive } from './archive.ts'
import { createXmlParser } from './xml.ts'

export type CellStyles = {
  strings: readonly string[]
  isDate: (style: number) => boolean
  startsIn1904: boolean
}

/** Nobody reads a table wider than this. */
const MAX_COLUMNS = 500
const DAY_MS = 86_400_000
const DAYS_TO_1970 = 25_569
const DAYS_1900_TO_1904 = 1_462

export async function readSheet(
  archive: Archive,
  part: string,
  styles: CellStyles,
  onRow: (row: string[]) => void,
): Promise<void> {
  let row: string[] = []
  let cell: { column: number; type: string; style: number; value: string } | null = null
  let isValue = false
  const parser = createXmlParser({
    open(name, attributes) {
      if (name === 'row') row = []
      else if (name === 'c') {
        const column = getColumn(attributes['r'] ?? '') ?? row.length
        const style = Number(attributes['s'] ?? -1)
        cell = { column, type: attributes['t'] ?? 'n', style, value: '' }
      } else isValue = name === 'v' || name === 't'
    },
    text(text) {
      if (cell && isValue) cell.value += text
    },
    close(name) {
      isValue = false
      if (name === 'c' && cell && cell.column < MAX_COLUMNS) {
        while (row.length < cell.column) row.push('')
        row[cell.column] = shown(cell, styles)
      }
      if (name === 'c') cell = null
      if (name === 'row') onRow(row)
    },
  })
  await archive.stream(part, parser.write)
  parser.end()
}

/** `C7` is in column 2, counted from 0. */
function getColumn(reference: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function shown(
  { type, style, value }: { type: string; style: number; value: string },
  styles: CellStyles,
): string {
  if (type === 's') return styles.strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n' || value === '' || Number.isNaN(Number(value))) return value
  if (styles.isDate(style)) return dateText(Number(value), styles.startsIn1904)
  // Without the rounding error of binary numbers, as in 0.1 + 0.2.
  return String(Number(Number(value).toPrecision(15)))
}

function dateText(days: number, startsIn1904: boolean): string {
  const since1970 = days - DAYS_TO_1970 + (startsIn1904 ? DAYS_1900_TO_1904 : 0)
  const date = new Date(Math.round(since1970 * DAY_MS))
  if (Number.isNaN(date.getTime())) return String(days)
  const [day = '', time = ''] = date.toISOString().split('T')
  const clock = time.slice(0, 5)
  if (days < 1) return clock
  return Number.isInteger(days) ? day : `${day} ${clock}`
}
