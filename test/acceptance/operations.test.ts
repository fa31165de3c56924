import { readFile } from 'node:fs/promises'
import { expect, inject } from 'vitest'
import { acceptance, steeredBy } from '../support/acceptance.ts'
import { lookAlike } from './support/client-keys.ts'
import { putPages } from '../support/knowledge.ts'
import { startService } from '../support/service.ts'
import { runSql } from '../support/store/services.ts'
import { adminPath, asOperator, publicPath, send, sendSearch } from './support/wire.ts'

const { test } = acceptance()

const ROOT = new URL('../../', import.meta.url)

test('/healthz and /readyz say that the service is up', async ({ service }) => {
  const version = JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8')).version
  expect(await send(service, '/healthz')).toMatchObject({
    status: 200,
    body: { status: 'ok', version },
  })
  expect(await send(service, '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
})

test('/readyz says so while the database takes no writes, and when it does again', async ({
  service,
  knowledge,
  database,
}) => {
  const name = new URL(database.ownerUrl).pathname.slice(1)
  const { adminDatabaseUrl } = inject('services')
  // For sessions that begin from now on, so those that are open end.
  const setReadOnly = async (change: 'set default_transaction_read_only = on' | 'reset all') => {
    await runSql(adminDatabaseUrl, `alter database ${name} ${change}`)
    await runSql(
      adminDatabaseUrl,
      `select pg_terminate_backend(pid, 30000) from pg_stat_activity where datname = '${name}'`,
    )
  }
  const readiness = async () => (await send(service, '/readyz')).status
  const reading = async () => (await sendSearch(service, knowledge, { query: 'moth' })).status
  const wait = { timeout: 60_000 }
  expect(await readiness()).toBe(200)
  await setReadOnly('set default_transaction_read_only = on')
  try {
    // Once readers are served again, the sessions are new ones, and it is not their end that fails it.
    await expect.poll(reading, wait).toBe(200)
    expect(await readiness()).toBe(503)
    const failed = { level: 'info', route: '/readyz', status: 503 }
    await expect.poll(() => service.log).toContainEqual(expect.objectContaining(failed))
    expect(await send(service, '/healthz')).toMatchObject({ status: 200 })
  } finally {
    await setReadOnly('reset all')
  }
  await expect.poll(readiness, wait).toBe(200)
})

test('probes that succeed are not in the log', async ({ service, knowledge }) => {
  const routes = () => service.log.map(({ route }) => route)
  const probes = ['/healthz', '/readyz', '/metrics']
  for (const path of probes) await send(service, path)
  await sendSearch(service, knowledge, { query: 'moth' })
  await expect.poll(routes).toContainEqual(expect.stringMatching(/search$/))
  const logged = service.log.filter(({ route }) => probes.includes(String(route)))
  expect(logged.filter(({ status }) => Number(status) < 400)).toEqual([])
})

test('/metrics counts requests by route and status, and identifies nobody', async ({
  service,
  knowledge,
}) => {
  const route = 'route="/api/v1/public/knowledge-bases/:knowledgeBaseId/search"'
  const count = async (status: number) => {
    const { text } = await send(service, '/metrics')
    const line = text
      .split('\n')
      .find(
        (one) =>
          one.startsWith('footnote_http_request_seconds_count') &&
          one.includes(route) &&
          one.includes(`status="${status}"`),
      )
    return Number(line?.split(' ').at(-1) ?? 0)
  }
  const [served, refused] = [await count(200), await count(401)]
  await sendSearch(service, knowledge, { query: 'moth' })
  await sendSearch(service, knowledge, { query: 'moth' })
  await sendSearch(service, { ...knowledge, clientKey: lookAlike('fnp') }, { query: 'moth' })
  await expect.poll(() => count(200)).toBe(served + 2)
  await expect.poll(() => count(401)).toBe(refused + 1)
  const { text, headers } = await send(service, '/metrics')
  expect(headers.get('content-type')).toMatch(/^text\/plain\b/)
  expect(text).not.toContain(knowledge.knowledgeBaseId)
})

test('/openapi.json is the document in docs/reference', async ({ service }) => {
  const written = await readFile(new URL('docs/reference/openapi.json', ROOT), 'utf8')
  const { body } = await send(service, '/openapi.json')
  expect(body).toEqual(JSON.parse(written))
})

test('/docs is the reference, and each error code has a page', async ({ service }) => {
  const docs = await send(service, '/docs')
  expect(docs.headers.get('content-type')).toMatch(/^text\/html\b/)
  expect(docs.text).toContain('/api/v1/public/knowledge-bases/{knowledgeBaseId}/search')
  const page = await send(service, '/docs/errors/PAYLOAD_TOO_LARGE')
  expect(page.text).toContain('# PAYLOAD_TOO_LARGE (413)')
  const asBrowser = { headers: { accept: 'text/html,*/*;q=0.8' } }
  const html = await send(service, '/docs/errors/PAYLOAD_TOO_LARGE', asBrowser)
  expect(html.text).toContain('<h1>PAYLOAD_TOO_LARGE (413)</h1>')
  for (const path of ['..%2f..%2fREADME', '%2e%2e%2f%2e%2e%2fpackage', 'NO_SUCH_CODE']) {
    expect((await send(service, `/docs/errors/${path}`)).status).toBe(404)
  }
})

test('a page may use a public key, but never a secret pair', async ({ service, knowledge }) => {
  const preflight = (path: string) =>
    send(service, path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://docs.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-client-key,x-client-secret',
      },
    })
  const { status, headers } = await preflight(publicPath(knowledge.knowledgeBaseId, 'search'))
  expect(status).toBe(204)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-allow-methods')).toContain('POST')
  const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(/,\s*/)
  expect(allowed).toEqual(expect.arrayContaining(['content-type', 'x-client-key']))
  expect(allowed).not.toContain('x-client-secret')
  expect(allowed).not.toContain('x-client-id')
  expect(headers.get('access-control-allow-credentials')).toBeNull()
  const admin = await preflight(adminPath(knowledge.knowledgeBaseId, 'keys'))
  expect(admin.headers.get('access-control-allow-origin')).toBeNull()
})

