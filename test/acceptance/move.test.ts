import { expect } from 'vitest'
import { ask, lastOf } from '../support/ask.ts'
import type { MovedCell } from '../support/footnote-move.ts'
import { footnoteMove } from '../support/footnote-move.ts'
import { readRows } from '../support/store/services.ts'
import { fill, LOWER, test, UPPER } from './support/cells.ts'
import { adminPath, asOperator, send } from './support/wire.ts'

/** What it prints. */
async function move(
  workspaceId: string,
  [from, to]: readonly [MovedCell, MovedCell],
  ...flags: string[]
): Promise<string> {
  const { isDone, lines, errors } = await footnoteMove({ workspaceId, from, to }, { flags })
  if (!isDone) throw new Error(errors)
  return lines.join('\n')
}

test('a workspace moves there and back, and its keys and what was asked go with it', async ({
  service,
  other,
  edge,
  cells,
}) => {
  const docs = await fill(service)
  const stays = await fill(service)
  const surplus = await service.admin.keys.create(docs.knowledgeBaseId, {
    name: 'surplus',
    kind: 'public',
    allowed_group_ids: [],
  })
  const { lower, upper } = cells
  const asks = async () => lastOf(await ask(edge, docs, { query: 'How do I reset a key?' })).covered
  const stored = (cell: typeof lower) =>
    readRows<{ id: string }>(
      cell,
      `select id from messages where knowledge_base_id = '${docs.knowledgeBaseId}' order by id`,
    )
  expect(await asks()).toBe(true)
  const before = await stored(lower)
  expect(await move(docs.workspaceId, [lower, upper])).toContain('moved to')
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
  const keys = (cell: typeof lower) =>
    readRows(
      cell,
      `select id from client_keys where knowledge_base_id = '${docs.knowledgeBaseId}' order by id`,
    )
  await readRows(upper, `delete from client_keys where id = '${surplus.id}'`)
  expect(await keys(lower)).toHaveLength(2)
  expect(await move(docs.workspaceId, [upper, lower])).toContain('moved to')
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
  cells,
}) => {
  const docs = await fill(service)
  const { lower, upper } = cells
  const leave = (...flags: string[]) => move(docs.workspaceId, [lower, upper], ...flags)
  await expect(leave('--abort')).rejects.toThrow('No move to that cell is under way')
  const building = (state: string) =>
    readRows(
      lower,
      `update embedding_spaces set state = '${state}' where knowledge_base_id = '${docs.knowledgeBaseId}'`,
    )
  await building('building')
  await expect(leave()).rejects.toThrow('being embedded again')
  await building('active')
  await expect(move(docs.workspaceId, [upper, lower])).rejects.toThrow(
    `Cell ${UPPER} has no workspace`,
  )
  // Interrupted right after the cut: nobody serves it, and both ways lead on.
  await readRows(
    lower,
    `insert into placements (workspace_id, state, cell, knowledge_base_ids)
     values ('${docs.workspaceId}', 'gone', '${UPPER}', '{${docs.knowledgeBaseId}}')`,
  )
  await readRows(
    upper,
    `insert into placements (workspace_id, state, cell, knowledge_base_ids)
     values ('${docs.workspaceId}', 'arriving', '${LOWER}', '{${docs.knowledgeBaseId}}')`,
  )
  expect(await leave('--abort')).toContain('undone')
  expect(lastOf(await ask(service, docs, { query: 'How do I reset a key?' })).covered).toBe(true)
  expect(await leave()).toContain('moved to')
  await expect(leave('--abort')).rejects.toThrow('Move it back instead')
})
