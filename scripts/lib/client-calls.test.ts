import { expect, test } from 'vitest'
import type {
  MediaTypes,
  OpenapiDocument,
  Operation,
} from '../../server/src/http/reference/openapi/openapi-document.ts'
import { clientCalls } from './client-calls.ts'

const json = (name: string): MediaTypes => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
})
const text = (type: string): MediaTypes => ({ [type]: { schema: { type: 'string' } } })
const id = (name: string) => ({
  name,
  in: 'path' as const,
  required: true,
  schema: { type: 'string' as const },
})

const operation = (
  operationId: string,
  content: MediaTypes | null,
  more: Partial<Operation> = {},
): Operation => ({
  operationId,
  tags: ['admin'],
  summary: '',
  security: [],
  responses: { 200: { description: '', ...(content ? { content } : {}) } },
  ...more,
})

const written = (paths: Record<string, Record<string, Operation>>): string =>
  clientCalls({ paths } as unknown as OpenapiDocument)

test('an operation is a row of the table and a function', () => {
  const page = '/api/v1/admin/pages/{pageId}'
  const found = written({
    [page]: {
      put: operation('putPage', json('Page'), {
        parameters: [id('pageId')],
        requestBody: { required: true, content: json('PageBody') },
      }),
      delete: operation('deletePage', null, { parameters: [id('pageId')] }),
    },
    '/api/v1/admin/pages': {
      get: operation('listPages', json('PageList'), {
        parameters: [{ name: 'limit', in: 'query', required: false, schema: { type: 'integer' } }],
      }),
    },
  })
  expect(found).toContain("  putPage: ['PUT', 'body', '/pages/{}'],\n")
  expect(found).toContain("  listPages: ['GET', 'query', '/pages'],\n")
  expect(found).toContain(
    '  putPage: (pageId: string, body: PageBody, options?: CallOptions) => Promise<Page>\n',
  )
  expect(found).toContain(
    '  deletePage: (pageId: string, options?: CallOptions) => Promise<void>\n',
  )
  expect(found).toContain(
    '  listPages: (query?: ListPagesQuery, options?: CallOptions) => Promise<PageList>\n',
  )
})

test('uploads and streams have a row only, files for people and readers have none', () => {
  const found = written({
    '/api/v1/admin/files': {
      put: operation('putFile', json('File'), {
        requestBody: { required: true, content: text('application/octet-stream') },
      }),
    },
    '/api/v1/admin/events': { get: operation('follow', text('text/event-stream')) },
    '/api/v1/admin/pages.csv': { get: operation('exportPages', text('text/csv')) },
    '/api/v1/public/search': { post: operation('search', json('Found'), { tags: ['public'] }) },
  })
  expect(found).toContain("  putFile: ['PUT', 'bytes', '/files'],\n")
  expect(found).toContain("  follow: ['GET', '', '/events'],\n")
  expect(found).not.toMatch(/putFile:.*Promise|follow:.*Promise|exportPages|search/)
})
