const HEADING = '### '
const FENCE = /^`{3,}/

/**
 * The sections of an answer that has `quoted`, each with its heading in its first line. The service
 * begins each with `### ` and has no other heading of this level in it, except within code.
 * A text that does not begin so is one piece.
 */
export function splitSections(text: string): string[] {
  const sections: string[][] = []
  let fence = ''
  for (const line of text.trim().split('\n')) {
    const ticks = FENCE.exec(line)?.[0] ?? ''
    if (fence === '') fence = ticks
    else if (ticks.length >= fence.length && line.trimEnd() === ticks) fence = ''
    const begins = fence === '' && line.startsWith(HEADING)
    if (begins || sections.length === 0) sections.push([line])
    else sections.at(-1)?.push(line)
  }
  return sections.map((lines) => lines.join('\n').trim())
}

/** Whether a text is made of such sections. */
export const hasSections = (text: string): boolean => text.trimStart().startsWith(HEADING)
