import type { DocumentFacts } from './blocks.ts'
import { readFormat } from './formats.ts'
import { refuseLongText } from './long-text.ts'
import type { SplitSizes } from './split-chunks.ts'
import type { Passage } from './split.ts'
import { split } from './split.ts'

export type DocumentSource = {
  content: string | Uint8Array
  /** A media type, perhaps with its charset. */
  contentType: string
  /** Wins over a title found in the content; a first heading that differs from it is then a heading. */
  givenTitle: string | null
}

export type ReadDocument = {
  title: string | null
  passages: Passage[]
} & DocumentFacts

/** Content in, passages out. Slow or deep on hostile input: outside tests it runs in a child process. */
export async function readDocument(
  { content, contentType, givenTitle }: DocumentSource,
  sizes: Partial<SplitSizes> = {},
): Promise<ReadDocument> {
  const parsed = await readFormat(content, contentType)
  refuseLongText(parsed.blocks.reduce((sum, { text }) => sum + text.length, 0))
  const title = givenTitle ?? parsed.title
  const { language, publishedAt, canonicalUrl } = parsed
  const passages = split({ title, blocks: parsed.blocks }, sizes)
  return { title, passages, language, publishedAt, canonicalUrl }
}
