import type { Citation } from '@footnote/client'

/** An address that may be linked to, or undefined: only web pages are. */
export function webAddress(url: string): URL | undefined {
  if (!URL.canParse(url)) return undefined
  const parsed = new URL(url)
  return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed : undefined
}

/** Pages of this site open in this tab; others in a new one that knows nothing about this. */
export function linkTo(url: string): { href?: string; target?: string; rel?: string } {
  const address = webAddress(url)
  if (!address) return {}
  if (address.origin === location.origin) return { href: address.href }
  return { href: address.href, target: '_blank', rel: 'noopener noreferrer' }
}

const withoutHash = ({ href, hash }: URL): string => href.slice(0, href.length - hash.length)

/** Whether the answer may link there: only pages that it cites. */
export function isCited(url: string, citations: readonly Citation[]): boolean {
  const address = webAddress(url)
  if (!address) return false
  return citations.some((citation) => {
    const cited = webAddress(citation.url)
    return cited !== undefined && withoutHash(cited) === withoutHash(address)
  })
}
