import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

/** What is wrong with a built site: links and anchors without a target, and what other origins serve. */
export function siteFaults(dist: string, allowedOrigins: readonly string[] = []): string[] {
  const files = globSync('**/*.html', { cwd: dist }).sort()
  const pages = new Map(
    files.map((file) => [file, readPage(readFileSync(join(dist, file), 'utf8'))]),
  )
  return [...pages].flatMap(([file, { links, loads }]) => [
    ...links
      .map((href) => linkFault(href, file, dist, pages))
      .filter((fault) => fault !== undefined)
      .map((fault) => `${file}: ${fault}`),
    ...loads
      .filter((url) => /^(https?:)?\/\//.test(url))
      .filter((url) => !allowedOrigins.includes(new URL(url, 'https://site.invalid').origin))
      .map((url) => `${file}: loads ${url}`),
  ])
}

type BuiltPage = { links: string[]; loads: string[]; ids: Set<string> }

function readPage(html: string): BuiltPage {
  const tags = [...html.matchAll(/<[a-z][^>]*>/gi)].map(([tag]) => tag)
  const attribute = (tag: string, name: string) =>
    new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&')
  const values = (name: string, from: readonly string[]) =>
    from.map((tag) => attribute(tag, name)).filter((value) => value !== undefined)
  const loading = tags.filter((tag) => /^<(link|script|img|source|iframe|video|audio)\b/i.test(tag))
  return {
    links: [...values('href', tags), ...values('src', loading)].map((href) =>
      href.replaceAll('&#39;', "'"),
    ),
    loads: [...values('src', loading), ...values('srcset', loading), ...values('href', loading)],
    ids: new Set(values('id', tags)),
  }
}

function linkFault(
  href: string,
  from: string,
  dist: string,
  pages: ReadonlyMap<string, BuiltPage>,
): string | undefined {
  if (/^([a-z][a-z+.-]*:|\/\/)/i.test(href)) return undefined
  const [path = '', hash = ''] = href.split('#', 2)
  const absolute = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path)
  const file = path === '' ? from : fileAt(decodeURIComponent(absolute), dist)
  if (file === undefined) return `links to ${href}, which does not exist`
  const page = pages.get(file)
  if (hash === '' || page === undefined || page.ids.has(decodeURIComponent(hash))) return undefined
  return `links to ${href}, which has no such heading`
}

/** As servers find it: the file itself, with .html, or the index of a folder. */
function fileAt(path: string, dist: string): string | undefined {
  const candidates = [path, `${path}.html`, posix.join(path, 'index.html')]
  return candidates.find(
    (each) => existsSync(join(dist, each)) && statSync(join(dist, each)).isFile(),
  )
}
