import { expect } from 'vitest'
import { ask, takeLast } from '../support/ask.ts'
import type { MovedCell } from '../support/footnote-move.ts'
import { footnoteMove } from '../support/footnote-move.ts'
import { freePort } from '../support/network/free-port.ts'
import { SECRETS_KEY } from '../support/sign-in/sign-in.ts'
import type { Service } from '../support/service.ts'
import { startSmtpSink } from '../support/sign-in/smtp-sink.ts'
import { readRows } from '../support/store/services.ts'
import type { Docs } from './support/cells.ts'
import { fill, LOWER, test as twoCells, UPPER } from './support/cells.ts'
import {
  addEditor,
  personStatuses,
  readerStatuses,
  signInReader,
  tokenStatuses,
} from './support/move-access.ts'
import { joinAs, MANY_ATTEMPTS } from './support/people.ts'
import { adminPath, asOperator, send } from './support/wire.ts'

/** With all that readers and people need to sign in. */
const test = twoCells
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .extend('mail', { scope: 'file' }, async ({}, { onCleanup }) => {
    const mail = await startSmtpSink()
    onCleanup(() => mail.close())
    return mail
  })
  .extend('settings', { scope: 'file' }, async ({ mail }) => ({
    PUBLIC_URL: `http://127.0.0.1:${await freePort()}`,
    SECRETS_KEY,
    SMTP_URL: mail.url,
    ...MANY_ATTEMPTS,
  }))

/** As if it had enough passages for an index of their vectors, and one. */
const enlarge = async (cell: { ownerUrl: string }, { knowledgeBaseId }: Docs) => {
  const ours = `where knowledge_base_id = '${knowledgeBaseId}'`
  await readRows(cell, `update term_statistics set passages = 20001 ${ours} and term = 0`)
  await readRows(cell, `update embedding_spaces set indexed = true ${ours}`)
}

const vectorIndexes = (cell: { ownerUrl: string }) =>
  readRows(cell, `select indexname from pg_indexes where indexdef like '%USING hnsw%'`)

/** Whether the index is there, as PostgreSQL and as Footnote knows. */
const vectorIndex = (cell: { ownerUrl: string }, { knowledgeBaseId }: Docs) =>
  readRows(
    cell,
    `select s.indexed, exists (
       select from pg_index i
       where i.indexrelid = to_regclass('indexed_vectors_hnsw_' || replace(s.id::text, '-', ''))
         and i.indisvalid
     ) as exists
     from embedding_spaces s where knowledge_base_id = '${knowledgeBaseId}'`,
  )

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

test('a workspace moves there and back with its keys, people, tokens and what was asked', async ({
  service,
  other,
  theirs,
  edge,
  mail,
  settings,
  cells,
}) => {
  const docs = await fill(service)
  const stays = await fill(service)
  const reader = await signInReader(service, mail, docs)
  // One has an account in the first cell alone, the other in both.
  const [one, both] = ['one@example.com', 'both@example.com']
  const editors = [await addEditor(service, docs, one), await addEditor(service, docs, both)]
  const { id: idThere } = await joinAs(other, theirs.workspaceId, 'viewer', { email: both })
  const accessAt = async (at: Service) => ({
    reader: await readerStatuses(edge, docs, reader),
    tokens: await Promise.all(editors.map(({ token }) => tokenStatuses(edge, docs, token))),
    people: [
      await personStatuses(at, settings.PUBLIC_URL, docs, one),
      await personStatuses(at, settings.PUBLIC_URL, docs, both),
    ],
  })
  const access = {
    reader: [200, 200],
    tokens: [
      [200, 403],
      [200, 403],
    ],
    people: [
      [200, 403],
      [200, 403],
    ],
  }
  expect(await accessAt(service)).toEqual(access)
  const members = async (cell: typeof cells.lower) =>
    (
      await readRows<{ id: string }>(
        cell,
        `select person_id as id from members where workspace_id = '${docs.workspaceId}'`,
      )
    ).map(({ id }) => id)
  await enlarge(cells.lower, docs)
  const surplus = await service.admin.keys.create(docs.knowledgeBaseId, {
    name: 'surplus',
    kind: 'public',
    allowed_group_ids: [],
  })
  const { lower, upper } = cells
  const asks = async () =>
    takeLast(await ask(edge, docs, { query: 'How do I reset a key?' })).covered
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
  await expect(move(docs.workspaceId, [lower, upper], '--abort')).rejects.toThrow(
    'Move it back instead',
  )
  expect(await accessAt(other)).toEqual(access)
  expect(new Set(await members(upper))).toEqual(new Set([editors[0]?.id, idThere]))
  const isIndexed = [{ indexed: true, exists: true }]
  await expect.poll(() => vectorIndex(upper, docs), { timeout: 60_000 }).toEqual(isIndexed)
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
  expect(await accessAt(service)).toEqual(access)
  expect(new Set(await members(lower))).toEqual(new Set(editors.map(({ id }) => id)))
  await expect.poll(() => vectorIndex(lower, docs), { timeout: 60_000 }).toEqual(isIndexed)
  expect(await vectorIndexes(upper)).toEqual([])
  expect(await asks()).toBe(true)
  expect(await stored(lower)).toHaveLength(before.length + 2)
  expect(await stored(upper)).toEqual([])
  const back = await send(other, adminPath(docs.knowledgeBaseId, 'documents'), {
    headers: asOperator,
  })
  expect([back.status, back.headers.get('x-footnote-cell')]).toEqual([421, LOWER])
  expect(takeLast(await ask(edge, stays, { query: 'How do I reset a key?' })).covered).toBe(true)
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
  // Interrupted right after the switch began: neither cell serves it, and the move can be completed or undone.
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
  expect(takeLast(await ask(service, docs, { query: 'How do I reset a key?' })).covered).toBe(true)
})
