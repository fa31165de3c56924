import { expect } from 'vitest'
import { ask, takeLast } from '../support/ask.ts'
import { connectSocket } from '../support/network/socket.ts'
import { kinds, LOWER, test, UPPER, withDigits } from './support/cells.ts'
import { asOperator, publicPath, send } from './support/wire.ts'

test('nginx sends every kind of request to its cell', async ({ edge, servedBy, docs, theirs }) => {
  for (const [cell, tenant] of [
    [LOWER, docs],
    [UPPER, theirs],
  ] as const) {
    for (const [kind, [path, request]] of Object.entries(kinds(tenant))) {
      expect([kind, await servedBy(path, request)]).toEqual([kind, cell])
    }
    const { covered } = takeLast(await ask(edge, tenant, { query: 'How do I reset a key?' }))
    expect(covered).toBe(true)
    await using socket = await connectSocket(edge, tenant.knowledgeBaseId)
    socket.send({ type: 'init', client_key: tenant.clientKey })
    await socket.next(({ type }) => type === 'ready')
  }
})

test('what is asked for outweighs the key, and what the file says outweighs the id', async ({
  servedBy,
  docs,
  theirs,
}) => {
  const foreign = { json: { query: 'keys' }, headers: { 'x-client-key': theirs.clientKey } }
  expect(await servedBy(publicPath(docs.knowledgeBaseId, 'search'), foreign)).toBe(LOWER)
  const unknown = withDigits(docs.workspaceId, 'fff')
  expect(await servedBy(`/api/v1/admin/workspaces/${unknown}`, { headers: asOperator })).toBe(UPPER)
})

test('a person stays with the cell whose console or link was opened', async ({
  edge,
  servedBy,
  theirs,
}) => {
  const opened = async (path: string) =>
    (await send(edge, path)).headers.get('set-cookie')?.split(';')[0] ?? ''
  const cookie = await opened(`/console/w/${theirs.workspaceId}`)
  expect(cookie).toBe(`footnote_cell=${UPPER}`)
  expect(await opened(`/console/invitation?cell=${UPPER}`)).toBe(cookie)
  // Sorted as text, the upper-case letter is first, so it is where everybody else goes.
  expect(await servedBy('/api/v1/admin/me')).toBe(UPPER)
  const named = { headers: { cookie: `footnote_cell=${LOWER}` } }
  expect(await servedBy('/api/v1/admin/me', named)).toBe(LOWER)
  const asked = { headers: { ...asOperator, 'x-footnote-cell': LOWER } }
  expect(await servedBy('/api/v1/admin/workspaces', asked)).toBe(LOWER)
})

test('new workspaces are placed in both, and reached by their ids', async ({ edge, servedBy }) => {
  const places = new Set<string>()
  for (let count = 0; count < 40 && places.size < 2; count += 1) {
    const created = await send(edge, '/api/v1/admin/workspaces', {
      json: { name: `New ${count}` },
      headers: asOperator,
    })
    const { id } = created.body as { id: string }
    const reply = await send(edge, `/api/v1/admin/workspaces/${id}`, { headers: asOperator })
    expect(reply.body).toMatchObject({ name: `New ${count}` })
    places.add(await servedBy(`/api/v1/admin/workspaces/${id}`, { headers: asOperator }))
  }
  expect(places).toEqual(new Set([LOWER, UPPER]))
})
