/** RFC 4180, with a line's end. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(toCell).join(',')}\r\n`

/** Some spreadsheets read the full-width form of a sign as the sign. */
const BEGINS_FORMULA = /^[=+\-@\t\r\n]/
const isFormula = (text: string): boolean => BEGINS_FORMULA.test(text.slice(0, 1).normalize('NFKC'))

/** Always quoted. A leading apostrophe keeps a spreadsheet from running a formula. */
function toCell(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
  const safe = isFormula(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
