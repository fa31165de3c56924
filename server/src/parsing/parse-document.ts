import type { Labels } from '@footnote/contract/labels'
import { storableText } from '../text/storable-text.ts'
import type { Block, DocumentFacts, ParsedDocument } from './blocks.ts'
import { parseFormat } from './formats.ts'
import { refuseLongText } from './unreadable-document.ts'
import type { SplitSizes } from './split/split-block.ts'
import type { SplitPassage } from './split/split.ts'
import { split } from './split/split.ts'

export type RawDocument = {
  content: string | Uint8Array
  /** A media type, perhaps with its charset. */
  contentType: string
  /** Overrides a title in the content; a first heading that differs from it stays a heading. */
  givenTitle: string | null
}

export type SplitDocument = {
  title: string | null
  passages: SplitPassage[]
} & DocumentFacts

/** Content in, passages out. Slow or deep on hostile input: outside tests it runs in a child process. */
export async function parseDocument(
  { content, contentType, givenTitle }: RawDocument,
  sizes: Partial<SplitSizes> = {},
): Promise<SplitDocument> {
  const parsed = storable(await parseFormat(content, contentType))
  refuseLongText(parsed.blocks.reduce((sum, { text }) => sum + text.length, 0))
  const title = givenTitle ?? parsed.title
  const { language, publishedAt, canonicalUrl, labels } = parsed
  const passages = split({ title, blocks: parsed.blocks }, sizes)
  return { title, passages, language, publishedAt, canonicalUrl, labels }
}

/** All of its texts are stored, and in a PDF, office or plain text file they can be anything. */
function storable(parsed: ParsedDocument): ParsedDocument {
  const { title, language, canonicalUrl, labels, blocks } = parsed
  return {
    ...parsed,
    title: title && storableText(title),
    language: language && storableText(language),
    canonicalUrl: canonicalUrl && storableText(canonicalUrl),
    labels: labels && storableLabels(labels),
    blocks: blocks.map(storableBlock).filter(({ text }) => text !== ''),
  }
}

const storableLabels = (labels: Labels): Labels =>
  Object.fromEntries(
    Object.entries(labels).map(([name, values]) => [name, values.map(storableText)]),
  )

function storableBlock(block: Block): Block {
  const text = storableText(block.text)
  if (block.kind === 'heading' && block.anchor) {
    return { ...block, text, anchor: storableText(block.anchor) }
  }
  if (block.kind === 'code' && block.language) {
    return { ...block, text, language: storableText(block.language) }
  }
  if (block.kind === 'table' && block.headerRow) {
    return { ...block, text, headerRow: storableText(block.headerRow) }
  }
  return { ...block, text }
}
