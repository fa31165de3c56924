import { looksLikeCode } from './code-lines.ts'

export type PassageBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: { text: string; number?: number }[] }
  | { kind: 'table'; headerRow: string; rows: string[] }
  /** Between fences it is whole; without them a blank line may stand inside of it. */
  | { kind: 'code'; text: string; isFenced: boolean; language?: string }

const FENCE = /^\s*(`{3,}|~{3,})/
const MARKER = /^\s*(?:[-*+•]|(\d{1,3})[.)])\s+(?=\S)/
const ATX_HEADING = /^#{1,6}\s+(.+?)\s*#*$/
const MAX_HEADING_WORDS = 14

/**
 * The blocks of a passage. Readers store blocks as plain text, one blank line apart, and code between
 * fences; plain text may hold code without them.
 */
export function readBlocks(content: string): PassageBlock[] {
  const blocks: PassageBlock[] = []
  const paragraphs = paragraphsOf(content)
  for (const [index, lines] of paragraphs.entries()) {
    const isLast = index === paragraphs.length - 1
    for (const block of blocksOf(lines, { before: blocks.at(-1), isLast })) {
      const before = blocks.at(-1)
      // A blank line inside a listing is no end of it.
      if (isListing(block) && isListing(before)) before.text += `\n\n${block.text}`
      else blocks.push(block)
    }
  }
  return blocks
}

const isListing = (
  block: PassageBlock | undefined,
): block is Extract<PassageBlock, { kind: 'code' }> => block?.kind === 'code' && !block.isFenced

/** Groups of lines between blank ones; a fenced listing is one group. */
function paragraphsOf(content: string): string[][] {
  const paragraphs: string[][] = [[]]
  let fence: string | undefined
  for (const line of wholeFences(content.replaceAll(/<!--[\s\S]*?-->/g, '').split('\n'))) {
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

function blocksOf(lines: readonly string[], place: Place): PassageBlock[] {
  const first = lines[0] ?? ''
  if (FENCE.test(first)) return fencedCode(lines)
  const heading = ATX_HEADING.exec(first)?.[1]
  if (heading !== undefined) {
    const rest = lines.slice(1)
    const under = rest.length > 0 ? blocksOf(rest, { ...place, before: undefined }) : []
    return [{ kind: 'heading', text: heading }, ...under]
  }
  if (isTable(lines)) return readTable(lines)
  if (looksLikeCode(lines, endsInColon(place.before))) {
    return [{ kind: 'code', text: lines.join('\n'), isFenced: false }]
  }
  const start = lines.findIndex((line) => MARKER.test(line))
  if (start !== -1) return readList(lines, start)
  const text = lines.join('\n')
  if (lines.length === 1 && !place.isLast && isHeading(text)) return [{ kind: 'heading', text }]
  return [{ kind: 'text', text }]
}

function fencedCode(lines: readonly string[]): PassageBlock[] {
  const language = /^\s*[`~]{3,}\s*([\w+#.-]+)\s*$/.exec(lines[0] ?? '')?.[1]
  const mark = FENCE.exec(lines[0] ?? '')?.[1] ?? ''
  const body = lines.slice(1).filter((line) => FENCE.exec(line)?.[1]?.startsWith(mark) !== true)
  const text = body.join('\n').trimEnd()
  if (text === '') return []
  return [{ kind: 'code', text, isFenced: true, ...(language === undefined ? {} : { language }) }]
}

const isTable = (lines: readonly string[]): boolean =>
  lines.length > 1 && lines.every((line) => /\S\s*\|\s*\S|^\s*\|/.test(line))

/** The `| --- | --- |` below a header. */
const isRule = (line: string): boolean =>
  line.includes('---') && line.replaceAll(/[\s|:-]/g, '') === ''

function readTable(lines: readonly string[]): PassageBlock[] {
  const [headerRow = '', ...rows] = lines
    .filter((line) => !isRule(line))
    .map((line) => line.trim().replace(/^\|\s*|\s*\|$/g, ''))
  return [{ kind: 'table', headerRow, rows }]
}

/** Lines before the first marker are text; lines without one continue their item. */
function readList(lines: readonly string[], start: number): PassageBlock[] {
  const items: { text: string; number?: number }[] = []
  for (const line of lines.slice(start)) {
    const marker = MARKER.exec(line)
    const last = items.at(-1)
    if (marker) {
      const text = line.slice(marker[0].length).trim()
      items.push(marker[1] === undefined ? { text } : { text, number: Number(marker[1]) })
    } else if (last) last.text += ` ${line.trim()}`
  }
  const list: PassageBlock = { kind: 'list', items }
  return start === 0 ? [list] : [{ kind: 'text', text: lines.slice(0, start).join('\n') }, list]
}

function endsInColon(block: PassageBlock | undefined): boolean {
  if (block?.kind === 'text') return /[:：]\s*$/u.test(block.text)
  return block?.kind === 'list' && /[:：.]\s*$/u.test(block.items.at(-1)?.text ?? '')
}

const isHeading = (text: string): boolean =>
  !/[.!:;,。！：，]["')\]]*$/u.test(text) && text.split(/\s+/).length <= MAX_HEADING_WORDS
