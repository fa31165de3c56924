/** How much of a page is looked at for its own word on how it is encoded, as browsers do. */
const DECLARATION_BYTES = 1024

/** Bytes as text: by the byte order mark, the given charset or a page's own, else UTF-8. */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  const start = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1')
  const declared = /<(?:meta|\?xml)\b[^>]{0,200}?(?:charset|encoding)\s*=\s*["']?([\w-]{1,40})/i
  const label = markOf(start) ?? charset ?? declared.exec(start)?.[1] ?? 'utf-8'
  return decoderFor(label).decode(bytes)
}

function markOf(start: string): string | null {
  if (start.startsWith('\u00EF\u00BB\u00BF')) return 'utf-8'
  if (start.startsWith('\u00FF\u00FE')) return 'utf-16le'
  return start.startsWith('\u00FE\u00FF') ? 'utf-16be' : null
}

function decoderFor(label: string) {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder() // such as charset=none
  }
}
