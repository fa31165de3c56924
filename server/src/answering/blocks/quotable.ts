/** Text of a passage as markdown that reads the same: nothing opens a list, a tag or a citation. */
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
    .map((part, index) => (index % 2 === 1 ? part : asLiteral(withoutReferences(part))))
    .join('')
}

/** `It ended in 1648.[12]`: numbers of another page's notes, which would pass for citations. */
const withoutReferences = (text: string): string =>
  text.replaceAll(/(?<=[.,;:!?)"”’])(?:\[\d{1,3}\])+/gu, '')

/** What would begin a list, a heading or a quote is dropped or shown as code. */
const plainBeginning = (text: string): string =>
  text.replace(/^[#>+*-]+\s+(?=\S)/, '').replace(/^(\d{1,9}[.)])(?=\s)/, '`$1`')

const TAG = /(<(?=[/!a-z?])[^<>]{0,200}>)/giu
/** A number in brackets, an emphasis mark at the edge of a word, half a tag. */
const MARKED =
  /\[\d+(?:,\d+)*\]|(?<![\p{L}\p{N}_])_+\S|\S_+(?![\p{L}\p{N}_])|\*\S|\S\*|~~|<[/!a-z?]/iu
const STRONG = /\*\*(?=\S)[^*`]+(?<=\S)\*\*|(?<![\w*])\*(?=[^\s*])[^*`]+(?<=[^\s*])\*(?![\w*])/g

/** Code instead of backslashes, which readers of plain text would see. */
function asLiteral(text: string): string {
  const plain = text.replaceAll(STRONG, (emphasis) => emphasis.replaceAll('*', ''))
  return plain
    .replaceAll('`', "'")
    .split(TAG)
    .map((part, index) => (index % 2 === 1 ? asCode(part) : wordsAsCode(part)))
    .join('')
}

const wordsAsCode = (text: string): string =>
  text
    .split(/(\s+)/)
    .map((word) => (MARKED.test(word) ? asCode(word) : word))
    .join('')

/** With the punctuation of its sentence outside. */
const asCode = (word: string): string => {
  const end = /[.,;:!?]*$/.exec(word)?.[0] ?? ''
  return `\`${word.slice(0, word.length - end.length)}\`${end}`
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

/** A row of exactly `columns` cells; surplus cells go into the last. */
export function tableRow(row: string, columns: number, marker = ''): string {
  const cells = row.split(/\s*\|\s*/).map((cell) => quotable(cell))
  const kept = cells.slice(0, columns - 1)
  kept.push(cells.slice(columns - 1).join(' / '))
  while (kept.length < columns) kept.push('')
  const last = kept.findLastIndex((cell) => cell !== '')
  if (marker !== '') kept[Math.max(0, last)] = `${kept[Math.max(0, last)] ?? ''} ${marker}`.trim()
  return `| ${kept.join(' | ')} |`
}
