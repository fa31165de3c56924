/** A text field of one entry a line. */
export const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const fromLines = (lines: readonly string[]): string => lines.join('\n')

/** A text field of entries that commas separate. */
export const fromCommas = (text: string): string[] => toLines(text.replaceAll(',', '\n'))
