import { expect, test } from 'vitest'
import type { OpenapiDocument } from '../../server/src/http/reference/openapi/openapi-document.ts'
import { pythonTypes } from './python-types.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const describe = (schemas: object, tag = 'public') =>
  ({
    paths: {
      '/pages': {
        post: {
          operationId: 'readPage',
          tags: [tag],
          requestBody: { content: { 'application/json': { schema: ref('PageBody') } } },
        },
      },
    },
    components: { schemas },
  }) as unknown as OpenapiDocument

const write = (schemas: object) => pythonTypes(describe(schemas)).split('final\n\n')[1]

test('an object is a class, what may be left out a class that it extends, anything else another name', () => {
  const written = write({
    PageBody: {
      type: 'object',
      description: 'One page.',
      properties: {
        id: ref('Id'),
        state: { enum: ['new', 'old', 5] },
        parent: { anyOf: [ref('PageBody'), { type: 'null' }], description: 'Its "parent"' },
        tags: { type: 'array', items: { type: ['string', 'number'] } },
        by: { type: 'object', properties: { done: { const: true } }, required: ['done'] },
        labels: { type: 'object', additionalProperties: ref('Labels') },
      },
      required: ['id', 'by'],
    },
    Labels: { anyOf: [ref('Id'), { type: 'array', items: ref('Id') }] },
    Id: { type: 'string', description: 'An id.' },
    Unused: { type: 'string' },
  })
  expect(written).toBe(`@final
class PageBodyBy(TypedDict):
    done: Literal[True]


class PageBodyOptional(TypedDict, total=False):
    state: Literal["new", "old", 5] | None
    parent: PageBody | None | None
    """Its "parent\\""""
    tags: list[str | float] | None
    labels: Mapping[str, Labels] | None


@final
class PageBody(PageBodyOptional):
    """One page."""
    id: Id
    by: PageBodyBy


Id: TypeAlias = str
"""An id."""

Labels: TypeAlias = Id | list[Id]
`)
})

test("operations of operators are not the client's", () => {
  const written = pythonTypes(describe({ PageBody: { type: 'string' } }, 'admin'))
  expect(written).not.toContain('PageBody')
})

test('what Python has no words for is refused, not guessed', () => {
  expect(() => write({ PageBody: { type: 'date' } })).toThrow('No type for {"type":"date"}')
  const properties = { from: { type: 'string' } }
  expect(() => write({ PageBody: { type: 'object', properties } })).toThrow('can be called from')
})
