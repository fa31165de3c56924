import type { Element, ElementContent, RootContent } from 'hast'
import type { BlockWriter } from '../blocks.ts'
import { lines } from '../blocks.ts'
import type { Tabs } from './html-tabs.ts'
import type { HtmlNode } from './html-tree.ts'
import { isElement } from './html-tree.ts'

export type HtmlState = {
  writer: BlockWriter
  /** Inline text since the last block. */
  text: string
  /** The id of an element just entered: Sphinx puts a heading's id on its section. */
  pendingId: string | undefined
  /** The language that an enclosing element names, such as `div.highlight-python`. */
  codeLanguage: string | undefined
  tabs: Tabs
  structured: ReadonlySet<Element>
  firstRowIsHeader: boolean
  /** For blocks inside a list. */
  read: (state: HtmlState, node: RootContent | ElementContent) => void
}

export function flush(state: HtmlState): void {
  const text = lines(state.text)
  state.text = ''
  if (text === '') return
  state.writer.text(text)
  state.pendingId = undefined
}

const STRUCTURE = /^(?:pre|table|ul|ol|dl|h[1-6])$/

/** The elements that contain code, a table, a list or a heading. Found once, used for every list item. */
export function structuredIn(nodes: readonly HtmlNode[]): ReadonlySet<Element> {
  const structured = new Set<Element>()
  for (const node of nodes) visit(node, structured)
  return structured
}

function visit(node: HtmlNode, structured: Set<Element>): boolean {
  let holds = isElement(node) && STRUCTURE.test(node.tagName)
  if ('children' in node) {
    for (const child of node.children) {
      const inside = visit(child, structured)
      if (inside && isElement(node)) structured.add(node)
      holds ||= inside
    }
  }
  return holds
}
