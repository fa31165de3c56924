import { endsInColon } from '../../text/ends-in-colon.ts'
import type { PassageBlock } from '../blocks/block-readers.ts'
import { readBlocks } from '../blocks/passage-blocks.ts'
import type { SectionPassages } from './section-passages.ts'

/** What is shown of a section: whole blocks, in the order of the page. */
export type CutSection = {
  blocks: readonly PassageBlock[]
  /** More of the section stands behind it. */
  isCut: boolean
  /** Passages that are shown whole or in part. */
  passageIds: readonly string[]
}

type PlacedBlock = { block: PassageBlock; length: number; passageId: string; isFound: boolean }

/**
 * The passage that was found, and as much of its section as there is room for: from the section's
 * beginning where the passage is still reached from there, else from the passage on both sides.
 */
export function cutSection(section: SectionPassages, maxLength: number): CutSection {
  const placed = toBlocks(section)
  let from = placed.findIndex(({ isFound }) => isFound)
  let to = placed.findLastIndex(({ isFound }) => isFound) + 1
  const getLength = (start: number, end: number) =>
    placed.slice(start, end).reduce((sum, { length }) => sum + length, 0)
  if (getLength(0, to) <= maxLength) from = 0
  const fits = (start: number, end: number) =>
    start >= 0 && end <= placed.length && getLength(start, end) <= maxLength
  for (;;) {
    if (fits(from, to + 1)) to++
    else if (fits(from - 1, to)) from--
    else break
  }
  // Neither a line that announces something nor what it announces can be read without the other.
  if (from > 0 && introducesNext(placed[from - 1])) from--
  while (to > from + 1 && !placed[to - 1]?.isFound && isLead(placed[to - 1])) to--
  const shown = placed.slice(from, to)
  return {
    blocks: shown.map(({ block }) => block),
    isCut: to < placed.length,
    passageIds: shown.map(({ passageId }) => passageId),
  }
}

const introducesNext = (placed: PlacedBlock | undefined): boolean =>
  placed?.block.kind === 'text' && endsInColon(placed.block.text)

const isLead = (placed: PlacedBlock | undefined): boolean =>
  introducesNext(placed) || placed?.block.kind === 'heading'

/** With a heading of its own before what stands under one that is further down. */
function toBlocks({ found, passages }: SectionPassages): PlacedBlock[] {
  const depth = found.headingPath.length
  let shown = ''
  return passages.flatMap((passage) => {
    const isFound = passage.id === found.id
    const below = passage.headingPath.slice(depth).join(' › ')
    const heading: PassageBlock[] =
      below === shown || below === '' ? [] : [{ kind: 'heading', text: below }]
    shown = below
    return [...heading, ...readBlocks(passage.content, passage.blocks)].map((block) => ({
      block,
      length: lengthOfBlock(block),
      passageId: passage.id,
      isFound,
    }))
  })
}

function lengthOfBlock(block: PassageBlock): number {
  if (block.kind === 'list') return block.items.reduce((sum, { text }) => sum + text.length + 3, 0)
  if (block.kind !== 'table') return block.text.length
  return block.rows.reduce((sum, row) => sum + row.length, block.headerRow.length)
}
