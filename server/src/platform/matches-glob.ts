/**
 * `*` stands for any characters of one segment of a path, `**` for any at all; `/docs/**` fits
 * `/docs` too. In time proportional to both lengths, whatever the glob: no regular expression.
 */
export function matchesGlob(glob: string, path: string): boolean {
  if (glob.endsWith('/**') && matchesGlob(glob.slice(0, -3), path)) return true
  const tokens = glob.match(/\*\*|\*|[^*]/gsu) ?? []
  // reached[n]: the tokens so far fit the first n characters.
  let reached = Array.from({ length: path.length + 1 }, (_, length) => length === 0)
  for (const token of tokens) {
    const next = Array.from({ length: path.length + 1 }, () => false)
    for (let length = 0; length <= path.length; length += 1) {
      if (token === '*' || token === '**') {
        const before = length > 0 && next[length - 1] === true
        const crosses = token === '*' && path[length - 1] === '/'
        next[length] = reached[length] === true || (before && !crosses)
      } else if (reached[length] === true && path.startsWith(token, length)) {
        next[length + token.length] = true
      }
    }
    reached = next
  }
  return reached[path.length] === true
}
