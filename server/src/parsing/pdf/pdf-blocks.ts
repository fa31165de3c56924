import type { Block, BlockWriter } from '../blocks.ts'
import { collapse, createBlockWriter } from '../blocks.ts'
import type { Line } from './pdf-lines.ts'
import { lineText } from './pdf-lines.ts'
import { readTable, tableEnd } from './pdf-tables.ts'

/** All in multiples of the font size. Lines further apart than this belong to two paragraphs. */
const PARAGRAPH_GAP = 1.75
const INDENT = 0.8
/** The second line of a list item starts at its text. The narrowest marker, `- `, is 0.6 wide. */
const HANGING_INDENT = 0.4
const MARKER = /^([•◦▪●○■‣·–*-]|\d{1,3}[.)]|[a-z][.)])\s+(?=\S)/
const UNFINISHED = /[^.!?:;…。！？]["')\]”’]*$/u

type Paragraph = { text: string; marker: string; first: Line; last: Line }

/** Groups lines into headings, paragraphs, lists, code and tables, each with the page it begins on. */
export function toBlocks(
  lines: readonly Line[],
  headingDepth: (line: Line) => number | null,
): Block[] {
  const writer = createBlockWriter()
  let paragraph: Paragraph | null = null
  const end = () => {
    if (paragraph) writeParagraph(writer, paragraph)
    paragraph = null
  }
  for (let index = 0; index < lines.length;) {
    const line = lines[index]
    if (!line) break
    const depth = headingDepth(line)
    const structureEnd =
      depth === null ? Math.max(tableEnd(lines, index), codeEnd(lines, index)) : index
    if (depth !== null) {
      end()
      writer.at(line.page)
      const headingLines = sameHeading(lines, index, headingDepth)
      writer.heading(collapse(headingLines.map(lineText).join(' ')), depth, `page=${line.page}`)
      index += headingLines.length
    } else if (structureEnd > index) {
      end()
      writer.at(line.page)
      const part = lines.slice(index, structureEnd)
      if (line.isMono) writer.code(joinCode(part))
      else readTable(writer, part)
      index = structureEnd
    } else {
      if (paragraph && isSameParagraph(paragraph, line)) extend(paragraph, line)
      else {
        end()
        paragraph = startParagraph(line)
      }
      index += 1
    }
  }
  end()
  return writer.finish()
}

/** A heading may span up to three lines. */
function sameHeading(
  lines: readonly Line[],
  start: number,
  headingDepth: (line: Line) => number | null,
): Line[] {
  const heading = lines.slice(start, start + 1)
  for (const line of lines.slice(start + 1, start + 3)) {
    const before = heading.at(-1)
    const isNext =
      before !== undefined &&
      headingDepth(line) === headingDepth(before) &&
      line.size === before.size &&
      line.page === before.page &&
      line.y > before.y &&
      line.y - before.y < 1.5 * line.size
    if (!isNext) break
    heading.push(line)
  }
  return heading
}

function startParagraph(line: Line): Paragraph {
  const text = collapse(lineText(line))
  const marker = MARKER.exec(text)
  const isNumber = /^\d/.test(marker?.[1] ?? '')
  return {
    text: marker ? text.slice(marker[0].length) : text,
    marker: marker ? (isNumber ? (marker[1] ?? '').replace(')', '.') : '-') : '',
    first: line,
    last: line,
  }
}

function isSameParagraph({ first, last, text, marker }: Paragraph, line: Line): boolean {
  const next = collapse(lineText(line))
  if (MARKER.test(next) || line.isMono !== last.isMono) return false
  const isBelow = line.page === last.page && line.y > last.y
  // It may continue in the next column or on the next page.
  if (!isBelow) return UNFINISHED.test(text) && /^[\p{Ll}(]/u.test(next)
  if (line.y - last.y > PARAGRAPH_GAP * Math.max(line.size, last.size)) return false
  if (Math.abs(line.size - last.size) > 1 || line.isBold !== last.isBold) return false
  if (marker !== '') return line.x > first.x + HANGING_INDENT * line.size
  return line.x <= last.x + INDENT * line.size || last === first
}

function extend(paragraph: Paragraph, line: Line): void {
  const next = collapse(lineText(line))
  const isCut = /(?<![-\p{L}]\p{L}?)\p{L}*\p{L}{2}-$/u.test(paragraph.text) && /^\p{Ll}/u.test(next)
  paragraph.text = isCut ? paragraph.text.slice(0, -1) + next : `${paragraph.text} ${next}`
  paragraph.last = line
}

function writeParagraph(writer: BlockWriter, { text, marker, first }: Paragraph): void {
  writer.at(first.page)
  if (marker === '') writer.text(text)
  else writer.item(text, 0, marker)
}

function codeEnd(lines: readonly Line[], start: number): number {
  let end = start
  while (lines[end]?.isMono === true && lines[end]?.page === lines[start]?.page) end += 1
  return end
}

/** Indentation is the distance from the leftmost line, in character widths. */
function joinCode(lines: readonly Line[]): string {
  const left = Math.min(...lines.map(({ x }) => x))
  return lines
    .map((line) => {
      const text = lineText(line).trim()
      const letter = (line.right - line.x) / Math.max(1, text.length)
      return ' '.repeat(Math.min(40, Math.round((line.x - left) / (letter || 1)))) + text
    })
    .join('\n')
}
