/** RFC 4180, with a line's end. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(toCell).join(',')}\r\n`

/** Always quoted. A leading apostrophe keeps a spreadsheet from running a formula. */
function toCell(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
