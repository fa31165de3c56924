import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { acceptance, steeredBy } from '../support/acceptance.ts'
import { ask, lastOf } from '../support/ask.ts'
import { connectSocket } from '../support/network/socket.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { startNginxWith } from '../support/network/nginx.ts'
import type { Service } from '../support/service.ts'
import { CLI, startService } from '../support/service.ts'
import { createDatabase } from '../support/store/services.ts'
import { asOperator, publicPath, send } from './support/wire.ts'
import type { Request } from './support/wire.ts'

/** nginx takes names for the same that differ in their case alone. */
const [LOWER, UPPER] = ['0a', '0A']
const base = acceptance({ CELL: LOWER })

type Docs = Knowledge & { messageId: string; threadId: string; widgetId: string }

async function fill(service: Service): Promise<Docs> {
  const knowledge = await createKnowledge(service)
  const { knowledgeBaseId } = knowledge
  const content = '# Keys\n\nReset a key under Settings, then copy the new key.'
  await putPages(service, knowledgeBaseId, [{ url: 'https://docs.example.com/keys', content }])
  const { id: widgetId } = await service.admin.widgets.create(knowledgeBaseId, { name: 'Widget' })
  const { message_id, thread_id } = lastOf(
    await ask(service, knowledge, { query: 'How do I reset a key?' }),
  )
  return { ...knowledge, messageId: message_id ?? '', threadId: thread_id ?? '', widgetId }
}

