import type { Range } from './sensitive-span.ts'

const HEADER = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g
const FOOTER = /-----END [A-Z ]{0,30}-----/y
/** A line of base64. Whoever only asks about the header writes none. */
const BASE64_LINE = /[A-Za-z0-9+/=]{32,}/
const BASE64 = /[A-Za-z0-9+/=]{16,}/g

/** Keys in PEM, with their header and footer. */
export function* findPrivateKeys(text: string): Generator<Range> {
  for (const { 0: header, index: start } of text.matchAll(HEADER)) {
    const bodyStart = start + header.length
    // Base64 has no hyphen, so that a body is read once, whatever comes after it.
    const dashes = text.indexOf('-----', bodyStart)
    const body = text.slice(bodyStart, dashes === -1 ? text.length : dashes)
    if (!BASE64_LINE.test(body)) continue
    FOOTER.lastIndex = dashes
    const footer = dashes === -1 ? undefined : FOOTER.exec(text)?.[0]
    if (footer !== undefined) yield { start, end: dashes + footer.length }
    else yield { start, end: bodyStart + endOfBase64(body) }
  }
}

/** Where a key ends that was not pasted to its footer. */
function endOfBase64(body: string): number {
  let end = 0
  for (const { 0: line, index } of body.matchAll(BASE64)) end = index + line.length
  return end
}
