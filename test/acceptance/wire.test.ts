import { ErrorBody, REFUSALS } from '@footnote/contract/errors'
import { expect } from 'vitest'
import { sharing } from '../support/sharing.ts'
import type { RawReply } from '../support/network/raw-http.ts'
import { sendRaw } from '../support/network/raw-http.ts'
import { storeMessage } from '../support/store/stored-messages.ts'
import { adminPath, asOperator, publicPath, send, SOME_ID } from './support/wire.ts'

const { test } = sharing()

const JSON_TYPE = { 'content-type': 'application/json' }
const PUBLIC = '/api/v1/public'

/** Requests that reach no route, by the error they get. */
const UNROUTED: readonly (readonly [string, string, string])[] = [
  ['not HTTP', '400 BAD_REQUEST', 'quay\r\n\r\n'],
  ['a header without a colon', '400 BAD_REQUEST', 'GET / HTTP/1.1\r\nHost: a\r\nquay\r\n\r\n'],
  ['no host', '400 BAD_REQUEST', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  [
    'two lengths',
    '400 BAD_REQUEST',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
  ],
  [
    'headers of 20 KiB',
    '431 HEADERS_TOO_LARGE',
    `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'q'.repeat(20_000)}\r\n\r\n`,
  ],
  [
    'an address of 20 KiB',
    '431 HEADERS_TOO_LARGE',
    `GET ${PUBLIC}/${'q'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  ],
  ...(
    [
      ['a broken escape', '400 BAD_REQUEST', 'GET', `${PUBLIC}/knowledge-bases/%zz/search`],
      ['a long id', '414 URI_TOO_LONG', 'GET', publicPath('q'.repeat(3_000), 'widget-config')],
      ['an unknown path', '404 NOT_FOUND', 'GET', `${PUBLIC}/quay`],
      ['OPTIONS of an unknown path', '404 NOT_FOUND', 'OPTIONS', `${PUBLIC}/quay`],
      ['another method', '405 METHOD_NOT_ALLOWED', 'PUT', publicPath(SOME_ID, 'search')],
    ] as const
  ).map(([what, wanted, method, path]) => {
    const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\nOrigin: https://a.example\r\n`
    return [what, wanted, `${head}Connection: close\r\n\r\n`] as const
  }),
]

function expectErrorBody({ status, headers, body }: RawReply, wanted: string): void {
  const error = ErrorBody.parse(JSON.parse(body))
  expect(`${status} ${error.code}`).toBe(wanted)
  expect(error.error).toMatch(/^[A-Z][^{}<>]+\.$/)
  expect(error.request_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(error.retryable).toBe(REFUSALS[error.code].retryable)
  expect(headers.get('x-request-id')).toBe(error.request_id)
  expect(headers.get('content-type')).toMatch(/^application\/json\b/)
}

test.for(UNROUTED)('%s is %s, as JSON with an id', async ([, wanted, bytes], { service }) => {
  const reply = await sendRaw(service.baseUrl, bytes)
  expectErrorBody(reply, wanted)
})

test('a page may read the errors that come before routing', async ({ service }) => {
  for (const [what, , bytes] of UNROUTED) {
    // Pages may only read paths of the public API.
    if (bytes.startsWith('GET /healthz')) continue
    const { headers } = await sendRaw(service.baseUrl, bytes)
    expect.soft(headers.get('access-control-allow-origin'), what).toBe('*')
    expect.soft(headers.get('access-control-expose-headers'), what).toContain('X-Request-Id')
  }
})

test('a known path answers another method with 405 and what it allows', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId, clientKey } = knowledge
  const cases: [string, string, Record<string, string>][] = [
    ['PUT', publicPath(knowledgeBaseId, 'search'), { 'x-client-key': clientKey }],
    ['GET', publicPath(knowledgeBaseId, 'chat'), {}],
    ['POST', publicPath(knowledgeBaseId, 'widget-config'), {}],
    ['PATCH', adminPath(knowledgeBaseId, 'documents'), asOperator],
    ['DELETE', '/healthz', {}],
  ]
  const allowed = []
  for (const [method, path, headers] of cases) {
    // A body that does not parse does not matter: it is not read.
    const body = method === 'GET' ? {} : { body: '{', headers: { ...headers, ...JSON_TYPE } }
    const reply = await send(service, path, { method, ...body })
    expect(reply, path).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } })
    allowed.push(reply.headers.get('allow'))
  }
  expect(allowed).toEqual([
    'POST, OPTIONS',
    'POST, OPTIONS',
    'GET, HEAD, OPTIONS',
    'GET, HEAD, PUT, OPTIONS',
    'GET, HEAD, OPTIONS',
  ])
})

test('OPTIONS without an origin lists the methods', async ({ service }) => {
  const path = `${PUBLIC}/feedback/${SOME_ID}`
  const { status, headers, text } = await send(service, path, { method: 'OPTIONS' })
  expect({ status, text }).toEqual({ status: 204, text: '' })
  expect(headers.get('allow')).toBe('DELETE, OPTIONS')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('an unknown Expect header is ignored', async ({ service }) => {
  const head = 'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: quay\r\nConnection: close\r\n\r\n'
  expect((await sendRaw(service.baseUrl, head)).status).toBe(200)
})

test('an empty JSON body counts as no body', async ({ service, knowledge, database }) => {
  const { knowledgeBaseId, clientKey } = knowledge
  const messageId = await storeMessage(database.ownerUrl, knowledge)
  const key = { 'x-client-key': clientKey, ...JSON_TYPE }
  const withdrawn = await send(service, `${PUBLIC}/feedback/${messageId}`, {
    method: 'DELETE',
    headers: key,
  })
  expect(withdrawn).toMatchObject({ status: 204, text: '' })
  const { id } = await service.admin.keys.create(knowledgeBaseId, { name: 'a', kind: 'public' })
  const operator = { ...asOperator, ...JSON_TYPE }
  const removed = await send(service, adminPath(knowledgeBaseId, `keys/${id}`), {
    method: 'DELETE',
    headers: operator,
  })
  expect(removed).toMatchObject({ status: 204, text: '' })
  const search = await send(service, publicPath(knowledgeBaseId, 'search'), {
    method: 'POST',
    headers: key,
  })
  expect(search).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  const mcp = await send(service, '/mcp', { method: 'POST', headers: key })
  expect(mcp.status).toBeGreaterThanOrEqual(400)
  expect(mcp.status).toBeLessThan(500)
})
