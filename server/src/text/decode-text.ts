/** A byte order mark overrides what the header or the page says. */
const MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

/** Browsers look this far into a page for its encoding. */
const META_BYTES = 1024

/**
 * Decodes with the encoding that the byte order mark, the content type or the page itself names. Where
 * none does, or none that is known, bytes that are not UTF-8 are taken for windows-1252.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const marked = MARKS.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte))
  const named = marked?.encoding ?? charsetIn(contentType ?? '') ?? charsetInHead(bytes)
  const decoder = named === null ? null : decoderFor(named)
  if (decoder) return decoder.decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const charsetIn = (text: string): string | null =>
  /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(text)?.[1] ?? null

function charsetInHead(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, META_BYTES))
  const [meta = ''] = /<meta\b[^>]*charset[^>]*>/i.exec(head) ?? []
  const [declaration = ''] = /^\s*<\?xml\b[^>]*>/.exec(head) ?? []
  const named = charsetIn(meta) ?? /encoding\s*=\s*["']([\w:.-]+)/.exec(declaration)?.[1] ?? null
  // The declaration was read as ASCII, so the page is not UTF-16, whatever it says.
  return named !== null && /^utf-?16/i.test(named) ? 'utf-8' : named
}

function decoderFor(encoding: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(encoding)
  } catch {
    return null
  }
}
