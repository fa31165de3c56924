import { stringify } from 'yaml'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Connector } from '../connector.ts'
import { SourceError } from '../connector.ts'
import { createOpenApiConnector } from './openapi.ts'
import { crawl, listAll } from '../testing/crawl.ts'
import { startTestSite } from '../testing/test-site.ts'
import type { TestSite } from '../testing/test-site.ts'

/** One reads a document that is meant to be expensive: a minute on a busy machine. */
vi.setConfig({ testTimeout: 600_000 })

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())

function connect(body: string, pageUrl = 'https://api.example.org/{tag}/{operation}'): Connector {
  site.pages = { '/openapi': { headers: { 'content-type': 'application/octet-stream' }, body } }
  return createOpenApiConnector(
    { type: 'openapi', url: `${site.origin}/openapi`, page_url: pageUrl },
    { fetchPage: site.fetcher.fetchPage, signsIn: false },
  )
}

const pets = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        { $ref: '#/components/parameters/Trace' },
      ],
      get: {
        operationId: 'getPet',
        summary: 'Show a pet',
        description: 'Gives **one** pet.',
        tags: ['Pets & more'],
        responses: {
          200: {
            description: 'The pet',
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Pet' },
                example: { name: 'Rex' },
              },
            },
          },
          404: { $ref: '#/components/responses/Missing' },
        },
      },
      put: {
        deprecated: true,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
        responses: { 204: { description: 'Changed' } },
      },
    },
  },
  components: {
    parameters: {
      Trace: {
        name: 'X-Trace',
        in: 'header',
        description: 'a | b\nc',
        schema: { type: 'integer' },
      },
    },
    responses: { Missing: { description: 'No such pet' } },
    schemas: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', description: 'What it is called' },
          kind: { enum: ['cat', 'dog'] },
          friends: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
          owner: { allOf: [{ $ref: '#/components/schemas/Owner' }] },
          secret: { $ref: 'http://127.0.0.1:1/secret.json#/x' },
          loop: { $ref: '#/components/schemas/Loop' },
        },
      },
      Owner: { type: 'object', properties: { email: { type: ['string', 'null'] } } },
      Loop: { $ref: '#/components/schemas/Loop' },
    },
  },
}

test.each([
  ['JSON', JSON.stringify(pets)],
  ['YAML', stringify(pets)],
])('%s gives a page for each operation', async (_, text) => {
  const outcomes = await crawl(connect(text))
  expect([...outcomes.keys()].toSorted()).toEqual(['GET /pets/{id}', 'PUT /pets/{id}'])
  const outcome = outcomes.get('GET /pets/{id}')
  expect(outcome).toMatchObject({
    kind: 'fetched',
    page: {
      url: 'https://api.example.org/Pets%20%26%20more/getPet',
      title: 'Show a pet',
      contentType: 'text/markdown',
    },
  })
  const content = outcome?.kind === 'fetched' ? outcome.page.content : ''
  expect(content).toBe(`# Show a pet

\`GET /pets/{id}\`

Gives **one** pet.

## Parameters

| Name | In | Type | Required | Description |
| --- | --- | --- | --- | --- |
| \`id\` | path | string (uuid) | yes |  |
| \`X-Trace\` | header | integer | no | a \\| b c |

## Responses

### 200 The pet

\`application/json\`

| Field | Type | Required | Description |
| --- | --- | --- | --- |
| \`name\` | string | yes | What it is called |
| \`kind\` | "cat" or "dog" | no |  |
| \`friends\` | array of object | no |  |
| \`owner\` | object | no |  |
| \`owner.email\` | string or null | no |  |
| \`secret\` | any | no |  |
| \`loop\` | any | no |  |

Example:

\`\`\`json
{
  "name": "Rex"
}
\`\`\`

### 404 No such pet
`)
})

test('an operation without a name or a summary has its method and path', async () => {
  const outcome = (await crawl(connect(JSON.stringify(pets)))).get('PUT /pets/{id}')
  expect(outcome).toMatchObject({
    page: { url: 'https://api.example.org/default/put-pets-id', title: 'PUT /pets/{id}' },
  })
  expect(outcome?.kind === 'fetched' && outcome.page.content).toContain('**Deprecated.**')
  expect(outcome?.kind === 'fetched' && outcome.page.content).toContain(
    '## Request body\n\nRequired.',
  )
})

test('operations that share a page have a fragment each', async () => {
  const outcomes = await crawl(connect(JSON.stringify(pets), 'https://api.example.org/{tag}'))
  expect(outcomes.get('PUT /pets/{id}')).toMatchObject({
    page: { url: 'https://api.example.org/default#put-pets-id' },
  })
})

