import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'
import type { ParsedDocument } from '../blocks.ts'
import { collapse } from '../blocks.ts'
import { toBlocks } from './pdf-blocks.ts'
import type { PageLines } from './pdf-furniture.ts'
import { withoutFurniture } from './pdf-furniture.ts'
import type { OutlineEntry } from './pdf-headings.ts'
import { createHeadingFinder } from './pdf-headings.ts'
import type { TextPiece } from './pdf-lines.ts'
import { joinLines } from './pdf-lines.ts'
import { UnreadableDocument } from '../unreadable-document.ts'

const MAX_OUTLINE_ENTRIES = 5_000
/** What programs write when nobody set a title. */
const NO_TITLE =
  /^(?:untitled|title|document\d*|microsoft (?:word|powerpoint) - .*|.*\.(?:docx?|pptx?|odt|indd|tex|pdf|dvi|html?))$/i

/** Loaded on first use, because the library takes 15 MB. */
export const loadPdfLibrary = () => import('unpdf/pdfjs')

/** The text of a PDF by its pages. */
export async function parsePdf(content: Uint8Array): Promise<ParsedDocument> {
  const pdfjs = await loadPdfLibrary()
  const loading = pdfjs.getDocument({
    data: new Uint8Array(content),
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    // Images are ignored, so none is unpacked.
    maxImageSize: 1,
  })
  try {
    return await readPages(await loading.promise, pdfjs.Util)
  } catch (error) {
    throw explained(error)
  } finally {
    await loading.destroy()
  }
}

type Util = { transform(a: number[], b: number[]): number[] }

async function readPages(document: PDFDocumentProxy, util: Util): Promise<ParsedDocument> {
  const pages: PageLines[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { height } = page.getViewport({ scale: 1 })
    pages.push({ height, lines: joinLines(await readPieces(page, util), number) })
    page.cleanup()
  }
  const lines = withoutFurniture(pages).flatMap((page) => page.lines)
  if (lines.length === 0) {
    throw new UnreadableDocument('it has no text, only pictures of it: it needs OCR first')
  }
  const blocks = toBlocks(lines, createHeadingFinder(lines, await readOutline(document)))
  return { ...(await getFacts(document, blocks)), blocks }
}

async function readPieces(page: PDFPageProxy, util: Util): Promise<TextPiece[]> {
  const { transform } = page.getViewport({ scale: 1 })
  const { items, styles } = await page.getTextContent()
  // Loads the fonts, whose names say which are bold.
  await page.getOperatorList()
  const fonts = new Map(
    Object.entries(styles).map(([id, { fontFamily }]) => [id, getFont(page, id, fontFamily)]),
  )
  return items.flatMap((item) => {
    if (!('str' in item)) return []
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = util.transform(transform, item.transform)
    // Rotated text: along the side of the page, or a watermark.
    if (Math.abs(b) > Math.abs(a) / 5) return []
    const size = Math.hypot(c, d)
    const font = fonts.get(item.fontName) ?? { isBold: false, isMono: false }
    return [{ text: item.str, x, y, width: item.width, size, ...font }]
  })
}

function getFont(page: PDFPageProxy, id: string, family: string) {
  const font: unknown = page.commonObjs.has(id) ? page.commonObjs.get(id) : null
  const name = typeof font === 'object' && font !== null && 'name' in font ? String(font.name) : ''
  return {
    isBold: /bold|black|heavy|semibold|demi/i.test(name),
    isMono: family === 'monospace' || /mono|courier|consol|menlo|typewriter|cmtt/i.test(name),
  }
}

type OutlineNode = { title: string; items: OutlineNode[] }

async function readOutline(document: PDFDocumentProxy): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = []
  const add = (nodes: readonly OutlineNode[], depth: number): void => {
    for (const { title, items } of nodes) {
      if (entries.length >= MAX_OUTLINE_ENTRIES) return
      entries.push({ title, depth })
      add(items, depth + 1)
    }
  }
  add((await document.getOutline()) ?? [], 1)
  return entries
}

async function getFacts(document: PDFDocumentProxy, blocks: ParsedDocument['blocks']) {
  const { info } = await document.getMetadata()
  const text = (name: string): string => {
    const value: unknown = name in info ? Reflect.get(info, name) : undefined
    return typeof value === 'string' ? collapse(value) : ''
  }
  const given = text('Title')
  const first = blocks.find((block) => block.kind === 'heading')
  const heading = first?.kind === 'heading' && first.depth === 1 ? first.text : null
  return {
    title: given === '' || NO_TITLE.test(given) ? heading : given,
    language: text('Language') || undefined,
    publishedAt: findDate(text('CreationDate')),
  }
}

/** From `D:20250304101500+01'00'`; the day is enough. */
function findDate(text: string): Date | undefined {
  const [, year, month = '01', day = '01'] = /^D:(\d{4})(\d{2})?(\d{2})?/.exec(text) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return year === undefined || Number.isNaN(date.getTime()) ? undefined : date
}

function explained(error: unknown): unknown {
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException') {
    return new UnreadableDocument('it is encrypted and opens only with a password')
  }
  return /^(?:InvalidPDF|Format|MissingPDF)Exception$/.test(name)
    ? new UnreadableDocument('it is damaged or not a PDF file')
    : error
}
