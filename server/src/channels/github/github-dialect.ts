import type { Dialect } from '../format/dialect.ts'
import { escapeMarkdown, fencedCode, inlineCode } from '../format/dialect.ts'

/** A comment has at most 65,536 characters. */
export const GITHUB_DIALECT: Dialect = {
  maxHeading: 6,
  maxCharacters: 60_000,
  escape: (text) => callNobody(escapeMarkdown(text).replace(/&/g, '&amp;').replace(/</g, '\\<')),
  link: (text, url) => `[${text}](${url})`,
  code: inlineCode,
  codeBlock: fencedCode,
}

/** `@ada` would notify Ada and `#12` would refer to an issue; with nothing in between they do neither. */
const callNobody = (text: string): string =>
  text.replace(/@(?=[\w-])/g, '@\u200b').replace(/(?<=#|\bGH-)(?=\d)/gi, '\u200b')
