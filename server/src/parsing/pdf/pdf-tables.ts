import type { BlockWriter } from '../blocks.ts'
import { collapse } from '../blocks.ts'
import type { Cell, Line } from './pdf-lines.ts'

/** In font sizes. */
const SAME_COLUMN = 1
/** Lines further apart do not belong to one table. */
const MAX_ROW_GAP = 4
/** A wrapped line of a cell is closer to the line above than the next row is. */
const WRAPPED_GAP = 0.8

/** Where the table that begins at `start` ends; `start` itself when there is none. */
export function tableEnd(lines: readonly Line[], start: number): number {
  const first = lines[start]
  if (!first || first.cells.length < 2) return start
  let end = start + 1
  let rows = 1
  for (
    let line = lines[end];
    line && isRowBelow(line, lines.slice(start, end));
    line = lines[end]
  ) {
    if (line.cells.length > 1) rows += 1
    end += 1
  }
  // After the last row with several cells comes text, unless a cell goes on.
  while (end > start + 1 && (lines[end - 1]?.cells.length ?? 0) < 2 && !isWrapped(lines, end - 1)) {
    end -= 1
  }
  return rows > 1 ? end : start
}

function isRowBelow(line: Line, table: readonly Line[]): boolean {
  const last = table.at(-1)
  if (!last || line.page !== last.page || line.y <= last.y) return false
  if (line.y - last.y > MAX_ROW_GAP * line.size || line.isMono) return false
  const columns = table.flatMap(({ cells }) => cells)
  const inColumn = line.cells.filter((cell) =>
    columns.some((other) => isSameColumn(cell, other, line)),
  )
  return inColumn.length === line.cells.length || inColumn.length > 1
}

/** Aligned at the left or the right, or one within the other, as centred cells are. */
function isSameColumn(cell: Cell, other: Cell, { size }: Line): boolean {
  return (
    Math.abs(cell.x - other.x) < SAME_COLUMN * size ||
    Math.abs(cell.right - other.right) < SAME_COLUMN * size ||
    (cell.x > other.x && cell.right < other.right) ||
    (other.x > cell.x && other.right < cell.right)
  )
}

function isWrapped(lines: readonly Line[], index: number): boolean {
  const line = lines[index]
  const before = lines[index - 1]
  return !!line && !!before && line.y - before.y < 1.4 * line.size
}

export function readTable(writer: BlockWriter, lines: readonly Line[]): void {
  const columns = getColumns(lines)
  const gaps = lines.map((line, index) => line.y - (lines[index - 1]?.y ?? line.y))
  const rowGap = Math.max(...gaps)
  const rows: string[][] = []
  for (const [index, line] of lines.entries()) {
    const texts = cellsIn(line, columns)
    const last = rows.at(-1)
    const goesOn = index > 0 && (gaps[index] ?? 0) < WRAPPED_GAP * rowGap
    if (last && goesOn)
      for (const [at, text] of texts.entries()) last[at] = collapse(`${last[at] ?? ''} ${text}`)
    else rows.push(texts)
  }
  const [header = [], ...body] = rows
  writer.table(header, body)
}

/** The left and right ends of each column, from all cells that overlap. */
function getColumns(lines: readonly Line[]): { x: number; right: number }[] {
  const cells = lines.flatMap((line) => line.cells).toSorted((a, b) => a.x - b.x)
  const columns: { x: number; right: number }[] = []
  for (const { x, right } of cells) {
    const last = columns.at(-1)
    if (last && x < last.right) last.right = Math.max(last.right, right)
    else columns.push({ x, right })
  }
  return columns
}

function cellsIn(line: Line, columns: readonly { x: number; right: number }[]): string[] {
  const texts = columns.map(() => '')
  for (const { x, text } of line.cells) {
    const at = columns.findIndex((column) => x >= column.x - 1 && x <= column.right)
    if (at !== -1) texts[at] = collapse(`${texts[at] ?? ''} ${text}`)
  }
  return texts
}
