import type { Dialect } from '../format/dialect.ts'
import { escapeMarkdown, fencedCode, inlineCode } from '../format/dialect.ts'

/** The description of an embed has at most 4,096 characters, twice what a message has without one. */
export const DISCORD_DIALECT: Dialect = {
  maxHeading: 3,
  maxCharacters: 4_000,
  // Discord reads `<@1>`, `<#1>` and `<t:1>` in any text; written so they are none.
  escape: (text) => escapeMarkdown(text).replace(/</g, '\\<'),
  link: (text, url) => `[${text}](${url})`,
  code: inlineCode,
  codeBlock: fencedCode,
}
