import type { Element, ElementContent } from 'hast'
import { collapse, lines } from '../blocks.ts'
import { isBoilerplate } from './html-boilerplate.ts'
import type { HtmlState } from './html-state.ts'
import { flush } from './html-state.ts'
import { visibleText } from './html-text.ts'
import { isElement, propertyText } from './html-tree.ts'

const isList = ({ tagName }: Element): boolean => tagName === 'ul' || tagName === 'ol'

export function readList(state: HtmlState, list: Element, depth: number): void {
  let number = Number(propertyText(list, 'start') ?? 1) || 1
  for (const item of list.children) {
    if (!isElement(item) || isBoilerplate(item)) continue
    const marker = list.tagName === 'ol' ? `${number}.` : '-'
    number += 1
    readItem(state, isList(item) ? [item] : item.children, { depth, marker })
  }
}

type ItemPlace = { depth: number; marker: string }

/** Text belongs to the item; code, tables and notes inside it are blocks, as elsewhere. */
function readItem(state: HtmlState, nodes: readonly ElementContent[], place: ItemPlace): void {
  let text = ''
  const end = () => {
    const item = lines(text)
    text = ''
    if (item === '') return
    state.writer.item(item, place.depth, place.marker)
    place.marker = ''
  }
  for (const node of nodes) {
    if (isElement(node) && isList(node)) {
      end()
      if (!isBoilerplate(node)) readList(state, node, place.depth + 1)
    } else if (isElement(node) && /^(?:pre|table|dl|h[1-6])$/.test(node.tagName)) {
      end()
      state.read(state, node)
    } else if (isElement(node) && state.structured.has(node) && !isBoilerplate(node)) {
      end()
      if (node.tagName === 'p') readItem(state, node.children, place)
      else readContainer(state, node, place)
    } else text += visibleText(node)
  }
  end()
}

/** Tabs and notes keep their meaning; any other `div` is only there for styling. */
function readContainer(state: HtmlState, node: Element, place: ItemPlace): void {
  const isTabs =
    state.tabs.labels.has(node) || node.children.some((child) => isTabPart(state, child))
  if (isTabs) state.read(state, node)
  else readItem(state, node.children, place)
}

const isTabPart = ({ tabs }: HtmlState, node: ElementContent): boolean =>
  isElement(node) && (tabs.rows.has(node) || tabs.labels.has(node))

/** One item `term: definition`; a definition with code, lists or tables follows its term as blocks. */
export function readDefinitions(state: HtmlState, list: Element): void {
  flush(state)
  let terms: string[] = []
  const endTerms = () => {
    if (terms.length > 0) state.writer.text(`${terms.join(', ')}:`)
    terms = []
  }
  for (const part of listParts(list)) {
    if (part.tagName === 'dt') {
      const term = collapse(visibleText(part)).replace(/[:¶]$/, '')
      if (term !== '') terms.push(term)
    } else if (state.structured.has(part)) {
      endTerms()
      for (const child of part.children) state.read(state, child)
      flush(state)
    } else {
      const meaning = lines(visibleText(part))
      const term = terms.length > 0 ? `${terms.join(', ')}: ` : ''
      if (meaning !== '') state.writer.item(term + meaning, 0, '-')
      terms = meaning === '' ? terms : []
    }
  }
  endTerms()
  state.writer.endList()
}

/** A `div` may wrap a term and its definition. */
const listParts = (list: Element): Element[] =>
  list.children
    .filter(isElement)
    .flatMap((child) => (child.tagName === 'div' ? child.children.filter(isElement) : [child]))
