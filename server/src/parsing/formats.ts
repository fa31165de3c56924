import type { ParsedDocument } from './blocks.ts'
import { parseNotebook } from './notebook.ts'
import { parseCsv, parsePlainText } from './plain-formats.ts'
import { loadWordLibrary, parseDocx } from './office/docx.ts'
import { parseEpub } from './office/epub.ts'
import { parseHtml } from './html/html.ts'
import { refuseLongText, UnreadableDocument } from './unreadable-document.ts'
import { parseMarkdown } from './markdown/markdown.ts'
import { loadPdfLibrary, parsePdf } from './pdf/pdf.ts'
import { parsePptx } from './office/pptx.ts'
import { parseXlsx } from './office/xlsx.ts'
import { mediaType, OFFICE, WORD } from './media-types.ts'
import { decodeText } from '../text/decode-text.ts'

type Parsed = ParsedDocument | Promise<ParsedDocument>
type TextFormat = { readText: (content: string) => Parsed }
type BinaryFormat = { readBytes: (content: Uint8Array) => Parsed }

const loadMdx = () => import('./markdown/mdx.ts')
const loadAsciidoc = () => import('./asciidoc.ts')

/** Loads the libraries of rare formats, which are otherwise loaded with the first document of their kind. */
export async function loadRareFormats(): Promise<void> {
  await Promise.all([loadPdfLibrary(), loadWordLibrary(), loadMdx(), loadAsciidoc()])
}

/** The supported formats, by media type. */
const FORMATS: ReadonlyMap<string, TextFormat | BinaryFormat> = new Map<
  string,
  TextFormat | BinaryFormat
>([
  ['text/markdown', { readText: parseMarkdown }],
  ['text/x-markdown', { readText: parseMarkdown }],
  ['text/mdx', { readText: async (content) => (await loadMdx()).parseMdx(content) }],
  ['text/asciidoc', { readText: async (content) => (await loadAsciidoc()).parseAsciidoc(content) }],
  ['application/x-ipynb+json', { readText: parseNotebook }],
  ['text/html', { readText: parseHtml }],
  ['application/xhtml+xml', { readText: parseHtml }],
  ['text/plain', { readText: parsePlainText }],
  ['text/csv', { readText: parseCsv }],
  ['application/pdf', { readBytes: parsePdf }],
  [WORD, { readBytes: parseDocx }],
  [`${OFFICE}.spreadsheetml.sheet`, { readBytes: parseXlsx }],
  [`${OFFICE}.presentationml.presentation`, { readBytes: parsePptx }],
  ['application/epub+zip', { readBytes: parseEpub }],
])

export async function parseFormat(
  content: string | Uint8Array,
  contentType: string,
): Promise<ParsedDocument> {
  const name = mediaType(contentType)
  const format = FORMATS.get(name)
  if (!format) throw new UnreadableDocument(`its type, ${name || 'none'}, is not supported`)
  if ('readBytes' in format) return format.readBytes(Buffer.from(content))
  const text = typeof content === 'string' ? content : decodeText(content, contentType)
  refuseLongText(text.length)
  return format.readText(text)
}
