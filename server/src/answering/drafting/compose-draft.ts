import { DRAFT_TODO } from '@footnote/contract/admin/answers/drafts'
import type { Citation } from '@footnote/contract/public/citation'
import { rewriteMarkers } from '../citations/markers/rewrite-markers.ts'
import { getAllowedLinks } from '../safe-text/allowed-links.ts'
import { toSafeText } from '../safe-text/create-safe-text.ts'

/** A reader's words or a page's as one line without links, images, HTML and marks of markdown. */
export const plainLine = (text: string): string =>
  toSafeText(text.replaceAll(/\s+/gu, ' ').trim(), getAllowedLinks([])).replaceAll(
    /[\\`*_[\]<>#|~]/g,
    String.raw`\$&`,
  )

/** A page has no place for markers, so each becomes a link to what it cites, as an author writes it. */
export function withLinks(text: string, citations: readonly Citation[]): string {
  const found: { index: number; offset: number }[] = []
  const read = rewriteMarkers(text, citations.length, (index, offset) => {
    found.push({ index, offset })
    return index
  })
  let out = ''
  let at = 0
  for (const [position, { index, offset }] of found.entries()) {
    const marker = `[${index}]`
    const isSecond = position > 0 && offset === at
    const end = offset + marker.length
    const citation = citations.find((one) => one.index === index)
    out += read.slice(at, offset)
    if (citation) {
      const gap = isSecond || out === '' || /\s$/.test(out) ? '' : ' '
      const open = isSecond ? out.slice(0, -1) + ', ' : `${out}${gap}(`
      out = `${open}${linkTo(citation)})`
    }
    at = end
  }
  return out + read.slice(at)
}

/** An address that markdown would not read as one is left out. */
function linkTo({ title, url }: Citation): string {
  const name = plainLine(title === '' ? url : title)
  if (!/^https?:\/\/[^\s<>\\`]+$/.test(url)) return name
  return `[${name}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`
}

export const coveredSection = (
  question: string,
  text: string,
  citations: readonly Citation[],
): string => `## ${plainLine(question)}\n\n${withLinks(text, citations).trim()}\n`

/** Says what is missing, with the passages that come near as material. */
export function openSection(question: string, nearest: readonly Citation[]): string {
  const asked = plainLine(question)
  const near = nearest.map(
    (citation) => `> - “${plainLine(citation.excerpt)}” (${linkTo(citation)})`,
  )
  const material = near.length === 0 ? [] : ['>', '> What comes near:', '>', ...near]
  return [`## ${asked}`, '', `> **${DRAFT_TODO}** ${asked}`, ...material, ''].join('\n')
}

export const titleLine = (title: string): string => `# ${plainLine(title)}\n\n`