/** As an operator types it. */
async function renderCells(servers: Record<string, string>, homes: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-cells-'))
  const footnote = (...args: string[]) =>
    promisify(execFile)(process.execPath, [CLI, 'cells', ...args], { cwd: folder })
  try {
    for (const [cell, server] of Object.entries(servers)) {
      await footnote('add', cell, '--server', server.replace('http://', ''))
    }
    for (const [id, cell] of Object.entries(homes)) await footnote('home', id, cell)
    const { stdout } = await footnote('render', '--name', '_', '--listen', 'LISTEN')
    return (port: number) => stdout.replace('LISTEN', `127.0.0.1:${port}`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const test = base.test
  .extend('other', { scope: 'file' }, async ({ embeddings }, { onCleanup }) => {
    const database = await createDatabase()
    const env = { ...steeredBy(embeddings), CELL: UPPER }
    const service = await startService({ databaseUrl: database.ownerUrl, env })
    onCleanup(async () => {
      await service.kill()
      await database.drop()
    })
    return service
  })
  .extend('docs', { scope: 'file' }, async ({ service }) => fill(service))
  .extend('theirs', { scope: 'file' }, async ({ other }) => fill(other))
  .extend('edge', { scope: 'file' }, async ({ service, other, docs }, { onCleanup }) => {
    // The third is one whose id names no cell, as those made before ids did.
    const included = await renderCells(
      { [LOWER]: service.baseUrl, [UPPER]: other.baseUrl },
      { [withDigits(docs.workspaceId, 'fff')]: UPPER },
    )
    const nginx = await startNginxWith(included)
    onCleanup(() => nginx.close())
    return nginx
  })

const withDigits = (id: string, digits: string): string =>
  `${id.slice(0, 15)}${digits}${id.slice(18)}`

/** Whatever the reply is: which of the two has it in its log. */
async function servedBy(
  { edge, service, other }: { edge: { baseUrl: string }; service: Service; other: Service },
  path: string,
  request: Request = {},
): Promise<string> {
  const { headers } = await send(edge, path, request)
  const id = headers.get('x-request-id')
  const has = ({ log }: Service) => log.some((line) => line['request_id'] === id)
  await expect.poll(() => has(service) || has(other), { timeout: 20_000 }).toBe(true)
  return has(service) ? LOWER : UPPER
}

/** Every kind of request that says whose it is: by its path, by its key, or by both. */
const kinds = ({
  workspaceId,
  knowledgeBaseId: id,
  clientKey,
  messageId,
  threadId,
  widgetId,
}: Docs): Record<string, [path: string, request?: Request]> => {
  const headers = { 'x-client-key': clientKey }
  const query = { query: 'How do I reset a key?' }
  const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const hook = `/api/v1/hooks/knowledge-bases/${id}/sources/${messageId}`
  return {
    search: [publicPath(id, 'search'), { json: query, headers }],
    'search, upper case': [publicPath(id.toUpperCase(), 'search'), { json: query, headers }],
    related: [publicPath(id, 'related?query=keys'), { headers }],
    chat: [publicPath(id, 'chat'), { json: query, headers }],
    'chat in a thread': [`/api/v1/public/threads/${threadId}/chat`, { json: query, headers }],
    'form-deflect': [publicPath(id, 'form-deflect'), { json: { description: 'Keys' }, headers }],
    feedback: ['/api/v1/public/feedback', { json: { message_id: messageId, vote: 'up' }, headers }],
    'starter questions': [publicPath(id, 'suggested-questions'), { headers }],
    'a saved widget': [`/api/v1/public/widget-integrations/${widgetId}/config`, { headers }],
    'a preflight': [publicPath(id, 'search'), { method: 'OPTIONS' }],
    'llms.txt': [publicPath(id, 'llms.txt')],
    MCP: [`/mcp/${id}`, { json: rpc, headers }],
    'MCP by key': ['/mcp', { json: rpc, headers }],
    'MCP by a token': [`/mcp/${id}`, { json: rpc, headers: { authorization: 'Bearer opaque' } }],
    'resource metadata': [`/.well-known/oauth-protected-resource/mcp/${id}`],
    'issuer metadata': [`/.well-known/oauth-authorization-server/oauth/${id}`],
    'token endpoint': [`/oauth/${id}/token`, { method: 'POST' }],
    webhook: [hook, { json: {} }],
    'a knowledge base': [`/api/v1/admin/knowledge-bases/${id}`, { headers: asOperator }],
    'a workspace': [`/api/v1/admin/workspaces/${workspaceId}/usage`, { headers: asOperator }],
    'a page of the console': [`/console/w/${workspaceId}/kb/${id}`],
  }
}

test('nginx sends every kind of request to its cell', async ({
  edge,
  service,
  other,
  docs,
  theirs,
}) => {
  const world = { edge, service, other }
  for (const [cell, tenant] of [
    [LOWER, docs],
    [UPPER, theirs],
  ] as const) {
    for (const [kind, [path, request]] of Object.entries(kinds(tenant))) {
      expect([kind, await servedBy(world, path, request)]).toEqual([kind, cell])
    }
    const { covered } = lastOf(await ask(edge, tenant, { query: 'How do I reset a key?' }))
    expect(covered).toBe(true)
    await using socket = await connectSocket(edge, tenant.knowledgeBaseId)
    socket.send({ type: 'init', client_key: tenant.clientKey })
    await socket.next(({ type }) => type === 'ready')
  }
})

test('what is asked for outweighs the key, and what the file says outweighs the id', async ({
  edge,
  service,
  other,
  docs,
  theirs,
}) => {
  const world = { edge, service, other }
  const foreign = { json: { query: 'keys' }, headers: { 'x-client-key': theirs.clientKey } }
  expect(await servedBy(world, publicPath(docs.knowledgeBaseId, 'search'), foreign)).toBe(LOWER)
  const unknown = withDigits(docs.workspaceId, 'fff')
  expect(
    await servedBy(world, `/api/v1/admin/workspaces/${unknown}`, { headers: asOperator }),
  ).toBe(UPPER)
})

test('a person stays with the cell whose console or link was opened', async ({
  edge,
  service,
  other,
  theirs,
}) => {
  const world = { edge, service, other }
  const opened = async (path: string) =>
    (await send(edge, path)).headers.get('set-cookie')?.split(';')[0] ?? ''
  const cookie = await opened(`/console/w/${theirs.workspaceId}`)
  expect(cookie).toBe(`footnote_cell=${UPPER}`)
  expect(await opened(`/console/invitation?cell=${UPPER}`)).toBe(cookie)
  // Sorted as text, the upper-case letter is first, so it is where everybody else goes.
  expect(await servedBy(world, '/api/v1/admin/me')).toBe(UPPER)
  const named = { headers: { cookie: `footnote_cell=${LOWER}` } }
  expect(await servedBy(world, '/api/v1/admin/me', named)).toBe(LOWER)
  const asked = { headers: { ...asOperator, 'x-footnote-cell': LOWER } }
  expect(await servedBy(world, '/api/v1/admin/workspaces', asked)).toBe(LOWER)
})

test('new workspaces are placed in both, and reached by their ids', async ({
  edge,
  service,
  other,
}) => {
  const world = { edge, service, other }
  const places = new Set<string>()
  for (let count = 0; count < 40 && places.size < 2; count += 1) {
    const created = await send(edge, '/api/v1/admin/workspaces', {
      json: { name: `New ${count}` },
      headers: asOperator,
    })
    const { id } = created.body as { id: string }
    const reply = await send(edge, `/api/v1/admin/workspaces/${id}`, { headers: asOperator })
    expect(reply.body).toMatchObject({ name: `New ${count}` })
    places.add(await servedBy(world, `/api/v1/admin/workspaces/${id}`, { headers: asOperator }))
  }
  expect(places).toEqual(new Set([LOWER, UPPER]))
})
