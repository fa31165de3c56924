import { MAX_URL_CHARACTERS } from '@footnote/contract/limits'

/** Parameters that say where a visitor came from and do not change the page. */
const TRACKING = /^(?:utm_[^=]*|gclid|fbclid|msclkid|mc_cid|mc_eid)(?:=|$)/i
const UNRESERVED = /^[A-Za-z0-9._~-]$/

/**
 * The canonical spelling of a page's URL: no fragment, default port or tracking, and only necessary
 * escapes. A trailing slash stays, since it may name another page. null: not a web page.
 */
export function pageKey(address: string, base?: string): string | null {
  if (!URL.canParse(address, base)) return null
  const url = new URL(address, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  if (url.username !== '' || url.password !== '') return null
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !TRACKING.test(parameter))
  const query = kept.length === 0 ? '' : `?${kept.join('&')}`
  const key = url.origin + plainEscapes(url.pathname) + plainEscapes(query)
  return key.length > MAX_URL_CHARACTERS ? null : key
}

const plainEscapes = (text: string): string =>
  text.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const char = String.fromCodePoint(Number.parseInt(escape.slice(1), 16))
    return UNRESERVED.test(char) ? char : escape.toUpperCase()
  })

/** Whether a page has the start's origin and is below it, or below its folder if it names a file. */
export function createScope(start: string): (key: string) => boolean {
  const { origin, pathname } = new URL(start)
  const folder = /\/[^/]*\.[^/]*$/.test(pathname)
    ? pathname.replace(/[^/]*$/, '')
    : `${pathname.replace(/\/$/, '')}/`
  return (key) => {
    const url = new URL(key)
    return url.origin === origin && `${url.pathname}/`.startsWith(folder)
  }
}

/** Whether two URLs show the same page: many servers redirect one of these to the other. */
export function isSamePage(one: string, other: string): boolean {
  return bare(one) === bare(other)
}

function bare(key: string): string {
  const { host, pathname, search } = new URL(key)
  return host + pathname.replace(/(?:\/index)?(?:\.html?)?\/?$/i, '') + search
}
