/** A text field of one entry a line. */
export const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const fromLines = (lines: readonly string[]): string => lines.join('\n')
