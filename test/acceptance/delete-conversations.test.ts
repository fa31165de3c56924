import { expect } from 'vitest'
import { wordFor } from '../support/chaos/chance.ts'
import { sharing } from '../support/sharing.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { runAsOperator } from '../support/run-cli.ts'
import { scanTables } from '../support/store/scan-tables.ts'
import type { Service } from '../support/service.ts'
import { readRows } from '../support/store/services.ts'
import { adminPath, asOperator, send } from './support/wire.ts'

const { test: plainTest } = sharing()

const test = plainTest.extend('docs', async ({ service }) => {
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
  ])
  return knowledge
})

let wordCount = 0
const newWord = () => wordFor('word', (wordCount += 1))

/** Asks as someone, rates the answer and reports the form's outcome, all with the given word. */
async function askAs({ client }: Knowledge, user: { id?: string; email?: string }, word: string) {
  const description = `How do I reset a key, ${word}?`
  const { thread_id, message_id } = await client.formDeflect({ description, user })
  if (thread_id === undefined || message_id === undefined) throw new Error('It was not stored')
  await client.rate({ message_id, rating: 'down', comment: `Not good, ${word}` })
  await client.formOutcome(message_id, 'submitted')
  return { threadId: thread_id, messageId: message_id }
}

const followUp = (service: Service, { clientKey }: Knowledge, threadId: string, word: string) =>
  send(service, `/api/v1/public/threads/${threadId}/chat`, {
    json: { query: `And how do I reset another key, ${word}?` },
    headers: { 'x-client-key': clientKey },
  })

const remove = (service: Service, { knowledgeBaseId }: Knowledge, path: string) =>
  send(service, adminPath(knowledgeBaseId, path), { method: 'DELETE', headers: asOperator })

test('deleting a message deletes its rating, trace and citations, and the last one its thread', async ({
  service,
  database,
  docs,
}) => {
  const [word, later] = [newWord(), newWord()]
  const { threadId, messageId } = await askAs(docs, { id: 'reader' }, word)
  expect((await followUp(service, docs, threadId, later)).status).toBe(200)
  // The trace shows that the follow-up was searched with words of the previous question.
  expect(await scanTables(database, [word])).toEqual({ messages: 2, ratings: 1 })
  expect((await remove(service, docs, `messages/${messageId}`)).status).toBe(204)
  expect(await scanTables(database, [word, messageId])).toEqual({ audit_events: 1 })
  const { messages } = await service.admin.messages.list(docs.knowledgeBaseId)
  expect(messages.map(({ question }) => question).join()).toContain(later)
  expect((await remove(service, docs, `messages/${messages[0]?.id}`)).status).toBe(204)
  expect(await scanTables(database, [later])).toEqual({})
  expect(await remove(service, docs, `threads/${threadId}`)).toMatchObject({ status: 404 })
  expect(await remove(service, docs, `messages/${messageId}`)).toMatchObject({ status: 404 })
  const usage = await service.admin.workspaces.usage(docs.workspaceId)
  expect(usage.answered).toBe(2)
})

test('deleting a thread deletes all its messages, and it cannot be continued', async ({
  service,
  database,
  docs,
}) => {
  const [word, other] = [newWord(), newWord()]
  const { threadId } = await askAs(docs, { id: 'reader' }, word)
  await followUp(service, docs, threadId, word)
  await askAs(docs, { id: 'reader' }, other)
  await service.admin.threads.remove(docs.knowledgeBaseId, threadId)
  expect(await scanTables(database, [word])).toEqual({})
  expect(await scanTables(database, [other])).toMatchObject({ messages: 1, ratings: 1 })
  expect((await followUp(service, docs, threadId, word)).status).toBe(404)
  const [event] = await readRows(
    database,
    `select actor, action from audit_events where subject_id = '${threadId}'`,
  )
  expect(event).toEqual({ actor: 'operator', action: 'thread.delete' })
})

test('all data of one asker is deleted, by id or email address, and nothing of another', async ({
  service,
  database,
  docs,
}) => {
  const { knowledgeBaseId, workspaceId } = docs
  const [word, other] = [newWord(), newWord()]
  const email = `${word}@example.com`
  await askAs(docs, { email: `${word}@Example.com` }, word)
  await askAs(docs, { email }, word)
  const neighbour = await createKnowledge(service)
  await putPages(service, neighbour.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
  ])
  await askAs(neighbour, { email: `${other}@example.com` }, other)
  await askAs(docs, { id: other }, other)
  const addReader = (identity: string, revoked: string) =>
    readRows(
      database,
      `insert into readers (knowledge_base_id, id, identity, email, revoked_at)
       values ('${knowledgeBaseId}', gen_random_uuid(), '${identity}', '${email}', ${revoked})`,
    )
  await addReader(`mailto:${email}`, 'null')
  await addReader('https://id.example.com blocked', 'now()')
  const { askers, workspaces } = service.admin
  const counted = { threads: 2, messages: 2, readers: 1, blocked_readers: 1 }
  const before = await scanTables(database, [word])
  const dryRun = { asker: email, dry_run: true }
  expect(await askers.erase(knowledgeBaseId, dryRun)).toEqual(counted)
  expect(await scanTables(database, [word])).toEqual(before)
  // Neither part of a name nor a pattern names anybody.
  for (const asker of ['%', '%@%', '@example.com', word]) {
    const none = { threads: 0, messages: 0, readers: 0, blocked_readers: 0 }
    expect(await askers.erase(knowledgeBaseId, { asker }), asker).toEqual(none)
  }
  expect(await askers.erase(knowledgeBaseId, { asker: email })).toEqual(counted)
  // The row that keeps somebody out has to say whom.
  expect(await scanTables(database, [word])).toEqual({ readers: 1 })
  expect(await scanTables(database, [other])).toMatchObject({ messages: 2, ratings: 2 })
  expect((await workspaces.usage(workspaceId)).answered).toBe(3)
  const events = await readRows<{ event: string }>(
    database,
    `select e::text as event from audit_events e where action = 'asker.erase'
     and subject_id = '${knowledgeBaseId}'`,
  )
  expect(events.length).toBe(5)
  expect(events.map(({ event }) => event).join()).not.toContain(word)
})

test('footnote deletes messages, threads and askers', async ({ service, docs, database }) => {
  const words = [newWord(), newWord(), newWord()]
  const [one, two] = [
    await askAs(docs, { id: 'reader' }, words[0] ?? ''),
    await askAs(docs, { id: 'reader' }, words[1] ?? ''),
  ]
  await askAs(docs, { id: 'ada' }, words[2] ?? '')
  const inBase = ['--knowledge-base', docs.knowledgeBaseId]
  const refused = await runAsOperator(service, ['askers', 'delete', 'ada', ...inBase])
  expect(refused.exitCode).toBe(2)
  expect(refused.stderr).toContain('1 conversations with 1 answers')
  expect(
    await runAsOperator(service, ['askers', 'delete', 'ada', ...inBase], 'ada\n'),
  ).toMatchObject({
    exitCode: 0,
  })
  const yes = ['--yes', ...inBase]
  expect(
    (await runAsOperator(service, ['messages', 'delete', one.messageId, ...yes])).exitCode,
  ).toBe(0)
  expect((await runAsOperator(service, ['threads', 'delete', two.threadId, ...yes])).exitCode).toBe(
    0,
  )
  expect(await scanTables(database, words)).toEqual({})
})
