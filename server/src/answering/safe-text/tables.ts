/** GitHub's tables split a row into cells before they look for code, so code with a `|` may be none. */
export const isSplitByCells = (code: string): boolean =>
  code.includes('|') && /[<@:[]|www\./i.test(code)

/** The row of dashes that makes a table of the line above it. */
export const isDelimiterRow = (line: string): boolean =>
  /^[ \t>]*[|:-][ \t|:-]*$/.test(line) && line.includes('-')

export const mayBeDelimiterRow = (line: string): boolean => /^[ \t>]*[ \t|:-]*$/.test(line)
