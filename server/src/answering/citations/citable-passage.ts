import type { Labels } from '@footnote/contract/labels'
import type { Citation } from '@footnote/contract/public/citation'
import type { Passage } from '../../retrieval/load-passages.ts'
import { withoutFragment } from '../../text/without-fragment.ts'
import { cutExcerpt } from './excerpt.ts'

/** A passage that the answer may cite, with the citation that readers see. Its number is its place. */
export type CitablePassage = {
  readonly citation: Readonly<Omit<Citation, 'index'>>
  readonly content: string
  readonly language: string
}

/** Numbered from 1. */
export const toCitations = (citable: readonly CitablePassage[]): Citation[] =>
  citable.map(({ citation }, position) => ({ index: position + 1, ...citation }))

/** By relevance. */
export function toCitablePassages(passages: readonly Passage[]): CitablePassage[] {
  return passages.map(({ id, content, headingPath, anchor, document }) => ({
    citation: {
      title: document.title,
      url: deepLink(document.url, anchor),
      document_id: document.id,
      chunk_id: id,
      heading_path: headingPath,
      excerpt: cutExcerpt(content),
      ...toLabelField(document.labels),
    },
    content,
    language: document.language,
  }))
}

const toLabelField = (labels: Labels): Pick<Citation, 'labels'> =>
  Object.keys(labels).length > 0 ? { labels } : {}

/** What RFC 3986 does not allow in a fragment. Existing escapes stay. */
const NOT_IN_FRAGMENT = /%(?![\da-f]{2})|[^\w\-.~!$&'()*+,;=:@/?%]+/giu

/** The page at the passage's heading (`#install`) or, for a PDF, at its page (`#page=3`). */
function deepLink(url: string, anchor: string | null): string {
  if (anchor === null || anchor === '') return url
  const page = withoutFragment(url)
  const fragment = anchor
    .replace(/^#/, '')
    .toWellFormed()
    .replace(NOT_IN_FRAGMENT, (text) => encodeURIComponent(text))
  return fragment === '' ? page : `${page}#${fragment}`
}
