import { request as httpRequest } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import type { Knowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import type { Request } from './support/wire.ts'
import { adminPath, asOperator, publicPath, send, sendSearch, SOME_ID } from './support/wire.ts'

const { test, verifies } = acceptance()

const JSON_TYPE = { 'content-type': 'application/json' }

/** A request for each kind of refusal, by its status and code. */
function refusals({ knowledgeBaseId, clientKey }: Knowledge): [string, string, Request][] {
  const key = { 'x-client-key': clientKey }
  const search = publicPath(knowledgeBaseId, 'search')
  const query = 'quay'
  return [
    ['400 BAD_REQUEST', search, { json: {}, headers: key }],
    ['400 BAD_REQUEST', search, { body: '{"query":', headers: { ...key, ...JSON_TYPE } }],
    ['401 UNAUTHORIZED', search, { json: { query } }],
    ['401 UNAUTHORIZED', adminPath(knowledgeBaseId, 'keys'), {}],
    ['403 FORBIDDEN', publicPath(SOME_ID, 'search'), { json: { query }, headers: key }],
    ['403 GROUP_NOT_ALLOWED', search, { json: { query, group_ids: [SOME_ID] }, headers: key }],
    ['404 NOT_FOUND', search, { json: { query, widget_id: SOME_ID }, headers: key }],
    ['404 NOT_FOUND', '/nowhere', {}],
    ['405 METHOD_NOT_ALLOWED', search, { method: 'PUT', json: { query }, headers: key }],
    ['404 NOT_FOUND', adminPath(SOME_ID, 'keys'), { headers: asOperator }],
    ['413 PAYLOAD_TOO_LARGE', search, { json: { query: 'q'.repeat(300_000) }, headers: key }],
    ['415 UNSUPPORTED_MEDIA_TYPE', search, { body: query, headers: key }],
    ['400 BAD_REQUEST', '/api/v1/public/knowledge-bases/%zz/search', { headers: key }],
    ['403 FORBIDDEN', publicPath('a'.repeat(500), 'search'), { json: { query }, headers: key }],
  ]
}

async function sendAll(service: Service, knowledge: Knowledge) {
  const replies = []
  for (const [wanted, path, request] of refusals(knowledge)) {
    replies.push({ wanted, path, reply: await send(service, path, request) })
  }
  return replies
}

verifies('error-body.fields', async ({ service, knowledge }) => {
  for (const { wanted, path, reply } of await sendAll(service, knowledge)) {
    const body = reply.body as Record<string, unknown>
    expect.soft(`${reply.status} ${String(body['code'])}`, path).toBe(wanted)
    expect.soft(reply.headers.get('content-type'), path).toMatch(/^application\/json\b/)
    expect.soft(reply.body, path).toMatchObject({
      // A sentence for people, without implementation details.
      error: expect.stringMatching(/^[A-Z][\w ,.'’-]+\.$/),
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      retryable: false,
    })
    expect.soft(body['request_id'], path).toBe(reply.headers.get('x-request-id'))
  }
})

verifies('error-body.details-only-for-validation', async ({ service, knowledge }) => {
  const invalid = await sendSearch(service, knowledge, { query: 5 })
  expect(invalid.body).toHaveProperty('details')
  for (const { wanted, reply } of await sendAll(service, knowledge)) {
    if (wanted === '400 BAD_REQUEST') continue
    expect(reply.body, wanted).not.toHaveProperty('details')
  }
})

verifies('error-body.details-shape', async ({ service, knowledge }) => {
  const readDetails = async (body: unknown) => {
    const reply = await sendSearch(service, knowledge, body)
    return (reply.body as { details: { path: string; message: string }[] }).details
  }
  const details = await readDetails({ limit: 0, widget_id: 'x', group_ids: ['a', 5] })
  expect(details.map(({ path }) => path).sort()).toEqual([
    'group_ids.1',
    'limit',
    'query',
    'widget_id',
  ])
  for (const detail of details) {
    expect(detail).toEqual({ path: detail.path, message: expect.stringMatching(/\S/) })
  }
  const unknown = await readDetails({ query: 'quay', colour: 'red', size: 3 })
  expect(unknown.map(({ path }) => path).sort()).toEqual(['colour', 'size'])
})

verifies('invalid-body.code', async ({ service, knowledge }) => {
  const { knowledgeBaseId, clientKey } = knowledge
  const bodies = ['null', '[]', '"quay"', '5', 'true', '', '{', '{"query":"a"}}', '{"query":"a",}']
  const proto = [
    '{"query":"a","__proto__":{"limit":1}}',
    '{"query":"a","constructor":{"prototype":{}}}',
  ]
  const unknown = ['{"query":"a","colour":"red"}', '{"query":"a","Query":"b"}']
  for (const body of [...bodies, ...proto, ...unknown]) {
    for (const endpoint of ['search', 'related']) {
      const reply = await send(service, publicPath(knowledgeBaseId, endpoint), {
        method: 'POST',
        body,
        headers: { ...JSON_TYPE, 'x-client-key': clientKey },
      })
      expect(reply, body).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    }
  }
})

test('the admin API refuses unknown fields and __proto__', async ({ service, knowledge }) => {
  const paths = [
    '/api/v1/admin/workspaces',
    ...['groups', 'keys', 'widgets'].map((resource) =>
      adminPath(knowledge.knowledgeBaseId, resource),
    ),
  ]
  const bodies = [
    '{"name":"a","colour":1}',
    '{"name":"a","__proto__":{"kind":"public"}}',
    'null',
    '[]',
  ]
  for (const path of paths) {
    for (const body of bodies) {
      const reply = await send(service, path, { body, headers: { ...asOperator, ...JSON_TYPE } })
      expect(reply, `${path} ${body}`).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    }
  }
})

test('only JSON is accepted, in any spelling of its media type', async ({ service, knowledge }) => {
  const post = (type: string) =>
    send(service, publicPath(knowledge.knowledgeBaseId, 'search'), {
      body: Buffer.from('{"query":"quay"}'),
      headers: { 'content-type': type, 'x-client-key': knowledge.clientKey },
    })
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON']) {
    expect((await post(type)).status, type).toBe(200)
  }
  const others = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'nonsense',
    'text/html; application/json',
  ]
  for (const type of others) {
    expect(await post(type), type).toMatchObject({
      status: 415,
      body: { code: 'UNSUPPORTED_MEDIA_TYPE' },
    })
  }
})

test('a body far over the limit is refused before it is read whole', async ({
  service,
  knowledge,
}) => {
  const { status, body } = await declareLength(service, knowledge, 5_000_000_000)
  expect(status).toBe(413)
  expect(JSON.parse(body)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
})

/** Says how long the body will be, sends a little of it, and waits. */
async function declareLength(service: Service, knowledge: Knowledge, bytes: number) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  const sent = httpRequest(
    service.baseUrl + publicPath(knowledge.knowledgeBaseId, 'search'),
    {
      method: 'POST',
      headers: { ...JSON_TYPE, 'x-client-key': knowledge.clientKey, 'content-length': bytes },
    },
    (response) => {
      readText(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    },
  )
  sent.once('error', reject)
  sent.write('{"query":"')
  const reply = await promise
  sent.destroy()
  return reply
}

test('hostile text gets a refusal or a result, never a server error', async ({
  service,
  knowledge,
}) => {
  const queries = [
    "'; drop table documents; --",
    '\ud800 half a pair',
    '%00%ff',
    '${jndi:ldap://x}',
    '\u202egnirts',
    'ﷺ'.repeat(1000),
    '\\x00',
  ]
  for (const query of queries) {
    expect((await sendSearch(service, knowledge, { query })).status, query).toBe(200)
  }
  const nul = await sendSearch(service, knowledge, { query: 'a\0b' })
  expect(nul).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  const deep = await send(service, publicPath(knowledge.knowledgeBaseId, 'search'), {
    body: '['.repeat(100_000) + ']'.repeat(100_000),
    headers: { 'x-client-key': knowledge.clientKey, ...JSON_TYPE },
  })
  expect(deep).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
})

test('none of the above caused a server error', async ({ service }) => {
  expect((await send(service, '/readyz')).status).toBe(200)
  const requests = service.log.filter(({ msg }) => msg === 'request')
  expect(requests.length).toBeGreaterThan(50)
  expect(service.log.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([])
})