test('a page may read every response of the public API, including errors', async ({
  service,
  knowledge,
}) => {
  const replies = [
    await sendSearch(service, knowledge, { query: 'moth' }),
    await sendSearch(service, knowledge, {}),
    await sendSearch(service, { ...knowledge, clientKey: 'x' }, { query: 'moth' }),
  ]
  for (const { headers } of replies) {
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')?.toLowerCase()).toContain('retry-after')
  }
})

test('every response has its own request id and the security headers', async ({
  service,
  knowledge,
}) => {
  const replies = [
    await send(service, '/healthz'),
    await send(service, '/docs'),
    await send(service, '/nowhere'),
    await send(service, adminPath(knowledge.knowledgeBaseId, 'keys')),
    await sendSearch(service, knowledge, { query: 'moth' }),
    await sendSearch(service, knowledge, {}),
    await send(service, '/healthz', { headers: { 'x-request-id': 'mine' } }),
  ]
  const ids = replies.map(({ headers }) => headers.get('x-request-id'))
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { headers } of replies) {
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('x-powered-by')).toBeNull()
  }
})

test('a failing embedding server is reported as a server error', async ({
  service,
  knowledge,
  embeddings,
}) => {
  for (const status of [400, 401, 404, 413]) {
    embeddings.fail(status)
    const reply = await sendSearch(service, knowledge, { query: `moth ${status}` })
    expect.soft(reply.status, String(status)).toBe(503)
    expect.soft(reply.body, String(status)).toMatchObject({ code: 'UNAVAILABLE', retryable: true })
  }
})

test('the log contains no question, key, token or content, even for failures', async ({
  service,
  knowledge,
  embeddings,
}) => {
  const { knowledgeBaseId, clientKey } = knowledge
  const canary = 'canaryquark'
  const wrongKey = lookAlike('fnp')
  await putPages(service, knowledgeBaseId, [
    { url: `https://docs.example.com/${canary}`, title: canary, content: `Text ${canary}.` },
  ])
  await sendSearch(service, knowledge, { query: canary })
  await sendSearch(service, knowledge, { query: 'moth', [canary]: canary })
  await sendSearch(service, { knowledgeBaseId, clientKey: wrongKey }, { query: canary })
  await sendSearch(service, knowledge, { query: canary, group_ids: [canary] })
  await send(service, `/${canary}?${canary}=1`, { headers: { 'user-agent': canary } })
  await send(service, publicPath(canary, 'search'), { headers: { 'x-client-key': clientKey } })
  await send(service, publicPath(knowledgeBaseId, 'search'), {
    body: `{"query": "${canary}`,
    headers: { 'x-client-key': clientKey, 'content-type': 'application/json' },
  })
  embeddings.fail(400, 'short vectors')
  await sendSearch(service, knowledge, { query: `${canary} 1` })
  expect((await sendSearch(service, knowledge, { query: `${canary} 2` })).status).toBe(503)
  embeddings.fail(400)
  await send(service, adminPath(knowledgeBaseId, 'documents'), {
    method: 'PUT',
    json: {
      url: `https://docs.example.com/${canary}/2`,
      content: `More ${canary}.`,
      content_type: 'text/plain',
    },
    headers: asOperator,
  })
  const messages = () => service.log.map(({ msg }) => msg)
  await expect.poll(messages).toContain('a document was not indexed')
  expect(messages()).toContain('failed')
  const written = JSON.stringify(service.log) + service.complaints()
  expect(written).toContain('"route":"/api/v1/public/knowledge-bases/:knowledgeBaseId/search"')
  const secrets = [canary, clientKey, wrongKey, asOperator.authorization.slice('Bearer '.length)]
  for (const secret of secrets) expect(written).not.toContain(secret)
})

test('a worker that cannot lock down its parser does not start, and says what is missing', async ({
  database,
}) => {
  const starting = startService({
    databaseUrl: database.ownerUrl,
    command: 'worker',
    env: { PATH: '/nowhere' },
  })
  await expect(starting).rejects.toThrow(/ended with 2:\nprlimit is not installed\./)
})

test('a separate worker serves health and metrics on its port, and nothing else', async ({
  database,
  embeddings,
}) => {
  await using worker = await startService({
    databaseUrl: database.ownerUrl,
    command: 'worker',
    env: { ...steeredBy(embeddings), WORKER_PORT: '0' },
  })
  const { port } = worker.log.find(({ msg }) => msg === 'listening') ?? {}
  const at = { baseUrl: `http://127.0.0.1:${String(port)}` }
  expect(await send(at, '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await send(at, '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  expect((await send(at, '/metrics')).text).toContain('footnote_')
  const elsewhere = await send(at, '/api/v1/admin/workspaces', { headers: asOperator })
  expect(elsewhere).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect(await worker.stop()).toBe(0)
})
