import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import type { ModelServer } from '../fakes/model-server.ts'
import { steeredBy } from '../support/acceptance.ts'
import { answering } from '../support/answering.ts'
import { ask, getError, getIds, readText } from '../support/ask.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { getAdminUrl, readRows } from '../support/store/services.ts'
import { makeVerifies } from '../support/verifies.ts'
import type { Asking, Decision } from './support/transports.ts'
import { transports } from './support/transports.ts'
import { changeWidget, createWidget, PAGE } from './support/widget.ts'

// On a busy machine the service starts slowly.
const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'
/** Half a minute of text: an answer that goes on to its end is seen by what its model has sent. */
const PIECES = 300
const LONG = says(
  Array.from({ length: PIECES }, (_, index) => (index % 20 === 0 ? `${TEXT} ` : 'Really. ')),
  { delayMs: 100 },
)

const { test } = answering()
const verifies = makeVerifies(test)

type World = {
  docs: Knowledge
  documentId: string
  groups: [string, string]
  widgetId: string
  asking: Asking
}

/** A page in a group, asked for with a key that is limited to the group, on a widget. */
async function createWorld(service: Service): Promise<World> {
  const docs = await createKnowledge(service)
  const { workspaceId, knowledgeBaseId } = docs
  const { admin } = service
  // Without an allowance nothing would be reserved.
  await admin.workspaces.change(workspaceId, { monthly_question_allowance: 1_000 })
  const { id: group } = await admin.groups.create(knowledgeBaseId, { name: 'open' })
  const { id: otherGroup } = await admin.groups.create(knowledgeBaseId, { name: 'inner' })
  const page = { url: `${PAGE}/keys`, content: '# Keys\n\nReset a key under Settings.' }
  const [documentId = ''] = await putPages(service, knowledgeBaseId, [{ ...page, group_id: group }])
  const widgetId = await createWidget(service, knowledgeBaseId)
  const clientKey = await createPublicKey(admin, knowledgeBaseId, [group])
  const asking = { knowledgeBaseId, shown: { clientKey }, body: { query } }
  return { docs, documentId, groups: [group, otherGroup], widgetId, asking }
}

/** All transports at once, each with the widget if it has a place for one. */
const askEverywhere = (service: Service, { asking, widgetId }: World): Promise<Decision[]> =>
  Promise.all(
    transports.map((transport) => {
      if (transport.lacks.includes('widget_id')) return transport.ask(service, asking)
      const body = { ...asking.body, widget_id: widgetId }
      return transport.ask(service, { ...asking, body, origin: PAGE })
    }),
  )

const CANCELLED = { kind: 'failed', code: 'CANCELLED' }

/** Neither a conversation nor a count nor a reservation. */
async function expectNothingKept(database: TestDatabase, { docs }: World): Promise<void> {
  const { knowledgeBaseId, workspaceId } = docs
  const rows = await readRows(
    database,
    `select 'thread' from threads where knowledge_base_id = '${knowledgeBaseId}'
     union all select 'message' from messages where knowledge_base_id = '${knowledgeBaseId}'
     union all select 'reservation' from question_reservations where workspace_id = '${workspaceId}'
     union all select 'count' from question_counts
               where workspace_id = '${workspaceId}' and answered > 0`,
  )
  expect(rows).toEqual([])
}

/** Until so many answers have sent their first words. */
async function untilWriting(model: ModelServer, from: number, count: number): Promise<void> {
  const isWriting = () =>
    model.requests.slice(from).filter(({ sentPieces }) => sentPieces > 2).length === count
  for (let tries = 0; tries < 200 && !isWriting(); tries += 1) await sleep(50)
  expect(isWriting()).toBe(true)
}

type Withdrawal = {
  name: string
  /** How many of the transports rest on it. */
  ends?: (name: string) => boolean
  apply: (service: Service, world: World) => Promise<unknown>
}

