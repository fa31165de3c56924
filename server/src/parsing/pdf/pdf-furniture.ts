import type { Line } from './pdf-lines.ts'
import { lineText } from './pdf-lines.ts'

export type PageLines = { height: number; lines: Line[] }

/** Headers and footers are within this share of the page from its top or bottom. */
const MARGIN_SHARE = 0.12
const SAME_PLACE_POINTS = 4
const PAGE_NUMBER =
  /^(?:page|seite|p\.|página|pagina)?\s?(?:\d{1,5}|[ivxlc]{1,7})(?:\s?(?:\/|of|von|de|sur)\s?\d{1,5})?$/i

/** Pages without headers, footers and page numbers. */
export function withoutFurniture(pages: readonly PageLines[]): PageLines[] {
  const places = new Map<string, Set<number>>()
  for (const [page, { height, lines }] of pages.entries()) {
    for (const line of lines) {
      if (!isInMargin(line, height)) continue
      for (const key of toKeys(line)) places.set(key, (places.get(key) ?? new Set()).add(page))
    }
  }
  const isFurniture = (line: Line, height: number) =>
    isInMargin(line, height) &&
    (PAGE_NUMBER.test(lineText(line).trim()) ||
      toKeys(line).some((key) => (places.get(key)?.size ?? 0) > 1))
  return pages.map(({ height, lines }) => ({
    height,
    lines: lines.filter((line) => !isFurniture(line, height)),
  }))
}

const isInMargin = ({ y }: Line, height: number): boolean =>
  y < height * MARGIN_SHARE || y > height * (1 - MARGIN_SHARE)

/** The text without numbers, and its position rounded both ways, so that close positions match. */
function toKeys(line: Line): string[] {
  const text = lineText(line).replaceAll(/\d+/g, '#').replaceAll(/\s+/g, ' ').trim().toLowerCase()
  const place = line.y / SAME_PLACE_POINTS
  return [`${Math.floor(place)} ${text}`, `${Math.ceil(place)} ${text}`]
}
