import { existsSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { getPage, REPOSITORY } from './source-pages.ts'

/** Files of the repository that pages link to are copied here, so that such a link has a target. */
export const FILES = 'files'

/** Files of the repository that the Markdown of one of them links to. */
export function linksIn(markdown: string, file: string): string[] {
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, href = '']) => findTarget(href, file))
    .filter((target) => target !== undefined)
    .filter((target) => existsSync(join(REPOSITORY, target)))
}

/** What a page of the site links to where its source says href. */
export function siteLink(href: string, file: string): string {
  const target = findTarget(href, file)
  if (target === undefined) return href
  const hash = href.includes('#') ? href.slice(href.indexOf('#')) : ''
  const page = getPage(target)
  if (page !== undefined) return `/${page.replace(/(^|\/)index$/, '$1')}${hash}`
  if (target.startsWith('docs/pictures/')) return href
  const isFolder = statSync(join(REPOSITORY, target), { throwIfNoEntry: false })?.isDirectory()
  return `/${FILES}/${target}${isFolder === true ? '/' : ''}${hash}`
}

/** The path in the repository, or undefined for what is elsewhere or on the same page. */
function findTarget(href: string, file: string): string | undefined {
  if (/^([a-z][a-z+.-]*:|#|\/)/i.test(href)) return undefined
  const path = decodeURIComponent(href.split('#', 1)[0] ?? '')
  return posix.join(posix.dirname(file), path).replace(/\/$/, '')
}
