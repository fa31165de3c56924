import type { Element, ElementContent, Root, RootContent } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import type { BlockWriter, ParsedDocument } from '../blocks.ts'
import { createBlockWriter } from '../blocks.ts'
import { readNode } from './html-blocks.ts'
import { getFacts } from './html-facts.ts'
import { findMain } from './html-main.ts'
import type { HtmlState } from './html-state.ts'
import { flush, structuredIn } from './html-state.ts'
import { findTabs } from './html-tabs.ts'

const wholePage = unified().use(rehypeParse)
const fragment = unified().use(rehypeParse, { fragment: true })

export type HtmlOptions = {
  /** Word and PowerPoint do not mark the header row that their tables have. */
  firstRowIsHeader?: boolean
}

/** The main content of a page. */
export function parseHtml(content: string, options: HtmlOptions = {}): ParsedDocument {
  const tree = wholePage.parse(content)
  const { title, ...facts } = getFacts(tree)
  const writer = createBlockWriter()
  readAll(writer, tree, findMain(tree), options)
  const blocks = writer.finish()
  const heading = blocks.find((block) => block.kind === 'heading' && block.depth === 1)
  return { title: heading?.text ?? title, blocks, ...facts }
}

/** Generators leave many of these in markdown. */
const ONLY_COMMENTS = /^\s*(?:<!--[^>]*-->\s*)*$/

/** A piece of HTML inside another document. */
export function writeHtmlFragment(writer: BlockWriter, html: string): void {
  if (ONLY_COMMENTS.test(html)) return
  const tree = fragment.parse(html)
  readAll(writer, tree, tree.children, {})
}

function readAll(
  writer: BlockWriter,
  tree: Root,
  nodes: readonly (RootContent | ElementContent | Element)[],
  { firstRowIsHeader = false }: HtmlOptions,
): void {
  const state: HtmlState = {
    writer,
    text: '',
    pendingId: undefined,
    codeLanguage: undefined,
    tabs: findTabs(tree),
    structured: structuredIn(nodes),
    firstRowIsHeader,
    read: readNode,
  }
  for (const node of nodes) readNode(state, node)
  flush(state)
}
