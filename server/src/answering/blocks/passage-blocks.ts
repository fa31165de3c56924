import type { BlockSpan } from '../../text/block-span.ts'
import type { PassageBlock } from './block-readers.ts'
import { readCode, readList, readTable } from './block-readers.ts'
import { guessBlocks } from './guess-blocks.ts'

const READERS = { list: readList, table: readTable, code: readCode }

/**
 * The blocks of a passage, as they were stored with it. What a parser could only call text may be
 * anything (a PDF or a text file does not mark its code), so that is guessed, and so is a passage
 * that was indexed before blocks were stored.
 */
export function readBlocks(content: string, stored: readonly BlockSpan[] | null): PassageBlock[] {
  const blocks: PassageBlock[] = []
  const spans = stored ? joinText(stored) : [wholeAsText(content)]
  for (const [index, { kind, start, end }] of spans.entries()) {
    const text = content.slice(start, end)
    if (kind === 'text') guessBlocks(text, blocks, index === spans.length - 1)
    else if (kind === 'heading') blocks.push({ kind, text })
    else blocks.push(...READERS[kind](text.split('\n')))
  }
  return blocks
}

const wholeAsText = (content: string): BlockSpan => ({
  kind: 'text',
  start: 0,
  end: content.length,
})

/** Blocks of text that follow each other are guessed together: a listing may have blank lines. */
function joinText(stored: readonly BlockSpan[]): BlockSpan[] {
  const joined: BlockSpan[] = []
  for (const span of stored) {
    const last = joined.at(-1)
    if (last?.kind === 'text' && span.kind === 'text') last.end = span.end
    else joined.push({ ...span })
  }
  return joined
}
