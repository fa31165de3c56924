import { posix } from 'node:path'
import type { Entry, Section } from './sections.ts'
import { API_PAGE, SECTIONS } from './sections.ts'
import { getPage, readSource, sourcePages, getTitle } from './source-pages.ts'

/** With a target it is no page of VitePress, whose router would not find it. */
export type Link = { readonly text: string; readonly link: string; readonly target?: '_self' }

export const API_LINK: Link = { text: 'API reference', link: `/${API_PAGE}`, target: '_self' }

export type Group = Link & { readonly collapsed: true; items: Link[] }
export type MenuSection = {
  readonly text: string
  readonly summary: string
  readonly collapsed: boolean
  items: (Link | Group)[]
}

/** Pages that no section has, by their path in the repository, and sections' pages that do not exist. */
export function menuFaults(sections: readonly Section[] = SECTIONS): string[] {
  const pages = sourcePages()
  const placed = sections.flatMap((section) =>
    section.pages.flatMap((entry) => getPages(entry, [...pages.values()])),
  )
  const existing = new Set([...pages.values(), API_PAGE])
  return [
    ...[...pages]
      .filter(([, page]) => page !== 'index' && !placed.includes(page))
      .map(([file]) => `${file} is in no section of site/src/sections.ts`),
    ...placed
      .filter((page) => !existing.has(page))
      .map((page) => `site/src/sections.ts names ${page}, which does not exist`),
    ...placed
      .filter((page, index) => placed.indexOf(page) !== index)
      .map((page) => `site/src/sections.ts names ${page} twice`),
  ]
}

/** The menu, with the names that docs/README.md gives pages, or else their titles. */
export function menu(): MenuSection[] {
  const names = namesIn(readSource('docs/README.md'))
  const titles = new Map(
    [...sourcePages()].map(([file, page]) => [page, names.get(page) ?? getTitle(readSource(file))]),
  )
  const pages = [...titles.keys()]
  const linkTo = (page: string): Link => ({
    text: titles.get(page) ?? page,
    link: `/${page.replace(/(^|\/)index$/, '$1')}`,
  })
  return SECTIONS.map(({ title, summary, pages: entries }) => {
    const [only] = entries
    // A section that is one folder needs no level of its own for it.
    const items =
      entries.length === 1 && only !== undefined
        ? getPages(only, pages).map(linkTo)
        : entries.map((entry) => {
            if (entry === API_PAGE) return API_LINK
            if (typeof entry === 'string') return linkTo(entry)
            const [first = '', ...others] = getPages(entry, pages)
            return { ...linkTo(first), collapsed: true as const, items: others.map(linkTo) }
          })
    return { text: title, summary, collapsed: entries.length === 1, items }
  })
}

/** Of the links in its table: those in its sentences are part of them. */
function namesIn(readme: string): Map<string, string> {
  return new Map(
    [...readme.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\)/gm)].flatMap(([, name = '', path = '']) => {
      const page = getPage(posix.join('docs', path))
      return page === undefined ? [] : [[page, name]]
    }),
  )
}

/** A folder's own page comes first. */
function getPages(entry: Entry, pages: readonly string[]): string[] {
  if (typeof entry === 'string') return [entry]
  const inside = pages.filter((page) => posix.dirname(page) === entry.folder)
  const own = posix.join(entry.folder, 'index')
  return [own, ...inside.filter((page) => page !== own)]
}
