import type { Element, ElementContent, Root, RootContent } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import type { BlockWriter, ParsedDocument } from './blocks.ts'
import { collapse, createBlockWriter, lines } from './blocks.ts'
import { findMain, isElement, propertyText } from './html-tree.ts'

const wholePage = unified().use(rehypeParse)
const fragment = unified().use(rehypeParse, { fragment: true })

/** What no reader reads, or reads on every page. */
const DROPPED = new Set(
  'nav footer aside script style form svg math template noscript button select iframe object dialog head'.split(
    ' ',
  ),
)
const BLOCKS = new Set(
  'address article blockquote body center dd details div dl dt fieldset figcaption figure header hr html main p section summary'.split(
    ' ',
  ),
)
const HEADING = /^h([1-6])$/
/** The `¶` and `#` links that documentation tools put beside a heading. */
const HEADING_LINK =
  /\b(?:headerlink|header-anchor|heading-anchor|hash-link|anchor|anchorjs-link)\b/

type Reading = {
  writer: BlockWriter
  /** Inline text since the last block ended. */
  text: string
  /** The id of an element just entered: Sphinx puts a heading's id on its section. */
  pendingId: string | undefined
}

/** The main content of a page. */
export function readHtml(content: string): ParsedDocument {
  const tree = wholePage.parse(content)
  const { title, main } = findMain(tree)
  const reading = startReading(createBlockWriter())
  for (const node of main) read(reading, node)
  flush(reading)
  const blocks = reading.writer.finish()
  const heading = blocks.find((block) => block.kind === 'heading' && block.depth === 1)
  return { title: heading?.text ?? title, blocks }
}

/** A piece of HTML inside another document. */
export function writeHtmlFragment(writer: BlockWriter, html: string): void {
  const reading = startReading(writer)
  for (const node of fragment.parse(html).children) read(reading, node)
  flush(reading)
}

const startReading = (writer: BlockWriter): Reading => ({ writer, text: '', pendingId: undefined })

function read(reading: Reading, node: RootContent | ElementContent): void {
  if (node.type === 'text') {
    // Line ends in the source are spaces; those left are `br`'s.
    reading.text += node.value.replace(/\s+/g, ' ')
    return
  }
  if (!isElement(node) || DROPPED.has(node.tagName)) return
  const depth = HEADING.exec(node.tagName)?.[1]
  if (depth !== undefined) readHeading(reading, node, Number(depth))
  else if (node.tagName === 'pre') readCode(reading, node)
  else if (node.tagName === 'table') readTable(reading, node)
  else if (node.tagName === 'ul' || node.tagName === 'ol') {
    flush(reading)
    readList(reading, node, 0)
    reading.writer.endList()
  } else readInlineOrBlock(reading, node)
}

function readInlineOrBlock(reading: Reading, node: Element): void {
  const id = propertyText(node, 'id')
  if (node.tagName === 'br') reading.text += '\n'
  else if (node.tagName === 'img') reading.text += propertyText(node, 'alt') ?? ''
  else if (BLOCKS.has(node.tagName)) {
    flush(reading)
    reading.pendingId = id ?? reading.pendingId
    for (const child of node.children) read(reading, child)
    flush(reading)
  } else {
    // `<a id="x"></a>` before a heading is its anchor too.
    if (node.tagName === 'a' && id !== undefined) reading.pendingId = id
    for (const child of node.children) read(reading, child)
  }
}

function readHeading(reading: Reading, node: Element, depth: number): void {
  flush(reading)
  const text = collapse(visibleText(node)).replace(/\s*[¶#]$/, '')
  reading.writer.heading(text, depth, propertyText(node, 'id') ?? reading.pendingId)
  reading.pendingId = undefined
}

function readCode(reading: Reading, node: Element): void {
  flush(reading)
  const code = node.children.find((child) => isElement(child) && child.tagName === 'code')
  const named = [node, ...(code && isElement(code) ? [code] : [])]
    .map((element) =>
      /\b(?:language|lang|highlight)-([\w+#-]+)/.exec(propertyText(element, 'className') ?? ''),
    )
    .find((match) => match !== null)
  reading.writer.code(rawText(node), named?.[1])
}

function readList(reading: Reading, list: Element, depth: number): void {
  let count = 0
  for (const item of list.children) {
    if (!isElement(item)) continue
    count += 1
    const marker = list.tagName === 'ol' ? `${count}.` : '-'
    const nested = item.children.filter(
      (child): child is Element => isElement(child) && /^(?:ul|ol)$/.test(child.tagName),
    )
    const own = item.children.filter((child) => !nested.some((element) => element === child))
    reading.writer.item(lines(own.map(visibleText).join('')), depth, marker)
    for (const child of nested) readList(reading, child, depth + 1)
  }
}

function readTable(reading: Reading, table: Element): void {
  flush(reading)
  const caption = table.children.find((child) => isElement(child) && child.tagName === 'caption')
  if (caption) reading.writer.text(lines(visibleText(caption)))
  const rows = rowsOf(table)
  const first = rows[0]
  const cells = rows.map((row) => row.map((cell) => visibleText(cell)))
  const isHeader = rows.length > 1 && first?.every((cell) => cell.tagName === 'th') === true
  reading.writer.table(isHeader ? (cells.shift() ?? null) : null, cells)
}

/** The rows of the table itself, not of one inside a cell. */
function rowsOf(node: Element): Element[][] {
  return node.children.filter(isElement).flatMap((child) => {
    if (child.tagName === 'tr') {
      return [child.children.filter(isElement).filter(({ tagName }) => /^t[hd]$/.test(tagName))]
    }
    return /^t(?:head|body|foot)$/.test(child.tagName) ? rowsOf(child) : []
  })
}

/** Text as it is read; words of neighbouring blocks do not run together. */
function visibleText(node: Root | RootContent | ElementContent): string {
  if (node.type === 'text') return node.value.replace(/\s+/g, ' ')
  if (!isElement(node) || DROPPED.has(node.tagName) || isHeadingLink(node)) return ''
  if (node.tagName === 'br') return '\n'
  if (node.tagName === 'img') return propertyText(node, 'alt') ?? ''
  if (node.tagName === 'pre') return `\n${rawText(node)}\n`
  const text = node.children.map(visibleText).join('')
  return BLOCKS.has(node.tagName) || /^(?:li|tr|t[hd])$/.test(node.tagName) ? `\n${text}\n` : text
}

const isHeadingLink = (node: Element): boolean =>
  node.tagName === 'a' &&
  HEADING_LINK.test(propertyText(node, 'className') ?? '') &&
  (propertyText(node, 'href') ?? '#').startsWith('#')

function rawText(node: ElementContent): string {
  if (node.type === 'text') return node.value
  if (!isElement(node) || DROPPED.has(node.tagName)) return ''
  return node.tagName === 'br' ? '\n' : node.children.map(rawText).join('')
}

function flush(reading: Reading): void {
  const text = lines(reading.text)
  reading.text = ''
  if (text === '') return
  reading.writer.text(text)
  reading.pendingId = undefined
}
