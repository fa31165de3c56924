import { endsInColon } from '../../text/ends-in-colon.ts'
import type { PassageBlock } from '../blocks/block-readers.ts'
import { fenced, quotable, quotableInline, tableRow } from '../blocks/quotable.ts'

/**
 * A section as markdown: its heading, its blocks, and its marker behind the last one that tells something.
 * A list or table that ends it has the marker in its last line.
 */
export function writeSection(
  heading: string,
  blocks: readonly PassageBlock[],
  marker: string,
): string[] {
  const says = blocks.findLastIndex((block) => mayBeMarked(block) && !introducesNext(block))
  const marked = says === -1 ? blocks.findLastIndex(mayBeMarked) : says
  const written = blocks.map((block, index) => writeBlock(block, index === marked ? marker : ''))
  const title = quotableInline(heading)
  return [
    ...(title === '' ? [] : [`### ${title}`]),
    ...written.filter((text) => text !== ''),
    ...(marked === -1 ? [marker] : []),
  ]
}

const mayBeMarked = ({ kind }: PassageBlock): boolean => kind !== 'code' && kind !== 'heading'

/** A number behind its colon would stand between it and what it announces. */
const introducesNext = (block: PassageBlock): boolean =>
  block.kind === 'text' && endsInColon(block.text)

function writeBlock(block: PassageBlock, marker: string): string {
  switch (block.kind) {
    case 'heading':
      return `**${quotableInline(block.text)}**`
    case 'text':
      return joined(quotable(block.text), marker)
    case 'code':
      return fenced(block.text, block.language)
    case 'list':
      return joined(writeList(block.items), marker)
    case 'table':
      return writeTable(block, marker)
  }
}

const joined = (text: string, marker: string): string =>
  [text, marker].filter((part) => part !== '').join(' ')

type Item = Extract<PassageBlock, { kind: 'list' }>['items'][number]

/** Nested as on the page, from the least indented item on. */
function writeList(items: readonly Item[]): string {
  const least = Math.min(...items.map(({ indent }) => indent))
  return items
    .map(({ text, number, indent }) => {
      const marker = number === undefined ? '-' : `${number}.`
      return `${' '.repeat(indent - least)}${marker} ${quotable(text)}`
    })
    .join('\n')
}

function writeTable(
  { headerRow, rows }: Extract<PassageBlock, { kind: 'table' }>,
  marker: string,
): string {
  const columns = headerRow.split('|').length
  const written = rows.map((row, index) =>
    tableRow(row, columns, index === rows.length - 1 ? marker : ''),
  )
  return [tableRow(headerRow, columns), `|${' --- |'.repeat(columns)}`, ...written].join('\n')
}
