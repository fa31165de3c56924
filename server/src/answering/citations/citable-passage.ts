import type { Citation } from '@footnote/contract/public/citation'
import type { RankedPassage } from '../../retrieval/retrieve.ts'
import { withoutFragment } from '../../text/without-fragment.ts'
import { slug } from 'github-slugger'
import type { Quote } from '../extract/write-extractive-answer.ts'
import { excerptOf } from './excerpt.ts'

/** A passage that the answer may cite, with the citation that readers see. Its number is its place. */
export type CitablePassage = {
  readonly citation: Readonly<Omit<Citation, 'index'>>
  readonly content: string
  readonly language: string
}

/** Numbered from 1. */
export const citationsOf = (citable: readonly CitablePassage[]): Citation[] =>
  citable.map(({ citation }, position) => ({ index: position + 1, ...citation }))

/** By relevance. */
export function toCitablePassages(passages: readonly RankedPassage[]): CitablePassage[] {
  return passages.map(({ id, content, headingPath, anchor, document }) => ({
    citation: {
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

/** What an extractive answer quotes, in the order of its numbers, with the excerpt quoted first. */
export function toQuotedPassages(quotes: readonly Quote[]): CitablePassage[] {
  const byNumber = Map.groupBy(quotes, ({ number }) => number)
  return [...byNumber.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const { passage, heading, text } = first
    const { id, document } = passage
    const isInner = heading !== '' && !/[?？؟]$/u.test(heading)
    const citation = {
      title: document.title,
      url: deepLink(document.url, isInner ? innerAnchor(passage, heading) : passage.anchor),
      document_id: document.id,
      chunk_id: id,
      heading_path: isInner ? [...passage.headingPath, heading] : passage.headingPath,
      excerpt: excerptOf(text),
    }
    const content = all.map((quote) => quote.passage.content).join('\n\n')
    return [{ citation, content, language: document.language }]
  })
}

/**
 * The anchor of a section that shares its passage with others, as stored with its heading. Without
 * one: where the first section's anchor is the usual slug of its heading, so is this one's.
 */
function innerAnchor({ content, anchor, blocks }: RankedPassage, heading: string): string | null {
  const stored = blocks?.find(
    ({ kind, start, end }) => kind === 'heading' && content.slice(start, end) === heading,
  )
  if (stored?.anchor !== undefined) return stored.anchor
  const [first = ''] = content.split('\n', 1)
  return anchor !== null && slug(first) === anchor ? slug(heading) : anchor
}

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
