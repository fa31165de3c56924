/** The fields of a value that hold text, such as the ids in a path. */
export function stringsIn(value: unknown): Record<string, string | undefined> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(entries.filter((entry) => typeof entry[1] === 'string'))
}
