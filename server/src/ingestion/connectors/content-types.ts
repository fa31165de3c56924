const OFFICE = 'application/vnd.openxmlformats-officedocument.'

/** What can be read, by the extension of its file. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  md: 'text/markdown',
  markdown: 'text/markdown',
  mdx: 'text/mdx',
  txt: 'text/plain',
  csv: 'text/csv',
  pdf: 'application/pdf',
  docx: `${OFFICE}wordprocessingml.document`,
  xlsx: `${OFFICE}spreadsheetml.sheet`,
  pptx: `${OFFICE}presentationml.presentation`,
  epub: 'application/epub+zip',
}

export function contentTypeOfPath(path: string): string | null {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(BY_EXTENSION, extension) ? (BY_EXTENSION[extension] ?? null) : null
}
