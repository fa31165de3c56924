import { z } from 'zod'

export const TextContentType = z
  .enum([
    'text/markdown',
    'text/mdx',
    'text/asciidoc',
    'application/x-ipynb+json',
    'text/html',
    'text/plain',
    'text/csv',
  ])
  .meta({ id: 'TextContentType', description: 'How to read the content.' })
export type TextContentType = z.infer<typeof TextContentType>

const OFFICE = 'application/vnd.openxmlformats-officedocument'

export const ContentType = z
  .enum([
    ...TextContentType.options,
    'application/pdf',
    `${OFFICE}.wordprocessingml.document`,
    `${OFFICE}.spreadsheetml.sheet`,
    `${OFFICE}.presentationml.presentation`,
    'application/epub+zip',
  ])
  .meta({ id: 'ContentType', description: 'The format that it was indexed from.' })
export type ContentType = z.infer<typeof ContentType>
