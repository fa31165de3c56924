import type { DiffPageInput, PathMap } from '@footnote/contract/admin/diffs/answer-diffs'
import { pageOfFile } from '../connectors/page-template.ts'
import type { SourceSettings as Settings } from '@footnote/contract/admin/source-settings'

export type KnownDocument = { id: string; url: string; source_key: string | null }

/** Where a file of a repository is among the pages; `document` undefined: it is a new one. */
export type LocatedPage = { url: string; document: KnownDocument | undefined }

export type Locating = {
  documents: readonly KnownDocument[]
  /** Of their source; null: it has none, or there are several. */
  settings: Settings | null
  pathMap: PathMap | undefined
}

/**
 * The documents of files: by the path map, by the settings of a source that reads files, or by how the
 * addresses of pages end. Undefined where nothing tells the address.
 */
export function createLocator(
  { documents, settings, pathMap }: Locating,
  pages: readonly Pick<DiffPageInput, 'path' | 'is_new'>[],
): (page: Pick<DiffPageInput, 'path'>) => LocatedPage | undefined {
  const byUrl = new Map(documents.map((document) => [comparableUrl(document.url), document]))
  const byKey = new Map(documents.map((document) => [document.source_key, document]))
  const at = (url: string): LocatedPage => {
    const document = byUrl.get(comparableUrl(url))
    return { url: document?.url ?? url, document }
  }
  const toUrl = pathMap ? mappedUrl(pathMap) : urlOfSettings(settings)
  if (toUrl) {
    return ({ path }) => {
      const url = toUrl(path)
      if (url === undefined) return undefined
      const document = byKey.get(path)
      return document ? { url: document.url, document } : at(url)
    }
  }
  const roots = findRoots(documents, pages)
  return ({ path }) => {
    const document = byKey.get(path)
    if (document) return { url: document.url, document }
    const known = roots.find(({ from }) => path.startsWith(from))
    return known && at(known.to + toSlug(path.slice(known.from.length)))
  }
}

/** As most site generators name a page: without its extension, and a folder's own page as the folder. */
const toSlug = (path: string): string => pageOfFile('{path}', path)

const mappedUrl =
  ({ from, to }: PathMap) =>
  (path: string): string | undefined =>
    path.startsWith(from) ? to + toSlug(path.slice(from.length)) : undefined

function urlOfSettings(settings: Settings | null): ((path: string) => string) | null {
  if (settings?.type === 'git') {
    const folder = (settings.folder ?? '').split('/').filter((part) => part !== '' && part !== '.')
    const prefix = folder.map((part) => `${part}/`).join('')
    return (path) =>
      pageOfFile(settings.page_url, path.startsWith(prefix) ? path.slice(prefix.length) : path)
  }
  if (settings?.type === 'files') {
    const base = settings.base_url.endsWith('/') ? settings.base_url : `${settings.base_url}/`
    return (path) => base + path
  }
  return null
}

/** Addresses that differ in nothing that a site tells apart. */
export const comparableUrl = (url: string): string =>
  url
    .replace(/[#?].*$/, '')
    .replace(/\.(?:html?|mdx?)$/i, '')
    .replace(/\/(?:index|readme)$/i, '/')
    .replace(/\/+$/, '')

type Root = { from: string; to: string }

/**
 * Folders of the repository with the address that they have, the one that most files speak for first. A
 * file that was there before has a page whose address ends as its path does.
 */
function findRoots(
  documents: readonly KnownDocument[],
  pages: readonly Pick<DiffPageInput, 'path' | 'is_new'>[],
): Root[] {
  const byLastPart = Map.groupBy(documents, ({ url }) => comparableUrl(url).split('/').at(-1) ?? '')
  const votes = new Map<string, Root & { votes: number }>()
  for (const { path, is_new: isNew } of pages) {
    // A new page has its neighbours' folder.
    const slug = comparableUrl(toSlug(path)).split('/')
    const wanted = isNew ? slug.slice(0, -1) : slug
    const near = isNew
      ? documents.map(({ url }) => comparableUrl(url).split('/').slice(0, -1))
      : (byLastPart.get(slug.at(-1) ?? '') ?? []).map(({ url }) => comparableUrl(url).split('/'))
    let most = 0
    let best: Root[] = []
    for (const parts of near) {
      const shared = sharedEnd(wanted, parts)
      if (shared === 0 || shared < most) continue
      if (shared > most) best = []
      most = shared
      const from = wanted.slice(0, wanted.length - shared)
      const to = parts.slice(0, parts.length - shared)
      best.push({ from: asFolder(from), to: asFolder(to) })
    }
    for (const root of best) {
      const key = JSON.stringify([root.from, root.to])
      const counted = votes.get(key) ?? { ...root, votes: 0 }
      votes.set(key, { ...counted, votes: counted.votes + 1 / best.length })
    }
  }
  return [...votes.values()].toSorted((a, b) => b.votes - a.votes || b.from.length - a.from.length)
}

const asFolder = (parts: readonly string[]): string => parts.map((part) => `${part}/`).join('')

function sharedEnd(a: readonly string[], b: readonly string[]): number {
  let shared = 0
  while (shared < a.length && shared < b.length - 3 && a.at(-1 - shared) === b.at(-1 - shared)) {
    shared += 1
  }
  return shared
}
