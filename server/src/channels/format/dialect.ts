/** The Markdown that a product understands, where it is its own. */
export type Dialect = {
  /** Headings below this level are bold lines. */
  maxHeading: number
  /** What a message may have. */
  maxCharacters: number
  /** Text that means nothing but itself. */
  escape(text: string): string
  /** `text` is escaped already. */
  link(text: string, url: string): string
  code(text: string): string
  codeBlock(text: string, language: string): string
}

/** What would be markup. Underscores within a word are none, and names in code often have them. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*~|]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/\](?=\(|\[)/g, '\\]')
    .replace(/!(?=\[)/g, '\\!')

/** With as many backticks around it as its own do not close. */
export function fencedCode(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${/^[\w+#.-]{1,30}$/.test(language) ? language : ''}\n${text}\n${fence}`
}

export function inlineCode(text: string): string {
  if (text === '') return ''
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const ticks = '`'.repeat(longest + 1)
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${ticks}${pad}${text}${pad}${ticks}`
}