const WITHDRAWALS: readonly Withdrawal[] = [
  {
    name: 'a restricted document',
    apply: ({ admin }, { docs, documentId }) =>
      admin.documents.change(docs.knowledgeBaseId, documentId, { visibility: 'restricted' }),
  },
  {
    name: 'a deleted document',
    apply: ({ admin }, { docs, documentId }) =>
      admin.documents.remove(docs.knowledgeBaseId, documentId),
  },
  {
    name: 'a document moved out of the group',
    apply: ({ admin }, { docs, documentId, groups }) =>
      admin.documents.change(docs.knowledgeBaseId, documentId, { group_id: groups[1] }),
  },
  {
    name: 'a revoked key',
    async apply({ admin }, { docs }) {
      const { keys } = await admin.keys.list(docs.knowledgeBaseId)
      for (const { id } of keys) await admin.keys.revoke(docs.knowledgeBaseId, id)
    },
  },
  {
    name: 'a key that expires',
    async apply({ admin }, { docs }) {
      const { keys } = await admin.keys.list(docs.knowledgeBaseId)
      const change = { expires_at: new Date(Date.now() + 1_000).toISOString() }
      for (const { id } of keys) await admin.keys.change(docs.knowledgeBaseId, id, change)
    },
  },
  {
    name: 'a widget switched off',
    ends: (name) => name !== 'MCP',
    apply: (service, { docs, widgetId }) =>
      changeWidget(service, docs.knowledgeBaseId, widgetId, { enabled: false }),
  },
]

for (const { name, ends = () => true, apply } of WITHDRAWALS) {
  verifies(
    ['restricted.not-in-answers', 'restricted.used-nowhere', 'quota.error-frame-does-not-count'],
    `${name} ends the answers under way, over every transport`,
    async ({ service, model, database }) => {
      const world = await createWorld(service)
      model.answer(() => LONG)
      const from = model.requests.length
      const asked = askEverywhere(service, world)
      await untilWriting(model, from, transports.length)
      const sentBefore = model.requests.slice(from).map(({ sentPieces }) => sentPieces)
      await apply(service, world)
      const ended = transports.filter((transport) => ends(transport.name))
      // What does not rest on it need not be waited for.
      if (ended.length < transports.length) {
        const [decision] = await Promise.all([asked, endOthers(service, world)])
        expect(decision.filter((_, index) => ends(transports[index]?.name ?? ''))).toEqual(
          ended.map(() => CANCELLED),
        )
      } else {
        expect(await asked).toEqual(transports.map(() => CANCELLED))
      }
      // 10 s of text at most, where a second is meant: the machine may be busy.
      for (const [index, request] of model.requests.slice(from).entries()) {
        expect(request.sentPieces - (sentBefore[index] ?? 0)).toBeLessThan(100)
      }
      await expectNothingKept(database, world)
    },
  )
}

/** The widget is gone, and MCP goes on: its page is withdrawn too, after a moment. */
async function endOthers({ admin }: Service, { docs, documentId }: World): Promise<void> {
  await sleep(2_000)
  await admin.documents.change(docs.knowledgeBaseId, documentId, { visibility: 'restricted' })
}

const beginRestricting = (database: TestDatabase, documentId: string) =>
  begin(database, `update documents set visibility = 'restricted' where id = '${documentId}'`)

/** A statement whose commit the test makes. */
async function begin(database: TestDatabase, statement: string) {
  const client = new pg.Client({ connectionString: getAdminUrl(database) })
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  return {
    async commit() {
      await client.query('commit')
      await client.end()
    },
  }
}

/** Until so many answers wait to be stored. */
async function untilSettling(database: TestDatabase, count: number): Promise<void> {
  const waiting = () =>
    readRows(
      database,
      `select 1 from pg_stat_activity where datname = current_database()
       and wait_event_type = 'Lock' and query like '%lock_answer_sources%'`,
    )
  let found = await waiting()
  for (let tries = 0; tries < 1_000 && found.length < count; tries += 1) {
    await sleep(30)
    found = await waiting()
  }
  expect(found).toHaveLength(count)
}

verifies(
  ['restricted.not-in-answers', 'restricted.used-nowhere'],
  'An answer that is to be stored while its document is being restricted is not, over every transport',
  async ({ service, model, database }) => {
    const world = await createWorld(service)
    model.answer(() => says(TEXT))
    const restriction = await beginRestricting(database, world.documentId)
    const asked = askEverywhere(service, world)
    await untilSettling(database, transports.length)
    await restriction.commit()
    expect(await asked).toEqual(transports.map(() => CANCELLED))
    await expectNothingKept(database, world)
  },
)

