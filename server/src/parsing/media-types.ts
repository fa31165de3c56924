export const OFFICE = 'application/vnd.openxmlformats-officedocument'
export const WORD = `${OFFICE}.wordprocessingml.document`

/** Of a content type, which may name a charset too. */
export const mediaType = (contentType: string): string =>
  contentType.toLowerCase().split(';', 1)[0]?.trim() ?? ''

/** Their libraries take longer to load than all others, and many sites have none of them. */
const RARE = new Set(['application/pdf', WORD, 'text/mdx', 'text/asciidoc'])

/** The formats that a process has loaded before it reads documents: it can load none afterwards. */
export type LoadedFormats = 'common' | 'all'

export const formatsFor = (contentType: string): LoadedFormats =>
  RARE.has(mediaType(contentType)) ? 'all' : 'common'
