export type PagePassage = { content: string; headingPath: readonly string[] }

/** Markdown knows six levels. */
const MOST_LEVELS = 6

/** A page put together from its passages, in their order, each heading once where it begins. */
export function pageMarkdown(title: string, passages: readonly PagePassage[]): string {
  const parts = [`# ${title}`]
  // A first heading that is the title again would say it twice.
  let path: readonly string[] = [title]
  for (const { headingPath, content } of passages) {
    const full = headingPath[0] === title ? headingPath : [title, ...headingPath]
    const shared = sharedLength(path, full)
    for (const [level, heading] of full.entries()) {
      if (level >= shared) parts.push(`${'#'.repeat(Math.min(level + 1, MOST_LEVELS))} ${heading}`)
    }
    // A section without text has its heading for content.
    if (content !== full.at(-1)) parts.push(content)
    path = full
  }
  return `${parts.join('\n\n')}\n`
}

function sharedLength(before: readonly string[], now: readonly string[]): number {
  const differs = now.findIndex((heading, level) => heading !== before[level])
  return differs === -1 ? now.length : differs
}
