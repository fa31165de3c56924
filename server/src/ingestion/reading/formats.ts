import type { ParsedDocument } from './blocks.ts'
import { decodeText } from './decode-text.ts'
import { readHtml } from './html.ts'
import { readMarkdown } from './markdown.ts'
import { readPdf } from './pdf.ts'
import { readPlainText } from './plain-text.ts'
import { UnreadableDocument } from './unreadable.ts'

type Parsed = ParsedDocument | Promise<ParsedDocument>
type TextFormat = { readText: (content: string) => Parsed }
type BinaryFormat = { readBytes: (content: Uint8Array) => Parsed }

/** What can be read, by its media type. */
const FORMATS: ReadonlyMap<string, TextFormat | BinaryFormat> = new Map<
  string,
  TextFormat | BinaryFormat
>([
  ['text/markdown', { readText: readMarkdown }],
  ['text/html', { readText: readHtml }],
  ['application/xhtml+xml', { readText: readHtml }],
  ['text/plain', { readText: readPlainText }],
  ['application/pdf', { readBytes: readPdf }],
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
  if (typeof content === 'string') return format.readText(content)
  const charset = /^\s*charset\s*=\s*"?([\w-]+)/.exec(parameters.join(';'))?.[1] ?? null
  return format.readText(decodeText(content, charset))
}
