/** Where a digest leads to. */
export type DigestLinks = {
  publicUrl: string | null
  /** null in a preview: it belongs to one person. */
  unsubscribe: string | null
}

export const QUIET = 'Nobody asked anything this week or the week before.'
export const NO_TEXTS =
  'This workspace stores no questions (zero data retention), so the digest has counts only.'
const MAX_TEXT = 200

/** On one line: a title or question with line breaks could pass for a part of the mail. */
export function shortened(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length <= MAX_TEXT ? line : `${line.slice(0, MAX_TEXT).trimEnd()}…`
}

export const leftOutText = (count: number): string =>
  `${count} more knowledge ${count === 1 ? 'base had' : 'bases had'} fewer questions.`
