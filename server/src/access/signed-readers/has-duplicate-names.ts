/**
 * Whether an object in a valid JSON text has the same name twice. `JSON.parse` keeps the last of them, other
 * parsers the first, so that two programs would read two different tokens.
 */
export function hasDuplicateNames(json: string): boolean {
  /** The names of each object that is open; null for a list. */
  const open: (Set<string> | null)[] = []
  let isName = false
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charAt(at)
    if (character === '"') {
      const end = findStringEnd(json, at)
      const names = open.at(-1)
      if (isName && names) {
        // Escaped and plain, a name is the same.
        const name = String(JSON.parse(json.slice(at, end + 1)))
        if (names.has(name)) return true
        names.add(name)
      }
      isName = false
      at = end
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : null)
      isName = character === '{'
    } else if (character === '}' || character === ']') {
      open.pop()
      isName = false
    } else if (character === ',') isName = Boolean(open.at(-1))
  }
  return false
}

function findStringEnd(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
