import type { ContentType } from '@footnote/contract/admin/documents'
import type { ParsedDocument } from './blocks.ts'
import { readHtml } from './html.ts'
import { readMarkdown } from './markdown.ts'
import { readPlainText } from './plain-text.ts'
import type { Passage } from './split.ts'
import { split } from './split.ts'

export type ReadDocument = { title: string | null; passages: Passage[] }

const READERS: Record<ContentType, (content: string) => ParsedDocument> = {
  'text/markdown': readMarkdown,
  'text/html': readHtml,
  'text/plain': readPlainText,
}

/** Content in, passages out. Slow or deep on hostile input: outside tests it runs in a thread. */
export function readDocument(content: string, contentType: ContentType): ReadDocument {
  const parsed = READERS[contentType](content)
  return { title: parsed.title, passages: split(parsed) }
}
