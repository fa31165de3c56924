import type { Element } from 'hast'
import { isElement, propertyText } from './html-tree.ts'

/** A cell that spans rows is repeated in each, up to this many. */
const MAX_SPAN = 100

export type TableCells = { header: string[] | null; rows: string[][] }

/** A table by rows, with a header only where the page marks one or `firstRowIsHeader` is set. */
export function readCells(
  table: Element,
  cellText: (cell: Element) => string,
  firstRowIsHeader: boolean,
): TableCells {
  const rows = getRows(table, false)
  const texts = getGrid(rows, cellText)
  const first = rows[0]
  const isHeader =
    first !== undefined &&
    rows.length > 1 &&
    (firstRowIsHeader || first.isHead || first.cells.every(({ tagName }) => tagName === 'th'))
  return isHeader
    ? { header: texts[0] ?? null, rows: texts.slice(1) }
    : { header: null, rows: texts }
}

type Row = { cells: Element[]; isHead: boolean }

/** The rows of the table itself, not of one inside a cell. */
function getRows(node: Element, isHead: boolean): Row[] {
  return node.children.filter(isElement).flatMap((child) => {
    if (child.tagName === 'tr') {
      const cells = child.children.filter(isElement)
      return [{ cells: cells.filter(({ tagName }) => /^t[hd]$/.test(tagName)), isHead }]
    }
    if (!/^t(?:head|body|foot)$/.test(child.tagName)) return []
    return getRows(child, child.tagName === 'thead')
  })
}

/** A cell's text is repeated in every row it spans; further columns it spans stay empty. */
function getGrid(rows: readonly Row[], cellText: (cell: Element) => string): string[][] {
  const held = new Map<number, { text: string; left: number }>()
  return rows.map(({ cells }) => {
    const texts: string[] = []
    const takeHeld = () => {
      for (let above = held.get(texts.length); above; above = held.get(texts.length)) {
        above.left -= 1
        if (above.left === 0) held.delete(texts.length)
        texts.push(above.text)
      }
    }
    for (const cell of cells) {
      takeHeld()
      const text = cellText(cell)
      const down = span(cell, 'rowSpan')
      if (down > 1) held.set(texts.length, { text, left: down - 1 })
      texts.push(text)
      for (let more = span(cell, 'colSpan'); more > 1; more -= 1) texts.push('')
    }
    takeHeld()
    return texts
  })
}

function span(cell: Element, name: string): number {
  const count = Number(propertyText(cell, name) ?? 1)
  return Number.isInteger(count) ? Math.min(Math.max(count, 1), MAX_SPAN) : 1
}
