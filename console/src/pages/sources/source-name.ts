const MAX_NAME_CHARACTERS = 200

/** What a source is called by default: its address without the scheme, and a number where that is taken. */
export function sourceName(address: string, taken: readonly string[]): string {
  const name = address
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .slice(0, MAX_NAME_CHARACTERS - 10)
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name} (${number})`
    if (!taken.includes(numbered)) return numbered
  }
}
