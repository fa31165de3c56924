import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAdminClient } from './admin.ts'
import { createClient } from './client.ts'
import { FootnoteError } from './transport/error.ts'

const ID = '01941f29-7c00-7000-8000-000000000001'
const TOKEN = 'a-token-of-enough-characters'

type Received = { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }

/** A real server on loopback, so that status, headers and bodies go over the wire. */
async function serveOnce(answer: (response: ServerResponse) => void) {
  const received: Received[] = []
  const server = createServer((incoming, response) => {
    let body = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (chunk: string) => (body += chunk))
    incoming.on('end', () => {
      const { method, url, headers } = incoming
      received.push({ ...(method && { method }), ...(url && { url }), headers, body })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { baseUrl, received }
}

const answerJson =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }

async function findFailure(call: Promise<unknown>): Promise<FootnoteError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(FootnoteError)
  // Whatever failed, the sentence is for a reader, who has no use for the address of a server.
  expect((error as FootnoteError).message).not.toMatch(/:\/\/|127\.0\.0\.1/)
  return error as FootnoteError
}

const reader = (baseUrl: string) =>
  createClient({ baseUrl, credential: { clientKey: 'fnp_x' }, knowledgeBaseId: ID })

test('a search goes to the knowledge base of the key, as JSON, with the key in its header', async () => {
  const found = { results: [], count: 0, powered_by: 'Footnote', powered_by_url: 'https://x.test' }
  const { baseUrl, received } = await serveOnce(answerJson(200, found))
  await expect(reader(`${baseUrl}/`).search({ query: 'keys?', limit: 3 })).resolves.toEqual(found)
  expect(received[0]).toMatchObject({
    method: 'POST',
    url: `/api/v1/public/knowledge-bases/${ID}/search`,
    headers: { 'x-client-key': 'fnp_x', 'content-type': 'application/json' },
    body: '{"query":"keys?","limit":3}',
  })
})

test('a secret pair is sent in its two headers and no other', async () => {
  const { baseUrl, received } = await serveOnce(answerJson(200, { articles: [], count: 0 }))
  const credential = { clientId: 'fnc_a', clientSecret: 'fns_b' }
  await createClient({ baseUrl, credential, knowledgeBaseId: ID }).related({ query: 'keys?' })
  expect(received[0]?.headers).toMatchObject({ 'x-client-id': 'fnc_a', 'x-client-secret': 'fns_b' })
  expect(received[0]?.headers).not.toHaveProperty('x-client-key')
})

test('a rating names its answer in the body, its withdrawal in the path', async () => {
  const { baseUrl, received } = await serveOnce(answerJson(201, { vote: 'up' }))
  await expect(reader(baseUrl).rate({ message_id: ID, rating: 'up' })).resolves.toEqual({
    vote: 'up',
  })
  await reader(baseUrl).unrate(ID)
  expect(received).toMatchObject([
    {
      method: 'POST',
      url: '/api/v1/public/feedback',
      body: `{"message_id":"${ID}","rating":"up"}`,
    },
    { method: 'DELETE', url: `/api/v1/public/feedback/${ID}`, body: '' },
  ])
})

test('what a page asks before the reader does is a GET with the key', async () => {
  const { baseUrl, received } = await serveOnce(answerJson(200, { questions: [] }))
  const client = reader(baseUrl)
  await expect(client.suggestedQuestions()).resolves.toEqual({ questions: [] })
  await client.widgetConfig()
  await client.savedWidgetConfig(ID)
  expect(received.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
    `GET /api/v1/public/knowledge-bases/${ID}/suggested-questions `,
    `GET /api/v1/public/knowledge-bases/${ID}/widget-config `,
    `GET /api/v1/public/widget-integrations/${ID}/config `,
  ])
  expect(received.every(({ headers }) => headers['x-client-key'] === 'fnp_x')).toBe(true)
})

test('a CAPTCHA token goes in its header, and only when there is one', async () => {
  const { baseUrl, received } = await serveOnce(answerJson(200, { results: [], count: 0 }))
  await reader(baseUrl).search({ query: 'keys?' }, { recaptchaToken: 'a-token' })
  await reader(baseUrl).rate({ message_id: ID, rating: 'up' }, { recaptchaToken: 'another' })
  await reader(baseUrl).search({ query: 'keys?' })
  expect(received.map(({ headers }) => headers['x-recaptcha-token'])).toEqual([
    'a-token',
    'another',
    undefined,
  ])
})

