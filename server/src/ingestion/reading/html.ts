import type { Element, ElementContent, Root, RootContent } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import type { BlockWriter, ParsedDocument } from './blocks.ts'
import { createBlockWriter } from './blocks.ts'
import { readNode } from './html-blocks.ts'
import { factsOf } from './html-facts.ts'
import { findMain } from './html-main.ts'
import type { Reading } from './html-reading.ts'
import { flush } from './html-reading.ts'
import { structuredIn } from './html-structure.ts'
import { findTabs } from './html-tabs.ts'

const wholePage = unified().use(rehypeParse)
const fragment = unified().use(rehypeParse, { fragment: true })

export type HtmlOptions = {
  /** Word and slides mark no header, and have one. */
  firstRowIsHeader?: boolean
}

/** The main content of a page. */
export function readHtml(content: string, options: HtmlOptions = {}): ParsedDocument {
  const tree = wholePage.parse(content)
  const { title, ...facts } = factsOf(tree)
  const writer = createBlockWriter()
  readAll(writer, tree, findMain(tree), options)
  const blocks = writer.finish()
  const heading = blocks.find((block) => block.kind === 'heading' && block.depth === 1)
  return { title: heading?.text ?? title, blocks, ...facts }
}

/** A piece of HTML inside another document. */
export function writeHtmlFragment(writer: BlockWriter, html: string): void {
  const tree = fragment.parse(html)
  readAll(writer, tree, tree.children, {})
}

function readAll(
  writer: BlockWriter,
  tree: Root,
  nodes: readonly (RootContent | ElementContent | Element)[],
  { firstRowIsHeader = false }: HtmlOptions,
): void {
  const reading: Reading = {
    writer,
    text: '',
    pendingId: undefined,
    codeLanguage: undefined,
    tabs: findTabs(tree),
    structured: structuredIn(nodes),
    firstRowIsHeader,
    read: readNode,
  }
  for (const node of nodes) readNode(reading, node)
  flush(reading)
}
