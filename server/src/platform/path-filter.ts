/** `*` matches within a segment, `**` across segments, and `**` with its slash any number of folders. */
export type Token = '*' | '**' | '**/' | '?' | { char: string }

export type PathFilter = (path: string) => boolean

/** Whether the globs of a source include a page or file. */
export function createPathFilter({
  include,
  exclude,
}: {
  include: readonly string[]
  exclude: readonly string[]
}): PathFilter {
  const included = include.map(createGlob)
  const excluded = exclude.map(createGlob)
  return (path) =>
    (included.length === 0 || included.some((fits) => fits(path))) &&
    !excluded.some((fits) => fits(path))
}

/** A leading slash is ignored: `/docs/**` and `docs/**` are the same, for URLs and for files. */
export function createGlob(pattern: string): PathFilter {
  if (pattern === '') return () => false
  const plain = withoutLeadingSlash(pattern)
  const alternatives = [readTokens(plain)]
  // A folder's own page belongs to it: /docs/** matches /docs.
  if (plain.endsWith('/**')) alternatives.push(readTokens(plain.slice(0, -3)))
  return (path) => alternatives.some((tokens) => fitsTokens(tokens, withoutLeadingSlash(path)))
}

export const withoutLeadingSlash = (path: string): string => path.replace(/^\//, '')

export const readTokens = (pattern: string): Token[] =>
  Array.from(pattern.matchAll(/\*\*\/|\*+|[\s\S]/gu), ([text]): Token => {
    if (text === '**/' || text === '*' || text === '?') return text
    return text.startsWith('**') ? '**' : { char: text }
  })

/**
 * Uses a table instead of a regular expression, which hostile URLs could keep busy for hours.
 * `row[i]` is whether the remaining tokens match the path from character i on.
 */
function fitsTokens(tokens: readonly Token[], path: string): boolean {
  const chars = Array.from(path)
  let row = new Uint8Array(chars.length + 1)
  row[chars.length] = 1
  for (const token of tokens.toReversed()) row = rowBefore(token, chars, row)
  return row[0] === 1
}

export function rowBefore(
  token: Token,
  chars: readonly string[],
  rest: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array(rest.length)
  let insideFolders = 0
  for (let index = chars.length; index >= 0; index -= 1) {
    const char = chars[index]
    const after = char === undefined ? 0 : (rest[index + 1] ?? 0)
    const again = char === undefined ? 0 : (row[index + 1] ?? 0)
    const here = rest[index] ?? 0
    if (token === '**') row[index] = here | again
    else if (token === '*') row[index] = here | (char === '/' ? 0 : again)
    else if (token === '**/') {
      insideFolders = char === undefined ? 0 : insideFolders | (char === '/' ? after : 0)
      row[index] = here | insideFolders
    } else if (token === '?') row[index] = char === '/' ? 0 : after
    else row[index] = char === token.char ? after : 0
  }
  return row
}
