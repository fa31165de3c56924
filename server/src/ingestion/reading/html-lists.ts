import type { Element, ElementContent } from 'hast'
import { collapse, lines } from './blocks.ts'
import { isBoilerplate } from './html-boilerplate.ts'
import type { Reading } from './html-reading.ts'
import { flush } from './html-reading.ts'
import { visibleText } from './html-text.ts'
import { isElement, propertyText } from './html-tree.ts'

const isList = ({ tagName }: Element): boolean => tagName === 'ul' || tagName === 'ol'

export function readList(reading: Reading, list: Element, depth: number): void {
  let number = Number(propertyText(list, 'start') ?? 1) || 1
  for (const item of list.children) {
    if (!isElement(item) || isBoilerplate(item)) continue
    const marker = list.tagName === 'ol' ? `${number}.` : '-'
    number += 1
    readItem(reading, isList(item) ? [item] : item.children, { depth, marker })
  }
}

type ItemPlace = { depth: number; marker: string }

/** Text is the item's own; code, tables and notes inside it are blocks, as they are elsewhere. */
function readItem(reading: Reading, nodes: readonly ElementContent[], place: ItemPlace): void {
  let text = ''
  const end = () => {
    const item = lines(text)
    text = ''
    if (item === '') return
    reading.writer.item(item, place.depth, place.marker)
    place.marker = ''
  }
  for (const node of nodes) {
    if (isElement(node) && isList(node)) {
      end()
      if (!isBoilerplate(node)) readList(reading, node, place.depth + 1)
    } else if (isElement(node) && /^(?:pre|table|dl|h[1-6])$/.test(node.tagName)) {
      end()
      reading.read(reading, node)
    } else if (isElement(node) && reading.structured.has(node) && !isBoilerplate(node)) {
      end()
      if (node.tagName === 'p') readItem(reading, node.children, place)
      else readContainer(reading, node, place)
    } else text += visibleText(node)
  }
  end()
}

/** A tab or a note is read as such; any other division is only there to look at. */
function readContainer(reading: Reading, node: Element, place: ItemPlace): void {
  const isTabs =
    reading.tabs.labels.has(node) || node.children.some((child) => isTabPart(reading, child))
  if (isTabs) reading.read(reading, node)
  else readItem(reading, node.children, place)
}

const isTabPart = ({ tabs }: Reading, node: ElementContent): boolean =>
  isElement(node) && (tabs.rows.has(node) || tabs.labels.has(node))

/** `term: what it means` an item; a term whose meaning has code, lists or tables is a line before it. */
export function readDefinitions(reading: Reading, list: Element): void {
  flush(reading)
  let terms: string[] = []
  const endTerms = () => {
    if (terms.length > 0) reading.writer.text(`${terms.join(', ')}:`)
    terms = []
  }
  for (const part of partsOf(list)) {
    if (part.tagName === 'dt') {
      const term = collapse(visibleText(part)).replace(/[:¶]$/, '')
      if (term !== '') terms.push(term)
    } else if (reading.structured.has(part)) {
      endTerms()
      for (const child of part.children) reading.read(reading, child)
      flush(reading)
    } else {
      const meaning = lines(visibleText(part))
      const term = terms.length > 0 ? `${terms.join(', ')}: ` : ''
      if (meaning !== '') reading.writer.item(term + meaning, 0, '-')
      terms = meaning === '' ? terms : []
    }
  }
  endTerms()
  reading.writer.endList()
}

/** A `div` may go around a term and its meaning. */
const partsOf = (list: Element): Element[] =>
  list.children
    .filter(isElement)
    .flatMap((child) => (child.tagName === 'div' ? child.children.filter(isElement) : [child]))
