import { expect, vi } from 'vitest'
import { openSocket } from '../support/network/socket.ts'
import { getAdminUrl, runSql } from '../support/store/services.ts'
import { fill, kinds, LOWER, test as twoCells, UPPER } from './support/cells.ts'
import { asOperator, publicPath, send } from './support/wire.ts'

/** A workspace that has left the first cell for the other, as a move says it. */
const test = twoCells.extend('gone', async ({ service, database }) => {
  const docs = await fill(service)
  const leave = () =>
    runSql(
      getAdminUrl(database),
      `insert into placements (workspace_id, state, cell, knowledge_base_ids)
       values ('${docs.workspaceId}', 'gone', '${UPPER}', '{${docs.knowledgeBaseId}}')`,
    )
  return { ...docs, leave }
})

test('the cell that a workspace has left says where it is, to every kind of request', async ({
  service,
  gone,
}) => {
  await gone.leave()
  await vi.waitFor(
    async () => {
      for (const [kind, [path, request]] of Object.entries(kinds(gone))) {
        const { status, headers, body } = await send(service, path, request)
        expect([kind, status, headers.get('x-footnote-cell')]).toEqual([kind, 421, UPPER])
        expect([kind, body]).toEqual([
          kind,
          expect.objectContaining({ code: 'MOVED', retryable: true }),
        ])
      }
    },
    { timeout: 20_000 },
  )
  const { body } = await send(service, '/api/v1/admin/workspaces?limit=100', {
    headers: asOperator,
  })
  expect(JSON.stringify(body)).not.toContain(gone.workspaceId)
})

test('nginx sends every kind of request on to where the workspace is', async ({
  service,
  edge,
  servedBy,
  gone,
}) => {
  const [path, request] = kinds(gone)['search'] ?? ['']
  expect(await servedBy(path, request)).toBe(LOWER)
  await gone.leave()
  await vi.waitFor(async () => expect((await send(service, path, request)).status).toBe(421), {
    timeout: 20_000,
  })
  for (const [kind, [each, asked]] of Object.entries(kinds(gone))) {
    expect([kind, await servedBy(each, asked)]).toEqual([kind, UPPER])
  }
  const page = await send(edge, `/console/w/${gone.workspaceId}`)
  expect(page.headers.get('set-cookie')).toContain(`footnote_cell=${UPPER}`)
})

test('a connection that was open is closed for a new one', async ({ service, gone }) => {
  const key = { client_key: gone.clientKey }
  await using socket = await openSocket(service, gone.knowledgeBaseId, key)
  const before = await socket.ask('before', { query: 'How do I reset a key?' })
  expect(before.refused).toBeNull()
  await gone.leave()
  const search = publicPath(gone.knowledgeBaseId, 'search')
  await vi.waitFor(
    async () => expect((await send(service, search, { json: { query: 'x' } })).status).toBe(421),
    { timeout: 20_000 },
  )
  const { refused } = await socket.ask('after', { query: 'How do I reset a key?' })
  expect(refused).toMatchObject({ code: 'MOVED', retryable: true })
  expect(await socket.closed).toEqual({ code: 1012, reason: 'MOVED' })
})
