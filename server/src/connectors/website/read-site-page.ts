import type { FetchOutcome } from '../connector.ts'
import { markdownLinks } from './llms-links.ts'
import { isSamePage, pageKey } from '../page-key.ts'
import { readLinks } from './read-links.ts'
import type { PageLinks } from './read-links.ts'
import { readDirectives } from './robots-directives.ts'
import { leadsToSignIn, signInNeeded } from './sign-in-check.ts'
import { isTransientStatus } from './site-fetch.ts'
import type { Site } from './site.ts'

type SentPage = { content: string | Uint8Array; contentType: string; headers: Headers }

const NO_LINKS: PageLinks = { links: [], base: null, canonical: null, refresh: null, robots: [] }

/** Decides what becomes of a page: it may ask not to be indexed, or name another page as canonical. */
export async function readSitePage(
  site: Site,
  key: string,
  sent: SentPage,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const page = getLinks(sent)
  const base = pageKey(page.base ?? key, key) ?? key
  const header = sent.headers.get('x-robots-tag')
  const { noindex, nofollow } = readDirectives(site.robotName, page.robots, header)
  const found = nofollow ? [] : site.offer(page.links, { base, listed: false })
  if (noindex) return { kind: 'skipped', reason: 'It asks not to be indexed (noindex).', found }
  if (page.refresh !== null) {
    const target = pageKey(page.refresh, base)
    if (target !== null && target !== key) {
      return followRedirect(site, key, target, signal)
    }
  }
  const stated = page.canonical ?? canonicalIn(sent.headers.get('link'))
  const canonical = stated === null ? null : pageKey(stated, base)
  const isOther = canonical !== null && !isSamePage(canonical, key)
  const isMove =
    isOther &&
    isBelievable(site, key, canonical) &&
    (await respondsOk(site, canonical, signal)) &&
    // Checked again: that page may have been read meanwhile and name this one.
    isBelievable(site, key, canonical)
  if (isMove) {
    site.moves.set(key, canonical)
    const [to] = site.offer([canonical], { base, listed: true })
    if (to) return { kind: 'moved', to }
  }
  return {
    kind: 'fetched',
    page: {
      url: canonical !== null && !isOther ? canonical : key,
      title: null,
      content: sent.content,
      contentType: sent.contentType,
      publishedAt: null,
      validators: {
        etag: sent.headers.get('etag'),
        lastModified: sent.headers.get('last-modified'),
      },
    },
    found,
  }
}

function getLinks({ content, contentType }: SentPage): PageLinks {
  if (typeof content !== 'string') return NO_LINKS
  if (contentType === 'text/html') return readLinks(content)
  const isMarkdown = contentType === 'text/markdown' || contentType === 'text/mdx'
  return isMarkdown ? { ...NO_LINKS, links: markdownLinks(content) } : NO_LINKS
}

const canonicalIn = (header: string | null): string | null =>
  /<([^<>]+)>\s*;[^,<]*\brel\s*=\s*"?canonical\b/i.exec(header ?? '')?.[1] ?? null

/**
 * Some sites name their start page as the canonical URL of every page, and some pages name each other.
 * Believing them would leave nothing to index.
 */
function isBelievable(site: Site, key: string, canonical: string): boolean {
  if (!site.isPart(canonical) || !site.isWanted(canonical)) return false
  if (isSamePage(canonical, site.start) || new URL(canonical).pathname === '/') return false
  const passed = new Set([key])
  for (let next: string | undefined = canonical; next !== undefined; next = site.moves.get(next)) {
    if (passed.has(next)) return false
    passed.add(next)
  }
  return true
}

/** A canonical URL that is gone or redirects back is not where the page is. */
async function respondsOk(site: Site, canonical: string, signal: AbortSignal): Promise<boolean> {
  const head = { url: canonical, maxBytes: 0, maxRedirects: 0, wantsBody: () => false, signal }
  const { status } = await site.fetch(head)
  if (isTransientStatus(status)) throw new Error(`${canonical} answers with status ${status}.`)
  return status === 200
}

export async function followRedirect(
  site: Site,
  key: string,
  location: string,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const isRefused = await leadsToSignIn(site, key, location, signal)
  return isRefused
    ? signInNeeded(site, 'It redirects to a sign-in page.')
    : moveTo(site, key, location)
}

function moveTo(site: Site, key: string, location: string): FetchOutcome {
  const skipped = (reason: string): FetchOutcome => ({ kind: 'skipped', reason, found: [] })
  const target = pageKey(location, key)
  if (target === null) return skipped('It redirects to something that is not a web page.')
  if (target === key) return skipped('It redirects to itself.')
  if (!site.isPart(target))
    return skipped(`It redirects to ${target}, which is not part of the source.`)
  const [to] = site.offer([target], { base: key, listed: true })
  if (to) return { kind: 'moved', to }
  return skipped(
    site.isWanted(target)
      ? `It redirects to ${target}, but the source has reached its maximum of pages.`
      : `It redirects to ${target}, which does not match the patterns of the source.`,
  )
}
