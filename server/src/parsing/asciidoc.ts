import { load } from '@asciidoctor/core'
import type { ParsedDocument } from './blocks.ts'
import { parseHtml } from './html/html.ts'

/** Another file's text, which is indexed with that file. Converted, it would be a link to it. */
const INCLUDE = /^include::[^[\n]*\[[^\n]*\]$/gm
/** The number of a remark on a line of code, which is no part of the code. */
const CALLOUT = / ?<b class="conum">\(\d+\)<\/b>/g
/** Anchors as GitHub and Antora make them. With `@`, a document's own choice wins. */
const ATTRIBUTES = {
  showtitle: '',
  experimental: '',
  toc: null,
  'idprefix@': '',
  'idseparator@': '-',
}

export async function parseAsciidoc(content: string): Promise<ParsedDocument> {
  const source = content.replace(/\r\n?/g, '\n').replaceAll(INCLUDE, '')
  // `secure` reads no file and fetches no address, whatever the document says.
  const document = await load(source, { safe: 'secure', attributes: ATTRIBUTES })
  const html = (await document.convert()).replaceAll(CALLOUT, '')
  const parsed = parseHtml(html)
  const language: unknown = document.getAttribute('lang')
  return typeof language === 'string' ? { ...parsed, language } : parsed
}
