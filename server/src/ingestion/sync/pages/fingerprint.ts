import { createHash } from 'node:crypto'

/** Many pages may share a shorter text. */
const MIN_CHARACTERS = 40

/** Parts of an HTML page that vary with its address or date and are not content. */
const LEFT_OUT = new Set([
  'head',
  'script',
  'style',
  'nav',
  'header',
  'footer',
  'noscript',
  'template',
])

export const hashContent = (contentType: string, content: string | Uint8Array): Buffer =>
  createHash('sha256').update(contentType).update('\0').update(content).digest()

/**
 * The same for the same page at another address, even if its markup contains the address. null: too
 * short to identify a page.
 */
export function fingerprint(contentType: string, content: string | Uint8Array): Buffer | null {
  if (typeof content !== 'string') return hashContent(contentType, content)
  const text = (contentType === 'text/html' ? readText(content) : content)
    .replace(/\s+/g, ' ')
    .trim()
  return text.length < MIN_CHARACTERS ? null : hashContent('text', text)
}

/** Approximate, in time proportional to the length whatever the page contains. */
function readText(html: string): string {
  const lower = html.toLowerCase()
  const parts: string[] = []
  let from = 0
  while (from < html.length) {
    const open = lower.indexOf('<', from)
    if (open === -1) break
    parts.push(html.slice(from, open))
    const end = lower.indexOf('>', open)
    if (end === -1) return parts.join(' ')
    const name = /^<([a-z]+)/.exec(lower.slice(open, open + 12))?.[1] ?? ''
    from = LEFT_OUT.has(name) ? findEnd(lower, name, end + 1) : end + 1
  }
  parts.push(html.slice(from))
  return parts.join(' ')
}

function findEnd(lower: string, name: string, from: number): number {
  const close = lower.indexOf(`</${name}`, from)
  if (close === -1) return lower.length
  const end = lower.indexOf('>', close)
  return end === -1 ? lower.length : end + 1
}
