import type { Element, ElementContent, Root, RootContent } from 'hast'
import { collapse } from '../blocks.ts'

export type HtmlNode = Root | RootContent | ElementContent

export const isElement = (node: HtmlNode): node is Element => node.type === 'element'

/** A property as text; `class` is `className`, a list, in this tree. */
export function propertyText(node: Element, name: string): string | undefined {
  const value = node.properties[name]
  if (Array.isArray(value)) return value.join(' ')
  return value === null || value === undefined || value === '' ? undefined : String(value)
}

export const getClass = (node: Element): string => propertyText(node, 'className') ?? ''

export const getRole = (node: Element): string => propertyText(node, 'role') ?? ''

/** Matching elements, but not those inside another match. */
export function outermost(node: HtmlNode, matches: (element: Element) => boolean): Element[] {
  if (isElement(node) && matches(node)) return [node]
  return 'children' in node ? node.children.flatMap((child) => outermost(child, matches)) : []
}

/** All text, hidden or not. */
export function readText(node: HtmlNode): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(readText).join('') : ''
}

export const textLength = (nodes: readonly HtmlNode[]): number =>
  nodes.reduce((length, node) => length + collapse(readText(node)).length, 0)

const HTML_TAGS = new Set(
  'a abbr acronym b bdi bdo big br button center cite code data del details dfn div em font i iframe img input ins kbd label li mark ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary sup svg table td th time tr tt u ul var video wbr'.split(
    ' ',
  ),
)

/** Whether HTML has this tag, in any case. `<pod-name>` and `List<String>` are not tags. */
export const isHtmlTag = (name: string): boolean => HTML_TAGS.has(name.toLowerCase())
