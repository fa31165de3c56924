/** Untrusted text on one line: a document must not control the terminal with escape sequences. */
export const plain = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()

/** The same for text that keeps its lines. */
export const plainLines = (text: string): string => text.replace(/[^\P{Cc}\n]|\p{Cf}/gu, '')

/** At most `lines` lines of at most `width` characters, broken between words. */
export function wrap(text: string, width: number, lines: number): string[] {
  const wrapped: string[] = []
  let line = ''
  for (const word of plain(text).split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      wrapped.push(line)
      line = ''
      if (wrapped.length === lines) break
    }
    line = (line === '' ? word : `${line} ${word}`).slice(0, width)
  }
  if (line !== '') return [...wrapped, line]
  return wrapped.map((kept, index) =>
    index === lines - 1 ? `${kept.slice(0, width - 2).trimEnd()} …` : kept,
  )
}

export const count = (value: number): string => value.toLocaleString('en-GB')
