import { expect } from 'vitest'
import { acceptance, steeredBy } from '../support/acceptance.ts'
import { ask, getIds } from '../support/ask.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { getAdminUrl, readRows, runSql } from '../support/store/services.ts'

const { test } = acceptance()

const KEYS = {
  url: 'https://docs.example.com/keys',
  content: '# Keys\n\nReset a key under Settings.',
}
const QUERY = 'How do I reset a key?'
const MIGRATION = '0086_packed_answers'

const arePacked = (database: TestDatabase) =>
  readRows<{ packed: boolean }>(
    database,
    'select packed is not null as packed from messages order by id',
  ).then((rows) => rows.map(({ packed }) => packed))

const readFloor = async (database: TestDatabase) =>
  (await readRows<{ migration: string }>(database, 'select migration from schema_floor'))[0]
    ?.migration

/** Asks a question of a service that is then stopped. */
async function askOnce(database: TestDatabase, env: Record<string, string>) {
  await using service = await startService({ databaseUrl: database.ownerUrl, env })
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [KEYS])
  const ids = getIds(await ask(service, knowledge, { query: QUERY }))
  const before = await service.admin.messages.get(knowledge.knowledgeBaseId, ids.message_id)
  await service.stop()
  return { knowledge, ids, before }
}

test('a new installation packs its answers from the first one on', async ({
  service,
  database,
  knowledge,
}) => {
  expect(await readFloor(database)).toBe(MIGRATION)
  await putPages(service, knowledge.knowledgeBaseId, [KEYS])
  const { message_id } = getIds(await ask(service, knowledge, { query: QUERY }))
  expect(await arePacked(database)).toEqual([true])
  const { answer, trace } = await service.admin.messages.get(knowledge.knowledgeBaseId, message_id)
  expect(answer).toContain('Reset a key under Settings.')
  expect(trace.candidates).toHaveLength(1)
})

test('after an upgrade the version before can read every answer for a week; then all are packed', async ({
  database,
  embeddings,
}) => {
  const env = steeredBy(embeddings)
  await runSql(
    getAdminUrl(database),
    `update schema_floor set migration = '0014_notifications';
     update migrations set timestamp = now()::text where name = '${MIGRATION}'`,
  )
  const { knowledge, ids, before } = await askOnce(database, env)
  const columns = await readRows<{ answer: string; citations: unknown; trace: unknown }>(
    database,
    `select answer, citations, trace from messages where id = '${ids.message_id}'`,
  )
  const { answer, citations, trace } = before
  expect(columns).toEqual([{ answer, citations, trace }])
  expect(await readFloor(database)).toBe('0014_notifications')

  await runSql(
    getAdminUrl(database),
    `update migrations set timestamp = (now() - interval '8 days')::text where name = '${MIGRATION}'`,
  )
  await using service = await startService({ databaseUrl: database.ownerUrl, env })
  await expect.poll(async () => (await arePacked(database)).includes(false)).toBe(false)
  expect(await readFloor(database)).toBe(MIGRATION)
  expect(await service.admin.messages.get(knowledge.knowledgeBaseId, ids.message_id)).toEqual(
    before,
  )
  const followUp = { query: 'And how?', thread_id: ids.thread_id }
  getIds(await ask(service, knowledge, followUp))
  expect((await arePacked(database)).at(-1)).toBe(true)
})
