import type { Citation } from '@footnote/contract/citation'
import type { RankedPassage } from '../../retrieval/retrieve.ts'
import { excerptOf } from './excerpt.ts'

/** A passage that the model may cite, with what the reader is shown of it. */
export type Source = { citation: Citation; content: string; language: string }

/** In the order of relevance, numbered from 1. */
export function toSources(passages: readonly RankedPassage[]): Source[] {
  return passages.map(({ id, content, headingPath, anchor, document }, position) => ({
    citation: {
      index: position + 1,
      title: document.title,
      url: deepLink(document.url, anchor),
      document_id: document.id,
      chunk_id: id,
      heading_path: headingPath,
      excerpt: excerptOf(content),
    },
    content,
    language: document.language,
  }))
}

/** What RFC 3986 lets stand in a fragment, besides an escape that is already one. */
const NOT_IN_FRAGMENT = /%(?![\da-f]{2})|[^\w\-.~!$&'()*+,;=:@/?%]+/giu

/** The page at the passage's heading (`#install`) or, for a PDF, at its page (`#page=3`). */
function deepLink(url: string, anchor: string | null): string {
  if (anchor === null || anchor === '') return url
  const [page = ''] = url.split('#', 1)
  const fragment = anchor
    .replace(/^#/, '')
    .toWellFormed()
    .replace(NOT_IN_FRAGMENT, (text) => encodeURIComponent(text))
  return fragment === '' ? page : `${page}#${fragment}`
}
