import type { DefaultTreeAdapterTypes } from 'parse5'
import { defaultTreeAdapter, html, parseFragment } from 'parse5'
import { SaxesParser } from 'saxes'

export type StorageNode = DefaultTreeAdapterTypes.ChildNode
export type StorageElement = DefaultTreeAdapterTypes.Element

/** What is nested deeper is read as if it were at this depth. */
const MAX_DEPTH = 200
const NAMED_ENTITY = /&([A-Za-z][A-Za-z0-9]*);/g

/**
 * The tree of a page in Confluence's storage format: XML with HTML's entities, with elements of its own
 * that have the prefixes `ac` and `ri`. What is not well-formed is read as far as it can be.
 */
export function readStorage(storage: string): StorageNode[] {
  const root = defaultTreeAdapter.createDocumentFragment()
  const open: DefaultTreeAdapterTypes.ParentNode[] = [root]
  const parent = () => open.at(-1) ?? root
  const parser = new SaxesParser({ fragment: true })
  parser.ENTITIES = namedEntities(storage)
  parser.on('error', () => undefined)
  parser.on('text', (text) => defaultTreeAdapter.insertText(parent(), text))
  parser.on('cdata', (text) => defaultTreeAdapter.insertText(parent(), text))
  parser.on('opentag', ({ name, attributes }) => {
    const element = createElement(name, plainAttributes(attributes))
    defaultTreeAdapter.appendChild(parent(), element)
    open.push(open.length > MAX_DEPTH ? parent() : element)
  })
  parser.on('closetag', () => void open.pop())
  parser.write(storage)
  parser.close()
  return root.childNodes
}

/** The types allow for namespaces, which this parser is not told to read. */
const plainAttributes = (attributes: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]))

/** The named entities in a text, with the characters that HTML gives them. */
function namedEntities(text: string): Record<string, string> {
  const entities: Record<string, string> = Object.create(null)
  for (const [entity, name = ''] of text.matchAll(NAMED_ENTITY)) {
    if (entities[name] !== undefined) continue
    const [decoded] = parseFragment(entity).childNodes
    const value = decoded && isText(decoded) ? decoded.value : entity
    if (value !== entity) entities[name] = value
  }
  return entities
}

export const isText = (node: StorageNode): node is DefaultTreeAdapterTypes.TextNode =>
  defaultTreeAdapter.isTextNode(node)

export const isElement = (node: StorageNode): node is StorageElement =>
  defaultTreeAdapter.isElementNode(node)

export function createElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly StorageNode[] = [],
): StorageElement {
  const given = Object.entries(attributes).map(([key, value]) => ({ name: key, value }))
  const element = defaultTreeAdapter.createElement(name, html.NS.HTML, given)
  for (const child of children) defaultTreeAdapter.appendChild(element, child)
  return element
}

export const createText = (value: string): StorageNode => defaultTreeAdapter.createTextNode(value)

export const getAttribute = (element: StorageElement, name: string): string =>
  element.attrs.find((attribute) => attribute.name === name)?.value ?? ''

export const findChild = (element: StorageElement, name: string): StorageElement | undefined =>
  element.childNodes.filter(isElement).find(({ tagName }) => tagName === name)

/** All text inside. */
export const readText = (node: StorageNode): string =>
  isText(node) ? node.value : isElement(node) ? node.childNodes.map(readText).join('') : ''

/** The first element inside for which this holds. */
export function findInside(
  element: StorageElement,
  matches: (inside: StorageElement) => boolean,
): StorageElement | undefined {
  for (const child of element.childNodes.filter(isElement)) {
    const found = matches(child) ? child : findInside(child, matches)
    if (found) return found
  }
  return undefined
}
