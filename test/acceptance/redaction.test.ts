import type { RedactKind } from '@footnote/contract/admin/workspaces'
import { expect } from 'vitest'
import { cuts, says } from '../fakes/model-scripts.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { ask, getIds, readText } from '../support/ask.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { runAsOperator } from '../support/run-cli.ts'
import type { Service } from '../support/service.ts'
import { scanTables } from '../support/store/scan-tables.ts'
import { transports } from './support/transports.ts'
import { publicPath, send } from './support/wire.ts'

const { test } = sharingAnswers()

const ALL: RedactKind[] = ['email', 'phone', 'card', 'key']
const MADE_KEY = `sk-${'aB3dE6gH9kL2'.repeat(3)}`
const VALUES = ['ada.lovelace@example.net', '020 7946 0958', '4012 8888 8888 1881', MADE_KEY]
const SAID = `I am ada.lovelace@example.net, phone 020 7946 0958, card 4012 8888 8888 1881, key ${MADE_KEY}`
const REDACTED = 'I am [email], phone [phone], card [card], key [key]'
const QUERY = `How do I reset a key? ${SAID}`
/** In a code span, where an address is not taken for a link. */
const ANSWER = `Reset a key under Settings [1]. You wrote \`${SAID}\`.`
const UNCOVERED = `Who won the football cup? ${SAID}`

async function createDocs(service: Service, redact: RedactKind[]): Promise<Knowledge> {
  const docs = await createKnowledge(service)
  await putPages(service, docs.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
  ])
  await service.admin.workspaces.change(docs.workspaceId, { redact })
  return docs
}

/** Sends the values in everything that a reader can write. */
async function sayEverywhere(service: Service, docs: Knowledge): Promise<{ messageId: string }> {
  const { knowledgeBaseId, clientKey } = docs
  for (const transport of transports) {
    const asking = { knowledgeBaseId, shown: { clientKey }, body: { query: QUERY } }
    expect(await transport.ask(service, asking)).toMatchObject({ kind: 'answered', isStored: true })
  }
  const { message_id, thread_id } = getIds(await ask(service, docs, { query: QUERY }))
  await ask(service, docs, { query: `And then? ${SAID}`, thread_id })
  await ask(service, docs, { query: UNCOVERED })
  await docs.client.rate({ message_id, rating: 'down', comment: SAID })
  const headers = { 'x-client-key': clientKey }
  for (const path of ['search', 'related'] as const) {
    const reply = await send(service, publicPath(knowledgeBaseId, path), {
      json: { query: QUERY },
      headers,
    })
    expect(reply.status).toBe(200)
  }
  await send(service, publicPath(knowledgeBaseId, 'form-deflect'), {
    json: {
      subject: SAID,
      description: QUERY,
      page_url: 'https://docs.example.com/form?email=ada.lovelace%40example.net',
    },
    headers,
  })
  return { messageId: message_id }
}

test('with every kind on, no table has what readers wrote of it', async ({
  service,
  model,
  database,
}) => {
  model.answer(() => says(ANSWER))
  const docs = await createDocs(service, ALL)
  const { messageId } = await sayEverywhere(service, docs)
  const { gaps, messages } = service.admin
  const titles = async () => (await gaps.list(docs.knowledgeBaseId)).gaps.map(({ title }) => title)
  await expect.poll(titles).toEqual([expect.stringContaining(REDACTED)])
  // An answer that fails leaves no more.
  model.answer(() => cuts(SAID))
  await ask(service, docs, { query: QUERY })
  expect(await scanTables(database, [...VALUES, 'ada.lovelace%40'])).toEqual({})

  const stored = await messages.get(docs.knowledgeBaseId, messageId)
  expect(stored).toMatchObject({
    question: `How do I reset a key? ${REDACTED}`,
    answer: ANSWER.replace(SAID, REDACTED),
    comment: REDACTED,
    trace: { search: { text: `How do I reset a key? ${REDACTED}` } },
  })
  const found = await messages.list(docs.knowledgeBaseId, { q: 'lovelace' })
  expect(found.messages).toEqual([])
})

test('with no kind on, everything is stored as it was written', async ({
  service,
  model,
  database,
}) => {
  model.answer(() => says(ANSWER))
  const docs = await createDocs(service, [])
  const { messageId } = await sayEverywhere(service, docs)
  for (const value of VALUES) {
    expect(await scanTables(database, [value])).toEqual({ messages: 8, ratings: 1 })
  }
  const stored = await service.admin.messages.get(docs.knowledgeBaseId, messageId)
  expect(stored).toMatchObject({ question: QUERY, comment: SAID })
})

test('only the kinds that are named are redacted, from the next answer on', async ({
  service,
  model,
}) => {
  model.answer(() => says('Reset a key under Settings [1].'))
  const docs = await createDocs(service, [])
  const before = getIds(await ask(service, docs, { query: QUERY }))
  await service.admin.workspaces.change(docs.workspaceId, { redact: ['card'] })
  const after = getIds(await ask(service, docs, { query: QUERY }))
  const getQuestion = async (id: string) =>
    (await service.admin.messages.get(docs.knowledgeBaseId, id)).question
  expect(await getQuestion(before.message_id)).toBe(QUERY)
  expect(await getQuestion(after.message_id)).toBe(QUERY.replace('4012 8888 8888 1881', '[card]'))
})

test('the answer is written from the question as it was asked, and a follow-up sees the redacted one', async ({
  service,
  model,
}) => {
  model.answer(() => says(ANSWER))
  const docs = await createDocs(service, ALL)
  const from = model.requests.length
  const asked = await ask(service, docs, { query: QUERY })
  expect(readText(asked)).toContain(SAID)
  expect(JSON.stringify(model.requests.slice(from))).toContain(SAID)
  const then = model.requests.length
  await ask(service, docs, { query: 'And where is that?', thread_id: getIds(asked).thread_id })
  const sent = JSON.stringify(model.requests.slice(then))
  expect(sent).toContain(REDACTED)
  for (const value of VALUES) expect(sent).not.toContain(value)
})

test('a change of the kinds is logged, and one that does not exist or is named twice is refused', async ({
  service,
}) => {
  const docs = await createDocs(service, [])
  const change = (redact: string[]) =>
    service.admin.workspaces.change(docs.workspaceId, { redact } as { redact: RedactKind[] })
  await expect(change(['iban'])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(change(['email', 'email'])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect((await change(['key', 'email'])).redact).toEqual(['key', 'email'])
  const { events } = await service.admin.audit.list(docs.workspaceId, {
    action: 'workspace.change',
    limit: 1,
  })
  expect(events[0]?.changes).toEqual([{ field: 'redact', from: [], to: ['key', 'email'] }])
})

test('the command line creates a workspace with kinds', async ({ service }) => {
  const args = ['workspaces', 'create', 'Acme', '--redact', 'card', 'key', '--json']
  const created = await runAsOperator(service, args)
  expect(JSON.parse(created.stdout)).toMatchObject({ name: 'Acme', redact: ['card', 'key'] })
  const refused = await runAsOperator(service, ['workspaces', 'create', 'B', '--redact', 'iban'])
  expect(refused.exitCode).not.toBe(0)
})
