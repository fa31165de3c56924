/** Text of a passage as markdown that says the same: nothing in it opens a list, a tag or a citation. */
export const quotable = (text: string): string => plainBeginning(quotableInline(text))

/** For the middle of a line, where nothing can open a list. */
export const quotableInline = (text: string): string =>
  withoutMarkup(withoutLinks(text).replaceAll(/\s+/g, ' ').trim())

/** Links and images by their text, without footnotes. */
export const withoutLinks = (text: string): string =>
  text
    .replaceAll(/!?\[([^[\]]{0,300})\]\([^()]{0,500}\)/g, '$1')
    .replaceAll(/\[\^[^[\]]{1,100}\]/g, '')
    .replaceAll(/<br\s*\/?>/gi, ' ')

function withoutMarkup(plain: string): string {
  return plain
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? quotableCode(part) : escapeProse(part)))
    .join('')
}

/** Code such as `a[1]` cannot be escaped; as prose it can. */
const quotableCode = (code: string): string =>
  /\[\d/.test(code) ? escapeProse(code.replaceAll('`', '')) : code

const plainBeginning = (text: string): string =>
  text
    .replace(/^([#>+-]+)(?=\s)/, String.raw`\$1`)
    .replace(/^(\d{1,9})([.)])(?=\s)/, String.raw`$1\$2`)

const STRONG = /\*\*(?=\S)[^*]+(?<=\S)\*\*|(?<![\w*])\*(?=[^\s*])[^*]+(?<=[^\s*])\*(?![\w*])/g

function escapeProse(text: string): string {
  const withoutEmphasis = text.replaceAll(STRONG, '')
  return (/\*/.test(withoutEmphasis) ? text.replaceAll('*', String.raw`\*`) : text)
    .replaceAll('`', '\\`')
    .replaceAll(/<(?=[/!a-z?])(?:[^<>]*>)?/gi, (tag) =>
      tag.length > 1 ? `\`${tag}\`` : String.raw`\<`,
    )
    .replaceAll(/(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu, (run) =>
      String.raw`\_`.repeat(run.length),
    )
    .replaceAll('~~', String.raw`\~~`)
    .replaceAll(/\[(\d+(?:\s*,\s*\d+)*)\]/g, String.raw`\[$1\]`)
}

/** A fence longer than any in the code, so that the code cannot end it. */
export function fenced(code: string, language = ''): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((ticks) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${withoutIndent(code)}\n${fence}`
}

function withoutIndent(code: string): string {
  const lines = code.split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const shared = Math.min(...indents)
  return lines.map((line) => line.slice(shared)).join('\n')
}

/** A row of exactly so many cells; what is too much goes into the last. */
export function tableRow(row: string, columns: number, marker = ''): string {
  const cells = row.split(/\s*\|\s*/).map((cell) => quotable(cell))
  const kept = cells.slice(0, columns - 1)
  kept.push(cells.slice(columns - 1).join(String.raw` \| `))
  while (kept.length < columns) kept.push('')
  const last = kept.findLastIndex((cell) => cell !== '')
  if (marker !== '') kept[Math.max(0, last)] = `${kept[Math.max(0, last)] ?? ''} ${marker}`.trim()
  return `| ${kept.join(' | ')} |`
}
