import type { Element, ElementContent, RootContent } from 'hast'
import { collapse, lines } from './blocks.ts'
import { isBoilerplate } from './html-boilerplate.ts'
import { codeLanguage, codeText, isLineNumbers } from './html-code.ts'
import { readDefinitions, readList } from './html-lists.ts'
import type { Reading } from './html-reading.ts'
import { flush } from './html-reading.ts'
import { readCells } from './html-table.ts'
import { isBlock, isHeadingLink, isNoteLink, visibleText } from './html-text.ts'
import { classOf, isElement, outermost, propertyText } from './html-tree.ts'

const HEADING = /^h([1-6])$/
/** The title of a note, in Docusaurus, MkDocs, Sphinx, GitHub, Bootstrap and Obsidian. */
const NOTE_TITLE =
  /(?:^|[\s_-])(?:admonition-?(?:title|heading)|markdown-alert-title|alert-?(?:title|heading)|callout-?title)/i

export function readNode(reading: Reading, node: RootContent | ElementContent): void {
  if (node.type === 'text') {
    // Line ends in the source are spaces; those left are `br`'s.
    reading.text += node.value.replace(/\s+/g, ' ')
    return
  }
  if (!isElement(node) || reading.tabs.rows.has(node) || isNoteLink(node)) return
  const label = reading.tabs.labels.get(node)
  // A tab that is not open is hidden, and no less part of the page.
  if (label === undefined && isBoilerplate(node)) return
  const depth = HEADING.exec(node.tagName)?.[1]
  if (NOTE_TITLE.test(classOf(node))) readTitle(reading, capitalised(visibleText(node)))
  else if (depth !== undefined) readHeading(reading, node, Number(depth))
  else if (node.tagName === 'pre') readCode(reading, node)
  else if (node.tagName === 'table') readTable(reading, node)
  else if (node.tagName === 'ul' || node.tagName === 'ol') {
    flush(reading)
    readList(reading, node, 0)
    reading.writer.endList()
  } else if (node.tagName === 'dl') readDefinitions(reading, node)
  else {
    if (label !== undefined) readTitle(reading, label)
    readInlineOrBlock(reading, node)
  }
}

/** `Warning:` before what it warns of, or the name of a tab before what is in it. */
function readTitle(reading: Reading, title: string): void {
  flush(reading)
  const text = collapse(title)
  reading.writer.text(/[:.!?…]$/.test(text) || text === '' ? text : `${text}:`)
}

/** Docusaurus writes `warning`, and leaves the rest to its style sheet. */
function capitalised(title: string): string {
  const text = collapse(title)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function readInlineOrBlock(reading: Reading, node: Element): void {
  const id = propertyText(node, 'id')
  if (node.tagName === 'br') reading.text += '\n'
  else if (node.tagName === 'img') reading.text += propertyText(node, 'alt') ?? ''
  else if (isBlock(node)) {
    flush(reading)
    reading.pendingId = id ?? reading.pendingId
    const around = reading.codeLanguage
    reading.codeLanguage = codeLanguage(node) ?? around
    for (const child of node.children) readNode(reading, child)
    reading.codeLanguage = around
    flush(reading)
  } else {
    // `<a id="x"></a>` before a heading is its anchor too.
    if (node.tagName === 'a')
      reading.pendingId = id ?? propertyText(node, 'name') ?? reading.pendingId
    for (const child of node.children) readNode(reading, child)
  }
}

function readHeading(reading: Reading, node: Element, depth: number): void {
  flush(reading)
  const text = collapse(visibleText(node)).replace(/\s?[¶#]$/, '')
  const anchor = propertyText(node, 'id') ?? anchorInside(node) ?? reading.pendingId
  reading.writer.heading(text, depth, anchor)
  reading.pendingId = undefined
}

/** `<h2><a id="x"></a>…`, or the link to itself that has the id which a script will set. */
function anchorInside(node: Element): string | undefined {
  const links = outermost(node, ({ tagName }) => tagName === 'a' || tagName === 'span')
  const named = links
    .map((link) => propertyText(link, 'id') ?? propertyText(link, 'name'))
    .find((name) => name !== undefined)
  if (named !== undefined) return named
  const own = links.find(isHeadingLink)
  return /^#(.+)$/.exec((own && propertyText(own, 'href')) ?? '')?.[1]
}

function readCode(reading: Reading, node: Element): void {
  flush(reading)
  const code = node.children.find((child) => isElement(child) && child.tagName === 'code')
  const inside = code && isElement(code) ? codeLanguage(code) : undefined
  reading.writer.code(codeText(node), codeLanguage(node) ?? inside ?? reading.codeLanguage)
}

function readTable(reading: Reading, table: Element): void {
  flush(reading)
  if (isListing(table, reading)) {
    const codes = outermost(table, (node) => node.tagName === 'pre' || isLineNumbers(node))
    for (const code of codes) if (!isLineNumbers(code)) readCode(reading, code)
    return
  }
  const caption = table.children.find((child) => isElement(child) && child.tagName === 'caption')
  if (caption) reading.writer.text(lines(visibleText(caption)))
  const { header, rows } = readCells(table, visibleText, reading.firstRowIsHeader)
  reading.writer.table(header, rows)
}

/** Code beside its line numbers, which some tools put into a table of one row. */
const isListing = (table: Element, { structured }: Reading): boolean =>
  structured.has(table) &&
  outermost(table, ({ tagName }) => tagName === 'tr').length === 1 &&
  outermost(table, ({ tagName }) => tagName === 'pre').length > 0
