import type { ContentType } from '@footnote/contract/admin/content-type'

export type PagePassage = { content: string; headingPath: readonly string[] }

/** Markdown has six levels. */
const MAX_LEVELS = 6

/** A page as it was written, or null where its format is not for reading. */
export const writtenMarkdown = (content: string | null, contentType: ContentType): string | null =>
  contentType === 'text/markdown' || contentType === 'text/plain' ? content : null

/** Assembles a page from its passages in order, with each heading once. */
export function pageMarkdown(title: string, passages: readonly PagePassage[]): string {
  const parts = [`# ${title}`]
  // A first heading that repeats the title is left out.
  let path: readonly string[] = [title]
  for (const { headingPath, content } of passages) {
    const full = headingPath[0] === title ? headingPath : [title, ...headingPath]
    const shared = sharedLength(path, full)
    for (const [level, heading] of full.entries()) {
      if (level >= shared) parts.push(`${'#'.repeat(Math.min(level + 1, MAX_LEVELS))} ${heading}`)
    }
    // The content of a section without text is its heading.
    if (content !== full.at(-1)) parts.push(content)
    path = full
  }
  return `${parts.join('\n\n')}\n`
}

function sharedLength(before: readonly string[], now: readonly string[]): number {
  const differs = now.findIndex((heading, level) => heading !== before[level])
  return differs === -1 ? now.length : differs
}
