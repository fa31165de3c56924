import { expect } from 'vitest'
import { acceptance, steeredBy } from '../support/acceptance.ts'
import { startDeceived } from '../support/deceived-service.ts'
import { createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { readRows } from '../support/store/services.ts'
import { transports } from './support/transports.ts'
import { adminPath, asOperator, publicPath, send } from './support/wire.ts'

const { test } = acceptance()

/** Only on pages that the reader may not see. */
const SECRET = 'zanzibarite'
const query = 'Where does the harbour keep its crane?'
const GATED = 110

/** A harbour with pages that readers may see, more than the gate asks for, and others like them. */
async function createWorld(service: Service, ownerUrl: string) {
  const knowledge = await createKnowledge(service)
  const { knowledgeBaseId } = knowledge
  const other = await createKnowledge(service)
  const { admin } = service
  const { id: open } = await admin.groups.create(knowledgeBaseId, { name: 'open' })
  const { id: inner } = await admin.groups.create(knowledgeBaseId, { name: 'inner' })
  const secret = (name: string) => ({
    url: `https://docs.example.com/${SECRET}-${name}`,
    content: `# Crane\n\nThe harbour keeps its crane beside the ${SECRET} ${name}.`,
  })
  const [, restricted = '', deleted = '', replaced = ''] = await putPages(
    service,
    knowledgeBaseId,
    [
      { ...secret('inner'), group_id: inner },
      { ...secret('restricted'), group_id: open },
      { ...secret('deleted'), group_id: open },
      {
        url: 'https://docs.example.com/replaced',
        content: `The crane of the harbour is ${SECRET}.`,
        group_id: open,
      },
    ],
  )
  const [foreign = ''] = await putPages(service, other.knowledgeBaseId, [secret('foreign')])
  const before = await readIds(ownerUrl)
  await admin.documents.change(knowledgeBaseId, restricted, { visibility: 'restricted' })
  await admin.documents.remove(knowledgeBaseId, deleted)
  const shown = [
    {
      url: 'https://docs.example.com/replaced',
      content: 'Nothing is here.',
      group_id: open,
    },
    {
      url: 'https://docs.example.com/crane',
      content: '# Crane\n\nThe harbour keeps its crane at the third pier.',
      group_id: open,
    },
    ...Array.from({ length: GATED }, (_, number) => ({
      url: `https://docs.example.com/ship-${number}`,
      content: `# Ship ${number}\n\nShip ${number} sails with the tide of day ${number * 7}.`,
      group_id: open,
    })),
  ]
  const ids = await putPages(service, knowledgeBaseId, shown)
  expect(ids).toContain(replaced)
  const readable = new Set(ids)
  const after = await readIds(ownerUrl)
  const hidden = [...before, ...after].filter(({ document_id: id }) => !readable.has(id))
  const old = before.filter(({ document_id: id }) => id === replaced)
  expect(hidden.map(({ document_id: id }) => id)).toContain(foreign)
  return {
    knowledgeBaseId,
    groupId: open,
    clientKey: await createPublicKey(admin, knowledgeBaseId, [open]),
    hidden: [...hidden, ...old].map(({ id }) => id),
    readable: after.flatMap(({ id, document_id }) => (readable.has(document_id) ? [id] : [])),
  }
}

const readIds = (ownerUrl: string) =>
  readRows<{ id: string; document_id: string }>(
    { ownerUrl },
    'select id, document_id from passages order by id',
  )

test('a source that names what nobody may see is not heard over any transport', async ({
  database,
  embeddings,
  service,
}) => {
  embeddings.placeOthers([1, 0.1])
  embeddings.place('crane', [1, 0.9])
  const world = await createWorld(service, database.ownerUrl)
  const { knowledgeBaseId, groupId, clientKey, hidden, readable } = world
  let ids: readonly unknown[] = []
  let asked = 0
  const name = () => {
    asked += 1
    return ids
  }
  await using deceived = await startDeceived(name, {
    ...steeredBy(embeddings),
    DATABASE_URL: database.ownerUrl,
  })
  const lists = {
    'what is hidden alone': hidden,
    'what is hidden, and what is shown': [...hidden, ...readable],
    'what is shown, and what is hidden': [...readable, ...hidden],
    nothing: [],
    'what is no id': [null, Number.NaN, 'x', ...hidden.map((id) => id.toUpperCase())],
    'ten thousand': Array.from(
      { length: 10_000 },
      (_, at) => (at % 3 === 0 ? hidden : readable)[at % 5],
    ),
  }
  for (const [listed, list] of Object.entries(lists)) {
    ids = list
    const expectClean = (text: string, what: string) =>
      expect(text, `${what}, ${listed}`).not.toContain(SECRET)
    for (const transport of transports) {
      const asking = { knowledgeBaseId, shown: { clientKey }, body: { query } }
      const before = asked
      const decision = await transport.ask(deceived, asking)
      expect(asked, transport.name).toBeGreaterThan(before)
      expectClean(JSON.stringify(decision), transport.name)
      expect(decision, `${transport.name}, ${listed}`).toMatchObject({
        kind: 'answered',
        covered: true,
        cited: expect.arrayContaining(['https://docs.example.com/crane#crane']),
      })
    }
    for (const endpoint of ['search', 'related']) {
      const before = asked
      const { text, status } = await send(deceived, publicPath(knowledgeBaseId, endpoint), {
        json: { query },
        headers: { 'x-client-key': clientKey },
      })
      expect([status, asked > before]).toEqual([200, true])
      expectClean(text, endpoint)
      expect(text).toContain('docs.example.com/crane')
    }
    const { text } = await send(deceived, adminPath(knowledgeBaseId, 'playground'), {
      json: { query, group_ids: [groupId] },
      headers: asOperator,
    })
    expectClean(text, 'the playground')
    for (const id of hidden) expect(text, listed).not.toContain(id)
    expect(text).toContain('docs.example.com/crane')
  }
  const stored = await readRows<{ trace: unknown }>(database, 'select trace from messages')
  expect(stored.length).toBe(Object.keys(lists).length * transports.length)
  for (const id of hidden) expect(JSON.stringify(stored)).not.toContain(id)
})
