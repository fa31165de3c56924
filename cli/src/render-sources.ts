import type { Citation, LastFrame } from '@footnote/client'
import { plain } from './plain.ts'

/**
 * The sources of an answer, below the text that was printed as it streamed. If its markers were
 * renumbered at the end, each source keeps the number that the reader saw.
 */
export function renderSources(
  { citations, answer }: Pick<LastFrame, 'citations' | 'answer'>,
  found: readonly Citation[],
): string {
  const printed = citations.map((citation) => ({
    citation,
    number:
      answer === undefined
        ? citation.index
        : (found.find(({ chunk_id }) => chunk_id === citation.chunk_id)?.index ?? citation.index),
  }))
  return printed
    .sort((a, b) => a.number - b.number)
    .map(({ citation, number }) => {
      const heading = [citation.title, ...citation.heading_path].map(plain).join(' › ')
      return `[${number}] ${heading}\n    ${plain(citation.url)}`
    })
    .join('\n')
}
