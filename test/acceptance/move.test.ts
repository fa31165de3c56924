import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { ask, lastOf } from '../support/ask.ts'
import { CLI } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { adminUrlOf, readRows } from '../support/store/services.ts'
import { fill, LOWER, test as twoCells, UPPER } from './support/cells.ts'
import { adminPath, asOperator, send } from './support/wire.ts'

type Place = { cell: string; database: Pick<TestDatabase, 'ownerUrl'> }

/** As an operator types it. */
async function footnoteMove(
  workspaceId: string,
  { from, to, flags = [] }: { from: Place; to: Place; flags?: string[] },
): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [CLI, 'move', workspaceId, '--to', to.cell, ...flags],
    {
      env: {
        ...process.env,
        CELL: from.cell,
        DATABASE_URL: adminUrlOf(from.database),
        DESTINATION_DATABASE_URL: adminUrlOf(to.database),
      },
    },
  )
  return stdout
}

const test = twoCells.extend('places', { scope: 'file' }, ({ database, otherDatabase }) => ({
  lower: { cell: LOWER, database },
  upper: { cell: UPPER, database: otherDatabase },
}))

test('a workspace moves there and back, and its keys and what was asked go with it', async ({
  service,
  other,
  edge,
  places,
}) => {
  const docs = await fill(service)
  const stays = await fill(service)
  const surplus = await service.admin.keys.create(docs.knowledgeBaseId, {
    name: 'surplus',
    kind: 'public',
    allowed_group_ids: [],
  })
  const { lower, upper } = places
  const asks = async () => lastOf(await ask(edge, docs, { query: 'How do I reset a key?' })).covered
  const stored = (place: Place) =>
    readRows<{ id: string }>(
      place.database,
      `select id from messages where knowledge_base_id = '${docs.knowledgeBaseId}' order by id`,
    )
  expect(await asks()).toBe(true)
  const before = await stored(lower)
  expect(await footnoteMove(docs.workspaceId, { from: lower, to: upper })).toContain('moved to')
  expect(await stored(upper)).toEqual(before)
  expect(await stored(lower)).toEqual([])
  expect(await asks()).toBe(true)
  expect(await stored(upper)).toHaveLength(before.length + 1)
  // Larger than what nginx keeps in memory: it resends the file that it keeps it in.
  const content = `# Large\n\n${'Reset a key under Settings. '.repeat(5_000)}`
  const put = await send(edge, adminPath(docs.knowledgeBaseId, 'documents'), {
    method: 'PUT',
    json: { url: 'https://docs.example.com/large', content, content_type: 'text/markdown' },
    headers: asOperator,
  })
  expect(put.status).toBe(201)
  const direct = await send(service, adminPath(docs.knowledgeBaseId, 'documents'), {
    headers: asOperator,
  })
  expect([direct.status, direct.headers.get('x-footnote-cell')]).toEqual([421, UPPER])
  // What the first cell has kept must not bring back what was deleted meanwhile.
  const keys = (place: Place) =>
    readRows(
      place.database,
      `select id from client_keys where knowledge_base_id = '${docs.knowledgeBaseId}' order by id`,
    )
  await readRows(upper.database, `delete from client_keys where id = '${surplus.id}'`)
  expect(await keys(lower)).toHaveLength(2)
  expect(await footnoteMove(docs.workspaceId, { from: upper, to: lower })).toContain('moved to')
  expect(await keys(lower)).toHaveLength(1)
  expect(await asks()).toBe(true)
  expect(await stored(lower)).toHaveLength(before.length + 2)
  expect(await stored(upper)).toEqual([])
  const back = await send(other, adminPath(docs.knowledgeBaseId, 'documents'), {
    headers: asOperator,
  })
  expect([back.status, back.headers.get('x-footnote-cell')]).toEqual([421, LOWER])
  expect(lastOf(await ask(edge, stays, { query: 'How do I reset a key?' })).covered).toBe(true)
})

test('a move can be undone until the other cell serves it, and is refused where it cannot work', async ({
  service,
  places,
}) => {
  const docs = await fill(service)
  const { lower, upper } = places
  const move = (...flags: string[]) =>
    footnoteMove(docs.workspaceId, { from: lower, to: upper, flags })
  await expect(move('--abort')).rejects.toThrow('No move to that cell is under way')
  const building = (state: string) =>
    readRows(
      lower.database,
      `update embedding_spaces set state = '${state}' where knowledge_base_id = '${docs.knowledgeBaseId}'`,
    )
  await building('building')
  await expect(move()).rejects.toThrow('being embedded again')
  await building('active')
  await expect(footnoteMove(docs.workspaceId, { from: upper, to: lower })).rejects.toThrow(
    `Cell ${UPPER} has no workspace`,
  )
  // Interrupted right after the cut: nobody serves it, and both ways lead on.
  await readRows(
    lower.database,
    `insert into placements (workspace_id, state, cell, knowledge_base_ids)
     values ('${docs.workspaceId}', 'gone', '${UPPER}', '{${docs.knowledgeBaseId}}')`,
  )
  await readRows(
    upper.database,
    `insert into placements (workspace_id, state, cell, knowledge_base_ids)
     values ('${docs.workspaceId}', 'arriving', '${LOWER}', '{${docs.knowledgeBaseId}}')`,
  )
  expect(await move('--abort')).toContain('undone')
  expect(lastOf(await ask(service, docs, { query: 'How do I reset a key?' })).covered).toBe(true)
  expect(await move()).toContain('moved to')
  await expect(move('--abort')).rejects.toThrow('Move it back instead')
})
