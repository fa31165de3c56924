/** Lines of columns for people. Numbers stand to the right. */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const cells = [header, ...rows.map((row) => row.map(toCell))]
  const widths = header.map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  )
  const isNumber = header.map((_, column) => rows.some((row) => typeof row[column] === 'number'))
  const lines = cells.map((row) =>
    row
      .map((cell, column) =>
        isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '))
  return lines.join('\n')
}

function toCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (Number.isInteger(value)) return String(value)
  return Math.abs(value) < 10 ? value.toFixed(3) : value.toFixed(1)
}

export function printTable(
  title: string,
  header: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): void {
  console.log(`\n${title}\n${formatTable(header, rows)}`)
}