test('a validation error carries the sentence, the code, the request and the fields', async () => {
  const { baseUrl } = await serveOnce(
    answerJson(400, {
      error: 'The request is not valid.',
      code: 'BAD_REQUEST',
      request_id: ID,
      retryable: false,
      details: [{ path: 'query', message: 'must not be blank' }],
    }),
  )
  const error = await findFailure(reader(baseUrl).search({ query: ' ' }))
  expect(error).toMatchObject({
    message: 'The request is not valid.',
    status: 400,
    code: 'BAD_REQUEST',
    requestId: ID,
    retryable: false,
    details: [{ path: 'query', message: 'must not be blank' }],
  })
})

test('a rate limit is retryable and says how long to wait', async () => {
  const body = {
    error: 'Too many requests.',
    code: 'RATE_LIMITED',
    request_id: ID,
    retryable: true,
  }
  const { baseUrl } = await serveOnce(answerJson(429, body, { 'retry-after': '17' }))
  const error = await findFailure(reader(baseUrl).search({ query: 'keys?' }))
  expect(error).toMatchObject({ retryable: true, retryAfterSeconds: 17, details: [] })
})

test('an admin token goes in the Authorization header', async () => {
  const body = {
    error: 'A valid key is needed.',
    code: 'UNAUTHORIZED',
    request_id: ID,
    retryable: false,
  }
  const { baseUrl, received } = await serveOnce(answerJson(401, body))
  const admin = createAdminClient({ baseUrl, token: TOKEN })
  expect(await findFailure(admin.workspaces.list())).toMatchObject({ status: 401 })
  expect(received[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`)
})

test('a proxy’s page is an unexpected response, retryable when its status is', async () => {
  const { baseUrl } = await serveOnce((response) => {
    response.writeHead(502, { 'content-type': 'text/html', 'x-request-id': 'proxy-1' })
    response.end('<h1>Bad gateway</h1>')
  })
  const error = await findFailure(reader(baseUrl).search({ query: 'keys?' }))
  expect(error).toMatchObject({
    status: 502,
    code: 'UNEXPECTED_RESPONSE',
    requestId: 'proxy-1',
    retryable: true,
  })
})

test('a success that is not JSON is an unexpected response', async () => {
  const { baseUrl } = await serveOnce((response) => response.end('hello'))
  const error = await findFailure(reader(baseUrl).search({ query: 'keys?' }))
  expect(error).toMatchObject({ status: 200, code: 'UNEXPECTED_RESPONSE', retryable: false })
})

test('a port where nothing listens is a NETWORK error', async () => {
  const { baseUrl } = await closedPort()
  const error = await findFailure(reader(baseUrl).search({ query: 'keys?' }))
  expect(error).toMatchObject({ status: null, code: 'NETWORK', requestId: null, retryable: true })
  expect(error.address).toBe(baseUrl)
})

test('without an address the service is where the page comes from', async () => {
  const asked: unknown[] = []
  const options = {
    baseUrl: undefined,
    fetch: async (url: unknown) => {
      asked.push(url)
      return Response.json({ results: [], count: 0, workspaces: [] })
    },
  }
  vi.stubGlobal('location', { origin: 'https://docs.example' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const credential = { clientKey: 'fnp_x' }
  await createClient({ ...options, credential, knowledgeBaseId: ID }).search({ query: 'keys?' })
  await createAdminClient({ ...options, token: TOKEN }).workspaces.list()
  expect(asked).toEqual([
    `https://docs.example/api/v1/public/knowledge-bases/${ID}/search`,
    expect.stringMatching(/^https:\/\/docs\.example\/api\/v1\/admin\/workspaces/),
  ])
})

test('without an address and without a page, the sentence names what is missing', () => {
  const options = { baseUrl: undefined, credential: { clientKey: 'fnp_x' }, knowledgeBaseId: ID }
  expect(() => createClient(options)).toThrow('baseUrl is missing')
  expect(() => createAdminClient({ token: TOKEN })).toThrow('baseUrl is missing')
})

