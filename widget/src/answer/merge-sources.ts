import type { Citation } from '@footnote/client'

export type Source = { readonly indexes: readonly number[]; readonly citation: Citation }

/**
 * Citations that a reader cannot tell apart, as one source with the numbers of all their markers:
 * several passages of a section have the same title, heading and link.
 */
export function mergeSources(citations: readonly Citation[]): Source[] {
  const groups = Map.groupBy(citations, ({ title, url, heading_path }) =>
    JSON.stringify([title, url, heading_path.at(-1)]),
  )
  return [...groups.values()].flatMap((group) => {
    const [citation] = group
    return citation ? [{ indexes: group.map(({ index }) => index), citation }] : []
  })
}

/** The same, those of one page together, in the order of the first of each. */
export function sourcesByPage(
  citations: readonly Citation[],
): (Source & { readonly isOfPageAbove: boolean })[] {
  const pages = Map.groupBy(mergeSources(citations), ({ citation: { url } }) => url.split('#')[0])
  return [...pages.values()].flatMap((sources) =>
    sources.map((source, at) => ({ ...source, isOfPageAbove: at > 0 })),
  )
}
