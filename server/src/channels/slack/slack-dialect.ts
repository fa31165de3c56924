import type { Dialect } from '../format/dialect.ts'
import { escapeMarkdown, fencedCode, inlineCode } from '../format/dialect.ts'

/** A block of Markdown has at most 12,000 characters, which is also what a message has of them. */
export const SLACK_DIALECT: Dialect = {
  maxHeading: 6,
  maxCharacters: 11_500,
  // Slack reads `<!channel>` and `<@U123>` in any text; written so they are neither.
  escape: (text) => escapeEntities(escapeMarkdown(text)),
  link: (text, url) => `[${text}](${url})`,
  code: inlineCode,
  codeBlock: fencedCode,
}

export const escapeEntities = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