async function closedPort() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return { baseUrl: `http://127.0.0.1:${port}` }
}

test('a connection cut in the middle of the body is a NETWORK error', async () => {
  const { baseUrl } = await serveOnce((response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"results":')
    setTimeout(() => response.destroy(), 20)
  })
  const error = await findFailure(reader(baseUrl).search({ query: 'keys?' }))
  expect(error.code).toBe('NETWORK')
})

test('a server that does not answer in time is a TIMEOUT', async () => {
  const { baseUrl } = await serveOnce(() => undefined)
  const error = await findFailure(reader(baseUrl).search({ query: 'keys?' }, { timeoutMs: 50 }))
  expect(error).toMatchObject({ status: null, code: 'TIMEOUT', retryable: true })
})

test('the caller’s own abort rejects with the caller’s reason', async () => {
  const { baseUrl } = await serveOnce(() => undefined)
  const reason = new Error('the reader typed on')
  const controller = new AbortController()
  setTimeout(() => controller.abort(reason), 20)
  const call = reader(baseUrl).search({ query: 'keys?' }, { signal: controller.signal })
  await expect(call).rejects.toBe(reason)
})

test('a redirect is not followed, since the secret would go along', async () => {
  const elsewhere = await serveOnce(answerJson(200, {}))
  const { baseUrl } = await serveOnce((response) => {
    response.writeHead(307, { location: `${elsewhere.baseUrl}/` })
    response.end()
  })
  const error = await findFailure(reader(baseUrl).search({ query: 'keys?' }))
  expect(error.code).toBe('NETWORK')
  expect(elsewhere.received).toEqual([])
})

test('fetch is called without a receiver, as browsers demand', async () => {
  const { baseUrl } = await serveOnce(answerJson(200, { results: [], count: 0 }))
  function strictFetch(this: unknown, ...parameters: Parameters<typeof fetch>) {
    if (this !== undefined) throw new TypeError('Illegal invocation')
    return fetch(...parameters)
  }
  const options = { baseUrl, credential: { clientKey: 'fnp_x' }, knowledgeBaseId: ID }
  const client = createClient({ ...options, fetch: strictFetch })
  await expect(client.search({ query: 'keys?' })).resolves.toMatchObject({ count: 0 })
})

test('the outcome of a form is told although the page is left', async () => {
  const kept: (boolean | undefined)[] = []
  const options = { baseUrl: 'https://kb.example', credential: { clientKey: 'fnp_x' } }
  const client = createClient({
    ...options,
    knowledgeBaseId: ID,
    fetch: async (_, init) => {
      kept.push(init?.keepalive)
      return Response.json({ results: [], count: 0 })
    },
  })
  await client.formOutcome(ID, 'submitted')
  await client.search({ query: 'keys?' })
  expect(kept).toEqual([true, false])
})

test('a list sends only the filters that were given', async () => {
  const { baseUrl, received } = await serveOnce(
    answerJson(200, { documents: [], next_cursor: null }),
  )
  const { documents } = createAdminClient({ baseUrl, token: TOKEN })
  await documents.list(ID, { state: 'failed', limit: 200, cursor: undefined })
  expect(received[0]?.url).toBe(
    `/api/v1/admin/knowledge-bases/${ID}/documents?state=failed&limit=200`,
  )
})

test('a 204 resolves to nothing', async () => {
  const { baseUrl, received } = await serveOnce((response) => response.writeHead(204).end())
  const { documents } = createAdminClient({ baseUrl, token: TOKEN })
  await expect(documents.remove(ID, ID)).resolves.toBeUndefined()
  expect(received[0]).toMatchObject({ method: 'DELETE', body: '' })
})

test('an id that would change the path is refused before anything is sent', async () => {
  const { baseUrl, received } = await serveOnce(answerJson(200, {}))
  const { documents } = createAdminClient({ baseUrl, token: TOKEN })
  expect(() => documents.remove(ID, '..')).toThrow('".." is not a valid id')
  await documents.get(ID, 'a/b?c')
  expect(received.map(({ url }) => url)).toEqual([
    `/api/v1/admin/knowledge-bases/${ID}/documents/a%2Fb%3Fc`,
  ])
})
