import type { ParsedDocument } from './blocks.ts'
import { readCsv } from './csv.ts'
import { decodeText } from './decode-text.ts'
import { readDocx } from './docx.ts'
import { readEpub } from './epub.ts'
import { readHtml } from './html.ts'
import { refuseLongText } from './long-text.ts'
import { readMarkdown } from './markdown.ts'
import { readPdf } from './pdf.ts'
import { readPlainText } from './plain-text.ts'
import { readPptx } from './pptx.ts'
import { UnreadableDocument } from './unreadable.ts'
import { readXlsx } from './xlsx.ts'

type Parsed = ParsedDocument | Promise<ParsedDocument>
type TextFormat = { readText: (content: string) => Parsed }
type BinaryFormat = { readBytes: (content: Uint8Array) => Parsed }

const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** What can be read, by its media type. */
const FORMATS: ReadonlyMap<string, TextFormat | BinaryFormat> = new Map<
  string,
  TextFormat | BinaryFormat
>([
  ['text/markdown', { readText: readMarkdown }],
  ['text/x-markdown', { readText: readMarkdown }],
  ['text/mdx', { readText: async (content) => (await import('./mdx.ts')).readMdx(content) }],
  ['text/html', { readText: readHtml }],
  ['application/xhtml+xml', { readText: readHtml }],
  ['text/plain', { readText: readPlainText }],
  ['text/csv', { readText: readCsv }],
  ['application/pdf', { readBytes: readPdf }],
  [`${OFFICE}.wordprocessingml.document`, { readBytes: readDocx }],
  [`${OFFICE}.spreadsheetml.sheet`, { readBytes: readXlsx }],
  [`${OFFICE}.presentationml.presentation`, { readBytes: readPptx }],
  ['application/epub+zip', { readBytes: readEpub }],
])

export async function readFormat(
  content: string | Uint8Array,
  contentType: string,
): Promise<ParsedDocument> {
  const [name = '', ...parameters] = contentType.toLowerCase().split(';')
  const format = FORMATS.get(name.trim())
  if (!format)
    throw new UnreadableDocument(
      `its type, ${name.trim() || 'none'}, is not one of those that can be read`,
    )
  if ('readBytes' in format) return format.readBytes(Buffer.from(content))
  const charset = /^\s*charset\s*=\s*"?([\w-]+)/.exec(parameters.join(';'))?.[1] ?? null
  const text = typeof content === 'string' ? content : decodeText(content, charset)
  refuseLongText(text.length)
  return format.readText(text)
}
