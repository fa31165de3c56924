import type { Element, Root } from 'hast'
import type { DocumentFacts } from '../blocks.ts'
import { collapse } from '../blocks.ts'
import { isElement, outermost, propertyText, readText } from './html-tree.ts'

const DATE_NAMES = new Set([
  'article:published_time',
  'datepublished',
  'date',
  'dc.date',
  'dcterms.date',
  'dcterms.created',
  'publish-date',
  'og:published_time',
])
const MAX_JSON_DEPTH = 6

/** What a page says about itself in its head and attributes. */
export function getFacts(tree: Root): DocumentFacts & { title: string | null } {
  const title = find(tree, ({ tagName }) => tagName === 'title')
  const html = find(tree, ({ tagName }) => tagName === 'html')
  const canonical = find(tree, isCanonical)
  return {
    title: title ? collapse(readText(title)) || null : null,
    language: html ? propertyText(html, 'lang') : undefined,
    canonicalUrl: httpUrl(canonical ? propertyText(canonical, 'href') : undefined),
    publishedAt: publishedAt(tree),
  }
}

const find = (tree: Root, matches: (element: Element) => boolean): Element | undefined =>
  outermost(tree, (node) => node.tagName !== 'html' && matches(node))[0] ??
  tree.children.filter(isElement).find(matches)

const isCanonical = (node: Element): boolean =>
  node.tagName === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(propertyText(node, 'rel') ?? '')

function httpUrl(address: string | undefined): string | undefined {
  const url = address === undefined ? null : URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

function publishedAt(tree: Root): Date | undefined {
  const metas = outermost(tree, ({ tagName }) => tagName === 'meta')
  const named = metas.find((node) =>
    [
      propertyText(node, 'property'),
      propertyText(node, 'name'),
      propertyText(node, 'itemProp'),
    ].some((name) => DATE_NAMES.has(name?.toLowerCase() ?? '')),
  )
  const times = outermost(tree, ({ tagName }) => tagName === 'time')
  const time = times.find((node) => propertyText(node, 'itemProp') === 'datePublished') ?? times[0]
  return (
    findDate(named && propertyText(named, 'content')) ??
    findDate(publishedInJson(tree)) ??
    findDate(time && propertyText(time, 'dateTime'))
  )
}

/** Needs at least a year: `12:30` is not a date. */
function findDate(text: string | undefined): Date | undefined {
  if (text === undefined || !/^\d{4}(?:-|$)/.test(text.trim())) return undefined
  const date = new Date(text.trim())
  return Number.isNaN(date.getTime()) ? undefined : date
}

function publishedInJson(tree: Root): string | undefined {
  const scripts = outermost(
    tree,
    (node) => node.tagName === 'script' && propertyText(node, 'type') === 'application/ld+json',
  )
  for (const script of scripts) {
    const found = datePublished(parsed(readText(script)), 0)
    if (found !== undefined) return found
  }
  return undefined
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null // templates often leave trailing commas
  }
}

function datePublished(value: unknown, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null || depth > MAX_JSON_DEPTH) return undefined
  if ('datePublished' in value && typeof value.datePublished === 'string') {
    return value.datePublished
  }
  for (const inner of Object.values(value)) {
    const found = datePublished(inner, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}
