import type { ParsedDocument } from './blocks.ts'
import { readHtml } from './html.ts'
import { readMarkdown } from './markdown.ts'
import { readPlainText } from './plain-text.ts'
import type { Passage } from './split.ts'
import { split } from './split.ts'

export type DocumentSource = {
  content: string | Uint8Array
  contentType: string
  /** Wins over a title found in the content; a first heading that differs from it is then a heading. */
  givenTitle: string | null
}

export type ReadDocument = { title: string | null; passages: Passage[] }

const READERS: Partial<Record<string, (content: string) => ParsedDocument>> = {
  'text/markdown': readMarkdown,
  'text/html': readHtml,
  'text/plain': readPlainText,
}

/** Content in, passages out. Slow or deep on hostile input: outside tests it runs in a thread. */
export function readDocument({ content, contentType, givenTitle }: DocumentSource): ReadDocument {
  const read = READERS[contentType]
  if (!read) throw new Error(`it is of a type that is not read: ${contentType}`)
  const parsed = read(typeof content === 'string' ? content : new TextDecoder().decode(content))
  const title = givenTitle ?? parsed.title
  return { title, passages: split({ title, blocks: parsed.blocks }) }
}
