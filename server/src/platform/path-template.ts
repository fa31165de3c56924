import type { Token } from './path-filter.ts'
import { readTokens, rowBefore, withoutLeadingSlash } from './path-filter.ts'

/** A glob's, or a place for a value: at least one character within a segment. */
type Part = Token | { name: string }

const PLACE = /\{[^{}/]*\}/g

/** Gives the values of a glob's `{names}` where it fits a path, and null where it does not. */
export function createTemplate(template: string): (path: string) => Record<string, string> | null {
  const plain = withoutLeadingSlash(template)
  // A folder's own page belongs to it, as in globs.
  const own = plain.endsWith('/**') ? plain.slice(0, -'/**'.length) : null
  const alternatives = [plain, ...(own === null ? [] : [own])].map(readParts)
  const [start = '', ...inner] = (own ?? plain)
    .replaceAll(PLACE, '*')
    // As globs are read: the slash after `**` belongs to it.
    .split(/\*\*\/|\*+|\?/)
  return (path) => {
    const given = withoutLeadingSlash(path)
    // Most paths lack some text of the pattern, which is told much faster than whether all of it fits.
    if (!given.startsWith(start) || !inner.every((text) => given.includes(text))) return null
    const chars = Array.from(given)
    for (const parts of alternatives) {
      const values = matchParts(parts, chars)
      if (values) return values
    }
    return null
  }
}

const readParts = (template: string): Part[] =>
  template
    .split(/(\{[^{}/]*\})/)
    .flatMap((text): Part[] =>
      /^\{.*\}$/.test(text) ? [{ name: text.slice(1, -1) }] : readTokens(text),
    )

/** From tables of what fits the rest of the path, as globs do: hostile paths take no longer than others. */
function matchParts(
  parts: readonly Part[],
  chars: readonly string[],
): Record<string, string> | null {
  const end = new Uint8Array(chars.length + 1)
  end[chars.length] = 1
  const rows = [end]
  for (const part of parts.toReversed()) {
    const rest = rows[0] ?? end
    rows.unshift(isPlace(part) ? rowBeforePlace(chars, rest) : rowBefore(part, chars, rest))
  }
  if (rows[0]?.[0] !== 1) return null
  const values: Record<string, string> = {}
  let at = 0
  for (const [index, part] of parts.entries()) {
    const next = findEnd(part, chars, at, rows[index + 1] ?? end)
    if (isPlace(part)) values[part.name] ??= chars.slice(at, next).join('')
    at = next
  }
  return values
}

const isPlace = (part: Part): part is { name: string } => typeof part === 'object' && 'name' in part

function rowBeforePlace(
  chars: readonly string[],
  rest: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array(rest.length)
  for (let index = chars.length - 1; index >= 0; index -= 1) {
    row[index] = chars[index] === '/' ? 0 : (rest[index + 1] ?? 0) | (row[index + 1] ?? 0)
  }
  return row
}

/** Where the part ends that begins here: the nearest place from which the rest fits. */
function findEnd(
  part: Part,
  chars: readonly string[],
  start: number,
  rest: Uint8Array<ArrayBuffer>,
): number {
  if (part === '?' || (typeof part === 'object' && !isPlace(part))) return start + 1
  let end = isPlace(part) ? start + 1 : start
  const mayEnd = (at: number) =>
    rest[at] === 1 && (part !== '**/' || at === start || chars[at - 1] === '/')
  while (!mayEnd(end)) end += 1
  return end
}
