import { withoutInlineCode } from '../../text/inline-code.ts'

const FENCE_LINE = /^[ \t]*(?:`{3,}|~{3,})[^`\n]{0,60}$\n?/gm

/** A passage as it is searched and excerpted: code without its fences and backticks. */
export const withoutCodeMarks = (content: string): string =>
  withoutInlineCode(content.replaceAll(FENCE_LINE, '')).trimEnd()
