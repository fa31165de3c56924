import type { Element, ElementContent, RootContent } from 'hast'
import { collapse, lines } from '../blocks.ts'
import { isBoilerplate } from './html-boilerplate.ts'
import { codeLanguage, codeText, isLineNumbers } from './html-code.ts'
import { readDefinitions, readList } from './html-lists.ts'
import type { HtmlState } from './html-state.ts'
import { flush } from './html-state.ts'
import { readCells } from './html-table.ts'
import { isBlock, isHeadingLink, isNoteLink, visibleText } from './html-text.ts'
import { getClass, isElement, outermost, propertyText } from './html-tree.ts'
import { withoutInlineCode } from '../../text/inline-code.ts'

const HEADING = /^h([1-6])$/
/** The title of a note, in Docusaurus, MkDocs, Sphinx, GitHub, Bootstrap and Obsidian. */
const NOTE_TITLE =
  /(?:^|[\s_-])(?:admonition-?(?:title|heading)|markdown-alert-title|alert-?(?:title|heading)|callout-?title)/i

/** Asciidoctor and Antora write a note as a table of an icon and its text. */
const ASCIIDOCTOR_NOTE = /(?:^|\s)admonitionblock(?:\s|$)/

export function readNode(state: HtmlState, node: RootContent | ElementContent): void {
  if (node.type === 'text') {
    // Line breaks in the source are spaces; only `br` breaks a line.
    state.text += node.value.replace(/\s+/g, ' ')
    return
  }
  if (!isElement(node) || state.tabs.rows.has(node) || isNoteLink(node)) return
  const label = state.tabs.labels.get(node)
  // A closed tab is hidden, but still part of the page.
  if (label === undefined && isBoilerplate(node)) return
  const depth = HEADING.exec(node.tagName)?.[1]
  if (ASCIIDOCTOR_NOTE.test(getClass(node))) readAsciidoctorNote(state, node)
  else if (NOTE_TITLE.test(getClass(node))) readTitle(state, capitalised(visibleText(node)))
  else if (depth !== undefined) readHeading(state, node, Number(depth))
  else if (node.tagName === 'pre') readCode(state, node)
  else if (node.tagName === 'table') readTable(state, node)
  else if (node.tagName === 'ul' || node.tagName === 'ol') {
    flush(state)
    readList(state, node, 0)
    state.writer.endList()
  } else if (node.tagName === 'dl') readDefinitions(state, node)
  else {
    if (label !== undefined) readTitle(state, label)
    readInlineOrBlock(state, node)
  }
}

/** `Warning:` before the note, or the name of a tab before its content. */
function readTitle(state: HtmlState, title: string): void {
  flush(state)
  const text = collapse(title)
  state.writer.text(/[:.!?…]$/.test(text) || text === '' ? text : `${text}:`)
}

function readAsciidoctorNote(state: HtmlState, note: Element): void {
  for (const cell of outermost(note, ({ tagName }) => tagName === 'td')) {
    if (getClass(cell).includes('icon')) readTitle(state, visibleText(cell))
    else for (const child of cell.children) readNode(state, child)
  }
  flush(state)
}

/** Docusaurus writes `warning` and capitalises it by style sheet. */
function capitalised(title: string): string {
  const text = collapse(title)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function readInlineOrBlock(state: HtmlState, node: Element): void {
  const id = propertyText(node, 'id')
  if (node.tagName === 'br') state.text += '\n'
  else if (node.tagName === 'img') state.text += propertyText(node, 'alt') ?? ''
  else if (node.tagName === 'code' && !state.structured.has(node)) state.text += visibleText(node)
  else if (isBlock(node)) {
    flush(state)
    state.pendingId = id ?? state.pendingId
    const around = state.codeLanguage
    state.codeLanguage = codeLanguage(node) ?? around
    for (const child of node.children) readNode(state, child)
    state.codeLanguage = around
    flush(state)
  } else {
    // `<a id="x"></a>` before a heading is its anchor too.
    if (node.tagName === 'a') state.pendingId = id ?? propertyText(node, 'name') ?? state.pendingId
    for (const child of node.children) readNode(state, child)
  }
}

function readHeading(state: HtmlState, node: Element, depth: number): void {
  flush(state)
  const text = withoutInlineCode(collapse(visibleText(node))).replace(/\s?[¶#]$/, '')
  const anchor = propertyText(node, 'id') ?? anchorInside(node) ?? state.pendingId
  state.writer.heading(text, depth, anchor)
  state.pendingId = undefined
}

/** From `<h2><a id="x"></a>…`, or from the heading's link to itself where a script sets the id. */
function anchorInside(node: Element): string | undefined {
  const links = outermost(node, ({ tagName }) => tagName === 'a' || tagName === 'span')
  const named = links
    .map((link) => propertyText(link, 'id') ?? propertyText(link, 'name'))
    .find((name) => name !== undefined)
  if (named !== undefined) return named
  const own = links.find(isHeadingLink)
  return /^#(.+)$/.exec((own && propertyText(own, 'href')) ?? '')?.[1]
}

function readCode(state: HtmlState, node: Element): void {
  flush(state)
  const code = node.children.find((child) => isElement(child) && child.tagName === 'code')
  const inside = code && isElement(code) ? codeLanguage(code) : undefined
  state.writer.code(codeText(node), codeLanguage(node) ?? inside ?? state.codeLanguage)
}

function readTable(state: HtmlState, table: Element): void {
  flush(state)
  if (isListing(table, state)) {
    const codes = outermost(table, (node) => node.tagName === 'pre' || isLineNumbers(node))
    for (const code of codes) if (!isLineNumbers(code)) readCode(state, code)
    return
  }
  const caption = table.children.find((child) => isElement(child) && child.tagName === 'caption')
  if (caption) state.writer.text(lines(visibleText(caption)))
  const { header, rows } = readCells(table, visibleText, state.firstRowIsHeader)
  state.writer.table(header, rows)
}

/** Some tools put code and its line numbers into a table of one row. */
const isListing = (table: Element, { structured }: HtmlState): boolean =>
  structured.has(table) &&
  outermost(table, ({ tagName }) => tagName === 'tr').length === 1 &&
  outermost(table, ({ tagName }) => tagName === 'pre').length > 0
