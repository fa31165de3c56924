import type { Citation } from '@footnote/client'
import type { Token } from 'marked'
import { plainText } from '../panel/plain-text.ts'

/** A section as the service quotes it: under a heading of the third level. */
export type Section = { readonly heading: string; readonly blocks: readonly Token[] }

const MARKER = /\[(\d+)\]/

/** The blocks before a first heading are a section without one. */
export function groupSections(tokens: readonly Token[]): Section[] {
  const sections: { heading: string; blocks: Token[] }[] = []
  for (const token of tokens) {
    const begins = token.type === 'heading' && token['depth'] === 3
    if (begins) sections.push({ heading: plainText(token.raw), blocks: [] })
    else if (token.type !== 'space') {
      if (sections.length === 0) sections.push({ heading: '', blocks: [] })
      sections.at(-1)?.blocks.push(token)
    }
  }
  return sections
}

/** What a section cites. */
export function findCitation(
  blocks: readonly Token[],
  citations: readonly Citation[],
): Citation | undefined {
  const index = Number(MARKER.exec(blocks.map(({ raw }) => raw).join('\n'))?.[1])
  return citations.find((citation) => citation.index === index)
}
