import type { Citation } from '@footnote/client'

type Labelled = Pick<Citation, 'labels'>

const listVersions = ({ labels }: Labelled): string[] =>
  labels?.['version']?.filter((value) => value !== '*') ?? []

/** The version of a source, where the sources have several or the page has another. */
export function shownVersions(
  citations: readonly Labelled[],
  page: Readonly<Record<string, readonly string[]>> = {},
): (citation: Labelled) => string | undefined {
  const own = page['version']
  const all = citations.map(listVersions)
  const isShown =
    new Set(all.map(String)).size > 1 ||
    all.some((versions) => own && versions[0] && !versions.some((one) => own.includes(one)))
  return (citation) => (isShown ? listVersions(citation).join(', ') : '') || undefined
}
