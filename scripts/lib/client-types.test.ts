import type * as admin from '@footnote/client/admin'
import type * as client from '@footnote/client'
import type { Document } from '@footnote/contract/admin/documents'
import type { Source } from '@footnote/contract/admin/sources'
import type { ChatBody, ChatFrame } from '@footnote/contract/public/chat'
import type { FormDeflectResponse } from '@footnote/contract/public/form-deflect'
import type { SearchResponse } from '@footnote/contract/public/search'
import type { SavedWidgetConfig } from '@footnote/contract/public/widget-config'
import { expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type {
  JsonSchema,
  OpenapiDocument,
} from '../../server/src/http/reference/openapi/openapi-document.ts'
import { clientTypes } from './client-types.ts'

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const operation = (tag: string, operationId: string, schema: JsonSchema) => ({
  operationId,
  tags: [tag],
  summary: '',
  security: [],
  responses: { 200: { description: '', content: { 'application/json': { schema } } } },
})

test('a schema is a type of the same name, its descriptions are comments', () => {
  const document = {
    paths: {
      '/read': { get: operation('public', 'read', ref('Page')) },
      '/write': {
        get: {
          ...operation('admin', 'listPages', ref('PageList')),
          parameters: [
            { name: 'limit', in: 'query', required: false, schema: { type: 'integer' } },
          ],
        },
      },
    },
    components: {
      schemas: {
        Page: {
          type: 'object',
          description: 'One page.',
          properties: {
            id: { type: 'string', description: 'Its id.' },
            state: { enum: ['new', 'old', 5] },
            parent: { anyOf: [ref('Page'), { type: 'null' }] },
            tags: { type: 'array', items: { type: ['string', 'number'] } },
            done: { const: true },
          },
          required: ['id', 'done'],
          additionalProperties: {},
        },
        PageList: {
          type: 'object',
          properties: {
            pages: { type: 'array', items: ref('Page') },
            by_name: { type: 'object', additionalProperties: ref('Page') },
          },
          required: ['pages'],
        },
        Unused: { type: 'string' },
      },
    },
  } as unknown as OpenapiDocument
  const { reader, admin: forAdmin } = clientTypes(document)
  const withoutNote = (text: string) => text.split('\n').slice(1).join('\n')
  expect(withoutNote(reader)).toBe(`
/** One page. */
export type Page = {
  /** Its id. */
  id: string
  state?: 'new' | 'old' | 5 | undefined
  parent?: Page | null | undefined
  tags?: (string | number)[] | undefined
  done: true
  [key: string]: unknown
}
`)
  expect(withoutNote(forAdmin)).toBe(`import type {
  Page,
} from './public.ts'

export type PageList = {
  pages: Page[]
  by_name?: { [key: string]: Page } | undefined
}

export type ListPagesQuery = {
  limit?: number | undefined
}
`)
})

test('a schema that has no words in TypeScript is refused, not guessed', () => {
  const document = {
    paths: { '/read': { get: operation('public', 'read', ref('Odd')) } },
    components: { schemas: { Odd: { type: 'date' } } },
  } as unknown as OpenapiDocument
  expect(() => clientTypes(document)).toThrow('No TypeScript for {"type":"date"}')
})

// Checked by tsc: the types of the client are those of the contract.
// Narrower: a number where the service also takes what can be read as one.
expectTypeOf<client.ChatBody>().toExtend<z.input<typeof ChatBody>>()
expectTypeOf<client.ChatFrame>().toEqualTypeOf<ChatFrame>()
expectTypeOf<client.SearchResponse>().toEqualTypeOf<SearchResponse>()
expectTypeOf<client.FormDeflectResponse>().toEqualTypeOf<FormDeflectResponse>()
expectTypeOf<client.SavedWidgetConfig>().toEqualTypeOf<SavedWidgetConfig>()
expectTypeOf<admin.Document>().toEqualTypeOf<Document>()
expectTypeOf<admin.Source>().toEqualTypeOf<Source>()
