import { endsInColon } from '../../text/ends-in-colon.ts'
import type { PassageBlock } from './block-readers.ts'
import { FENCE, MARKER, readCode, readList, readTable } from './block-readers.ts'
import { looksLikeCode } from './code-lines.ts'

const ATX_HEADING = /^#{1,6}\s+(.+?)\s*#*$/
const MAX_HEADING_WORDS = 14
/** For scripts without spaces. */
const MAX_HEADING_LENGTH = 100

/**
 * The blocks of plain text: blank lines separate them, and code may have fences or none. Appends to
 * the blocks before it, because a blank line inside a listing does not end it.
 */
export function guessBlocks(text: string, blocks: PassageBlock[], isLast: boolean): void {
  const paragraphs = splitParagraphs(text)
  for (const [index, lines] of paragraphs.entries()) {
    const place = { before: blocks.at(-1), isLast: isLast && index === paragraphs.length - 1 }
    for (const block of toBlocks(lines, place)) {
      const before = blocks.at(-1)
      if (isListing(block) && isListing(before)) before.text += `\n\n${block.text}`
      else blocks.push(block)
    }
  }
}

const isListing = (
  block: PassageBlock | undefined,
): block is Extract<PassageBlock, { kind: 'code' }> => block?.kind === 'code' && !block.isFenced

/** Groups of lines between blank ones; a fenced listing is one group. */
function splitParagraphs(content: string): string[][] {
  const paragraphs: string[][] = [[]]
  let fence: string | undefined
  for (const line of wholeFences(withoutComments(content).split('\n'))) {
    const mark = FENCE.exec(line)?.[1]
    if (fence === undefined && (mark !== undefined || line.trim() === '')) paragraphs.push([])
    if (fence !== undefined || line.trim() !== '') paragraphs.at(-1)?.push(line)
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence) === true) {
      fence = undefined
      paragraphs.push([])
    }
  }
  return paragraphs.filter((lines) => lines.length > 0)
}

/** By hand: a regular expression looks for the end again from each of many comments without one. */
function withoutComments(text: string): string {
  let kept = ''
  let from = 0
  for (;;) {
    const start = text.indexOf('<!--', from)
    const end = start === -1 ? -1 : text.indexOf('-->', start + '<!--'.length)
    if (end === -1) return kept + text.slice(from)
    kept += text.slice(from, start)
    from = end + '-->'.length
  }
}

/** A passage that begins or ends inside a listing has half a fence: then none of its fences counts. */
function wholeFences(lines: readonly string[]): readonly string[] {
  let open: string | undefined
  for (const line of lines) {
    const mark = FENCE.exec(line)?.[1]
    if (open === undefined) open = mark
    else if (mark?.startsWith(open) === true) open = undefined
  }
  return open === undefined ? lines : lines.filter((line) => !FENCE.test(line))
}

type Place = { before: PassageBlock | undefined; isLast: boolean }

function toBlocks(lines: readonly string[], place: Place): PassageBlock[] {
  const first = lines[0] ?? ''
  if (FENCE.test(first)) return readCode(lines)
  const heading = ATX_HEADING.exec(first)?.[1]
  if (heading !== undefined) {
    const rest = lines.slice(1)
    const under = rest.length > 0 ? toBlocks(rest, { ...place, before: undefined }) : []
    return [{ kind: 'heading', text: heading }, ...under]
  }
  if (isTable(lines)) return readTable(lines)
  if (looksLikeCode(lines, introducesNext(place.before))) {
    return [{ kind: 'code', text: lines.join('\n'), isFenced: false }]
  }
  if (lines.some((line) => MARKER.test(line))) return readList(lines)
  const text = lines.join('\n')
  if (lines.length === 1 && !place.isLast && isHeading(text)) return [{ kind: 'heading', text }]
  return [{ kind: 'text', text }]
}

const isTable = (lines: readonly string[]): boolean =>
  lines.length > 1 && lines.every((line) => /\S\s*\|\s*\S|^\s*\|/.test(line))

function introducesNext(block: PassageBlock | undefined): boolean {
  if (block?.kind === 'text') return endsInColon(block.text)
  return block?.kind === 'list' && /[:：.]\s*$/u.test(block.items.at(-1)?.text ?? '')
}

const isHeading = (text: string): boolean =>
  !/[.!:;,。！：，।።۔]["')\]]*$/u.test(text) &&
  text.length <= MAX_HEADING_LENGTH &&
  text.split(/\s+/).length <= MAX_HEADING_WORDS
