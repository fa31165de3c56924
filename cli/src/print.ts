export type JsonOption = { json?: true }

export const JSON_FLAG = ['--json', 'print JSON'] as const

export const printJson = (value: unknown): void => console.log(JSON.stringify(value, null, 2))

/** One resource: as JSON, or as aligned fields. */
export function printRecord(record: Readonly<Record<string, unknown>>, options: JsonOption): void {
  if (options.json) printJson(record)
  else console.log(renderRecord(record))
}

export function renderRecord(record: Readonly<Record<string, unknown>>): string {
  const width = Math.max(...Object.keys(record).map((name) => name.length))
  return Object.entries(record)
    .map(([name, value]) => `${name.padEnd(width)}  ${renderValue(value)}`)
    .join('\n')
}

/** At a terminal the last column, a name or a title, is cut where a line would wrap. */
export function renderTable(
  rows: readonly (readonly string[])[],
  width = process.stdout.isTTY ? process.stdout.columns : Infinity,
): string {
  const columns = rows[0]?.length ?? 0
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => (line.length > width ? `${line.slice(0, width - 1)}…` : line))
    .join('\n')
}

function renderValue(value: unknown): string {
  if (value === null) return '-'
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
