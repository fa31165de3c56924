const HEADING_LINE = /^ {0,3}#{1,6}[ \t]+(?<text>.+?)[ \t]*#*[ \t]*$/
/** Hugo's way to name an anchor: `## What is a Pod? {#what-is-a-pod}`. */
const ANCHOR = /\{#[^}]*\}/g

/** The page without its heading of these words; what stood under it then follows the text before. */
export function withoutHeading(markdown: string, heading: string): string {
  const wanted = normaliseWords(heading)
  const lines = markdown.split('\n')
  const kept = lines.filter((line) => {
    const text = HEADING_LINE.exec(line)?.groups?.['text']
    return text === undefined || normaliseWords(text) !== wanted
  })
  if (kept.length === lines.length) throw new Error(`No heading of the page says "${heading}"`)
  return kept.join('\n')
}

const normaliseWords = (text: string): string =>
  text
    .replace(ANCHOR, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