test('the version changes with the operation and with what it refers to, and not otherwise', async () => {
  const versions = async (document: unknown) =>
    (await listAll(connect(JSON.stringify(document)))).map(({ version }) => version)
  const [get, put] = await versions(pets)
  expect(await versions({ ...pets, info: { title: 'Other' } })).toEqual([get, put])
  const changed = structuredClone(pets)
  changed.components.responses.Missing.description = 'Gone'
  expect(await versions(changed)).toEqual([expect.not.stringMatching(get ?? ''), put])
})

test('an operation that was removed is gone', async () => {
  const page = { key: 'GET /gone', version: 'x', validators: null }
  const outcome = await connect(JSON.stringify(pets)).fetch(page, new AbortController().signal)
  expect(outcome.kind).toBe('gone')
})

const aliases = `openapi: 3.0.0
a: &a [x, x, x, x, x, x, x, x, x, x]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
`

const named = (count: number) =>
  Array.from({ length: count }, () => ({ $ref: '#/components/schemas/A' }))
const withSchema = (schemas: object) => ({
  openapi: '3.1.0',
  paths: {
    '/a': {
      get: { responses: { 200: { content: { 'application/json': { schema: named(1)[0] } } } } },
    },
  },
  components: { schemas },
})

test.each([
  ['oneOf', { A: { oneOf: named(10) } }],
  ['anyOf in fields', { A: { properties: { x: { anyOf: named(10) }, y: { anyOf: named(10) } } } }],
  [
    'allOf',
    // A circle is passed over; six of these name all others.
    Object.fromEntries(
      ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name, index) => [
        name,
        {
          allOf: Array.from({ length: 30 }, () => ({
            $ref: `#/components/schemas/${'ABCDEFGH'[index + 1] ?? 'H'}`,
          })),
        },
      ]),
    ),
  ],
])('schemas that name each other over and over by %s are cut short', async (_, schemas) => {
  // Followed to the end they would be 30 to the power of 7, which outlasts the test.
  const outcomes = await crawl(connect(JSON.stringify(withSchema(schemas))))
  expect(outcomes.get('GET /a')).toMatchObject({ kind: 'fetched' })
})

test('a document with many of them is refused with the reason', async () => {
  const { paths, ...rest } = withSchema({ A: { oneOf: named(10) } })
  const many = Array.from({ length: 250 }, (_, index) => [`/${index}`, paths['/a']])
  const refusal = listAll(connect(JSON.stringify({ ...rest, paths: Object.fromEntries(many) })))
  await expect(refusal).rejects.toThrow(SourceError)
})

test('between operations others get their turn', async () => {
  const operations = Array.from({ length: 50 }, (_, index) => [`/${index}`, { get: {} }])
  const text = JSON.stringify({ openapi: '3.1.0', paths: Object.fromEntries(operations) })
  const url = 'https://api.example.org/openapi.json'
  const sent = { url, status: 200, headers: new Headers(), body: Buffer.from(text) }
  const connector = createOpenApiConnector(
    { type: 'openapi', url, page_url: 'https://api.example.org/{operation}' },
    { fetchPage: async () => sent, signsIn: false },
  )
  let turns = 0
  const count = (): void => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  expect(await listAll(connector)).toHaveLength(50)
  clearImmediate(timer)
  expect(turns).toBeGreaterThanOrEqual(49)
})

test.each([
  ['Swagger 2', '{"swagger": "2.0", "paths": {}}', 'Swagger 2'],
  ['another version', '{"openapi": "4.0.0"}', 'version 3.0 or 3.1'],
  ['no version', 'paths: {}', 'version 3.0 or 3.1'],
  ['a list', '[1]', 'not an OpenAPI document'],
  ['JSON that breaks off', '{"openapi": "3.0.0"', 'cannot be read'],
  ['YAML that is wrong', 'a: [1', 'cannot be read'],
  ['aliases that multiply', aliases, 'cannot be read'],
])('%s is refused with the reason', async (_, text, words) => {
  const refusal: unknown = await listAll(connect(text)).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(SourceError)
  expect(String(refusal)).toContain(words)
})

test('a document that cannot be had now may be had later, and one that is absent not', async () => {
  const connector = connect('')
  site.pages = { '/openapi': { status: 503 } }
  const busy: unknown = await listAll(connector).catch((error: unknown) => error)
  expect(busy).not.toBeInstanceOf(SourceError)
  site.pages = {}
  await expect(listAll(connector)).rejects.toThrow(SourceError)
})
