import type { Element } from 'hast'
import type { HtmlNode } from './html-tree.ts'
import { isElement } from './html-tree.ts'

const STRUCTURE = /^(?:pre|table|ul|ol|dl|h[1-6])$/

/** The elements that hold code, a table, a list or a heading. Found once: asked of every list item. */
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