verifies(
  'restricted.not-in-answers',
  'An answer of quoted sentences is not stored either',
  async ({ service, embeddings, database }) => {
    const world = await createWorld(service)
    const env = steeredBy(embeddings)
    await using quoting = await startService({
      databaseUrl: database.ownerUrl,
      command: 'api',
      env,
    })
    const restriction = await beginRestricting(database, world.documentId)
    const asked = askEverywhere(quoting, world)
    await untilSettling(database, transports.length)
    await restriction.commit()
    expect(await asked).toEqual(transports.map(() => CANCELLED))
    await expectNothingKept(database, world)
  },
)

verifies(
  'restricted.not-in-answers',
  'A follow-up ends when what an earlier turn rests on is restricted',
  async ({ service, model }) => {
    const world = await createWorld(service)
    const { docs, documentId } = world
    model.answer(() => says(TEXT))
    const { thread_id } = getIds(await ask(service, docs, { query }))
    const crane = {
      url: `${PAGE}/crane`,
      content: '# Crane\n\nThe harbour crane is forty metres tall.',
    }
    await putPages(service, docs.knowledgeBaseId, [crane])
    const from = model.requests.length
    // The first call stands the question alone, so that only the other page is found.
    model.script(says('How tall is the harbour crane?'))
    model.answer(() => LONG)
    const asked = ask(service, docs, {
      query: 'And how tall is the harbour crane?',
      thread_id,
      top_k: 1,
    })
    await untilWriting(model, from + 1, 1)
    await service.admin.documents.change(docs.knowledgeBaseId, documentId, {
      visibility: 'restricted',
    })
    const answered = await asked
    expect(getError(answered).error_code).toBe('cancelled')
    const [first] = answered.frames
    expect(first && 'citations' in first && first.citations.map(({ url }) => url)).toEqual([
      `${crane.url}#crane`,
    ])
    expect(readText(answered)).not.toBe('')
    // Not at its end, when it is to be stored.
    expect(model.requests[from + 1]?.sentPieces).toBeLessThan(PIECES / 2)
    const { messages } = await service.admin.messages.list(docs.knowledgeBaseId)
    expect(messages).toHaveLength(1)
  },
)

test('a follow-up whose conversation is deleted meanwhile is not stored', async ({
  service,
  model,
  database,
}) => {
  const world = await createWorld(service)
  const { docs } = world
  model.answer(() => says(TEXT))
  const { thread_id } = getIds(await ask(service, docs, { query }))
  const from = model.requests.length
  model.script(says('How do I reset a key again?'))
  model.answer(() =>
    says(
      Array.from({ length: 30 }, () => `${TEXT} `),
      { delayMs: 100 },
    ),
  )
  const asked = ask(service, docs, { query: 'And again?', thread_id })
  await untilWriting(model, from + 1, 1)
  await service.admin.threads.remove(docs.knowledgeBaseId, thread_id)
  expect(getError(await asked).error_code).toBe('cancelled')
  const left = `select id from threads where knowledge_base_id = '${docs.knowledgeBaseId}'`
  expect(await readRows(database, left)).toEqual([])
})

test('an answer whose access cannot be checked is held back, and then ends', async ({
  service,
  model,
  database,
}) => {
  const world = await createWorld(service)
  model.answer(() => LONG)
  const from = model.requests.length
  const asked = ask(service, world.docs, { query })
  await untilWriting(model, from, 1)
  const sentBefore = model.requests[from]?.sentPieces ?? 0
  const lock = await begin(database, 'lock table client_keys in access exclusive mode')
  const answered = await asked
  await lock.commit()
  expect(getError(answered).error_code).toBe('unavailable')
  // A second of text, and what a busy machine adds to it.
  const deltas = answered.frames.filter((frame) => 'delta' in frame)
  expect(deltas.length).toBeLessThan(sentBefore + 40)
  await expectNothingKept(database, world)
})
