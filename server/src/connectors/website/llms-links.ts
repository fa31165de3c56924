/** Bounds the work on a file full of brackets. */
const MAX_LINKS = 5_000

/** The links of llms.txt, or of any markdown: `[title](address)` and `<https://…>`. */
export function markdownLinks(text: string): string[] {
  const found: string[] = []
  for (const match of text.matchAll(
    /\]\(\s*<?([^\s()<>]{1,2000})|<(https?:\/\/[^\s<>]{1,2000})>/g,
  )) {
    const target = match[1] ?? match[2] ?? ''
    if (target !== '' && !target.startsWith('#')) found.push(target)
    if (found.length === MAX_LINKS) break
  }
  return found
}

/** llms.txt often lists `/page.md`, a copy of `/page`; one of them is enough. */
export function withoutMarkdownCopies(
  keys: readonly string[],
  listed: { has(key: string): boolean },
): string[] {
  return keys.filter((key) => {
    const page = key.replace(/\.mdx?$/, '')
    const folder = page.replace(/\/index(?:\.html)?$/, '/')
    const copies = [page, `${page}/`, `${page}.html`, folder]
    return page === key || !copies.some((copy) => listed.has(copy))
  })
}
