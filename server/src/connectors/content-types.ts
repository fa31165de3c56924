const OFFICE = 'application/vnd.openxmlformats-officedocument.'

/** The supported types, by file extension. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'text/html',
  md: 'text/markdown',
  markdown: 'text/markdown',
  mdx: 'text/mdx',
  adoc: 'text/asciidoc',
  asciidoc: 'text/asciidoc',
  ipynb: 'application/x-ipynb+json',
  txt: 'text/plain',
  csv: 'text/csv',
  pdf: 'application/pdf',
  docx: `${OFFICE}wordprocessingml.document`,
  xlsx: `${OFFICE}spreadsheetml.sheet`,
  pptx: `${OFFICE}presentationml.presentation`,
  epub: 'application/epub+zip',
}

const ALIASES = new Map([
  ['application/xhtml+xml', 'text/html'],
  ['text/x-markdown', 'text/markdown'],
  ['text/x-asciidoc', 'text/asciidoc'],
  ['application/x-pdf', 'application/pdf'],
  ['application/csv', 'text/csv'],
])

const READABLE = new Set(Object.values(BY_EXTENSION))
/** Servers send these when they know nothing better. */
const VAGUE = new Set(['', 'text/plain', 'application/octet-stream', 'binary/octet-stream'])

export const isTextType = (contentType: string): boolean =>
  contentType.startsWith('text/') || contentType.endsWith('+json')

export function contentTypeOfPath(path: string): string | null {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(BY_EXTENSION, extension) ? (BY_EXTENSION[extension] ?? null) : null
}

/** The type to parse a page as, or null if no parser supports it. */
export function readableType(header: string | null, path: string): string | null {
  const stated = bareType(header)
  const type = ALIASES.get(stated) ?? stated
  if (VAGUE.has(type)) return contentTypeOfPath(path) ?? (type === 'text/plain' ? type : null)
  return READABLE.has(type) ? type : null
}

export const bareType = (header: string | null): string =>
  (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
