import { collapse } from '../blocks.ts'
import type { Line } from './pdf-lines.ts'
import { lineText } from './pdf-lines.ts'

export type OutlineEntry = { title: string; depth: number }

/** Text this much larger than the body is a heading. */
const LARGER = 1.12
const MAX_HEADING_CHARACTERS = 140
const MAX_DEPTH = 6
const NUMBERED = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\S/
const MARKED = /^(?:[•◦▪●○■‣·–*-]|[a-z]\))\s/

/** The font size of most characters. */
export function measureBodySize(lines: readonly Line[]): number {
  const letters = new Map<number, number>()
  for (const line of lines) {
    const size = rounded(line.size)
    letters.set(size, (letters.get(size) ?? 0) + lineText(line).length)
  }
  return [...letters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

const rounded = (size: number): number => Math.round(size * 2) / 2

/** Finds headings by the outline, else by font: gives the depth of a heading, or null. */
export function createHeadingFinder(
  lines: readonly Line[],
  outline: readonly OutlineEntry[],
): (line: Line) => number | null {
  const bodySize = measureBodySize(lines)
  const outlined = new Map(outline.map(({ title, depth }) => [toKey(title), depth]))
  const styles = [
    ...new Set(lines.filter((line) => looksLikeHeading(line, bodySize)).map(getStyle)),
  ].toSorted((a, b) => b - a)
  return (line) => {
    const text = collapse(lineText(line))
    const depth = outlined.get(toKey(text))
    if (depth !== undefined) return Math.min(depth, MAX_DEPTH)
    if (!looksLikeHeading(line, bodySize)) return null
    const rank = styles.indexOf(getStyle(line)) + 1
    const number = NUMBERED.exec(text)?.[1]
    // Where all headings look alike, their numbering gives the depth.
    const below = number === undefined ? 0 : number.split('.').length - 1
    return Math.min(rank + below, MAX_DEPTH)
  }
}

/** Bold counts as a little larger. */
const getStyle = (line: Line): number => rounded(line.size) + (line.isBold ? 0.1 : 0)

function looksLikeHeading(line: Line, bodySize: number): boolean {
  const text = collapse(lineText(line))
  if (line.cells.length > 1 || line.isMono || MARKED.test(text)) return false
  if (text.length > MAX_HEADING_CHARACTERS || !/\p{L}{2}/u.test(text)) return false
  if (rounded(line.size) >= bodySize * LARGER) return true
  return line.isBold && rounded(line.size) >= bodySize && !/[.,;:]$/.test(text)
}

const toKey = (title: string): string =>
  collapse(title)
    .toLowerCase()
    .replace(/^[\d.]+\s+/, '')
