import type { OpenapiDocument } from '../../server/src/http/reference/openapi/openapi-document.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import type { ModelRequest, ModelServer } from '../fakes/model-server.ts'
import { startModelServer } from '../fakes/model-server.ts'
import { writtenBy } from '../support/answering.ts'
import { call, inParallel, refusalCode } from '../support/chaos/call.ts'
import { inTurn } from '../support/chaos/chance.ts'
import type { ServedOperation, Slot } from '../support/chaos/slots.ts'
import { toOperations, getSlots } from '../support/chaos/slots.ts'
import type { ChaosTenant } from '../support/chaos/tenants.ts'
import { createTenants } from '../support/chaos/tenants.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import { offerContact } from '../support/store/contact-webhook.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase, readRows } from '../support/store/services.ts'
import { OWN_EVALUATIONS } from './isolation-evaluations.ts'
import { EXPECTED } from './isolation-expectations.ts'
import type { ForeignKind, Outcome } from './isolation-outcomes.ts'
import { fault, foreignCanaries, isServed } from './isolation-faults.ts'
import type { Target } from './isolation-requests.ts'
import { buildRequest, foreignId, readerHeaders } from './isolation-requests.ts'
import { findForeignRows, findRowsWithoutTenant } from './isolation-sql.ts'

const SIZE =
  process.env['CHAOS'] === 'full'
    ? { tenants: 40, rounds: 12, searchesEach: 39 }
    : { tenants: 8, rounds: 1, searchesEach: 7 }

const KINDS: readonly ForeignKind[] = ['existing', 'unknown', 'malformed']
const AT_ONCE = 8

let database: TestDatabase
let service: Service
let target: Target
let model: ModelServer
let tenants: ChaosTenant[]
let document: OpenapiDocument

beforeAll(async () => {
  database = await createDatabase()
  model = await startModelServer()
  model.answer(echoPassages)
  const env = {
    ...writtenBy(model),
    ALLOW_PRIVATE_MODEL_HOSTS: 'true',
    PUBLIC_URL: 'http://127.0.0.1:1',
    SECRETS_KEY: 'a key for the tests, 32 characters',
  }
  service = await startService({ databaseUrl: database.ownerUrl, env })
  target = { baseUrl: service.baseUrl, modelUrl: model.url }
  tenants = await createTenants(service, SIZE.tenants)
  for (const tenant of tenants) {
    const { workspaceId, knowledgeBaseId, keyId, canary } = tenant
    const { webhooks } = service.admin
    // Nothing listens there.
    const hook = { url: `https://receiver.invalid/${canary}`, events: ['sync.failed' as const] }
    tenant.signerId = (
      await service.admin.readerSigners.create(knowledgeBaseId, { name: canary })
    ).id
    tenant.channelId = (
      await service.admin.channels.create(knowledgeBaseId, { kind: 'slack', name: canary })
    ).id
    tenant.verifiedAnswerId = (
      await service.admin.verifiedAnswers.create(knowledgeBaseId, {
        question: canary,
        answer: `The team knows ${canary}.`,
        source_document_ids: [tenant.documentId],
      })
    ).id
    tenant.searchRuleId = (
      await service.admin.searchRules.create(knowledgeBaseId, {
        rule: { kind: 'synonym', words: [canary], means: ['handbook'], both_ways: true },
      })
    ).id
    await offerContact(service, database.ownerUrl, tenant)
    tenant.webhookId = (await webhooks.create(workspaceId, hook)).id
    tenant.deliveryId = (await webhooks.test(workspaceId, tenant.webhookId)).id
    await readRows(
      database,
      `insert into readers (knowledge_base_id, id, identity, email)
       values ('${knowledgeBaseId}', '${keyId}', 'mailto:${canary}@example.com', '${canary}@example.com')`,
    )
    await readRows(
      database,
      `with person as (insert into accounts.people (id, email, name)
                       values ('${keyId}', '${canary}@example.com', '${canary}') returning id)
       insert into members (workspace_id, person_id, role) select '${workspaceId}', id, 'editor' from person`,
    )
  }
  const { text } = await call({ method: 'GET', url: `${service.baseUrl}/openapi.json` })
  document = JSON.parse(text)
})

afterAll(async () => {
  await service?.kill()
  await model?.close()
  await database?.drop()
})

/** The most that a model can tell: all it was shown of the knowledge base, and nothing of the question. */
function echoPassages({ messages }: ModelRequest) {
  const prompt = messages.map(({ content }) => content).join('\n')
  return says([/<passage[^]*<\/passage>/.exec(prompt)?.[0] ?? 'No passages.'])
}

const slotName = ({ operation, name }: Slot): string => `${operation.id} ${name}`

/** One after the other with each of the others. */
function getPair(turn: number): { own: ChaosTenant; foreign: ChaosTenant } {
  const own = inTurn(tenants, turn)
  const others = tenants.filter((tenant) => tenant !== own)
  return { own, foreign: inTurn(others, Math.floor(turn / tenants.length)) }
}

/** Written some seconds after a key was used, by its own tenant too. */
const withoutUse = (name: string, value: unknown): unknown =>
  name === 'last_used_at' ? undefined : value

/** What the tenants have, without what the requests of this file may add. */
async function holdings(): Promise<string[]> {
  return Promise.all(
    tenants.map(async (tenant) => {
      const get = async (what: string) => {
        const operation = toOperations(document).find(({ id }) => id === what)
        if (!operation) throw new Error(`${what} is not served`)
        return (await call(buildRequest(target, operation, tenant))).text
      }
      const lists = [await get('listKeys'), await get('listWidgets'), await get('listDocuments')]
      const things = lists.flatMap((text) => Object.values(JSON.parse(text)).flat())
      const own = things.filter((thing) => JSON.stringify(thing).includes(tenant.canary))
      return JSON.stringify([...own, await get('getMessage')], withoutUse)
    }),
  )
}

test('every id slot of the served operations has an expectation, and no other', () => {
  expect(getSlots(document).map(slotName).sort()).toEqual(Object.keys(EXPECTED).sort())
})

// First: later tests ask for each other's words, and questions are stored.
test('the api role sees no row of another tenant, and none without a tenant', async () => {
  const found = await findForeignRows(database.ownerUrl, tenants)
  console.log(
    `isolation: ${found.queries} queries of ${found.relations.length} relations as ${tenants.length} tenants, ${found.faults.length} faults`,
  )
  expect(found.relations).toEqual(expect.arrayContaining(['readable_passages', 'client_keys']))
  expect(found.faults).toEqual([])
  expect(await findRowsWithoutTenant(database.ownerUrl, inTurn(tenants, 0))).toEqual([])
})

test('a foreign id in any slot is refused as the contract says, and shows and changes nothing', async () => {
  const before = await holdings()
  const slots = getSlots(document)
  const faults: string[] = []
  const refusals = new Map<string, Set<string>>()
  // Each round sends an id of every kind in every slot. Tenants, credentials and the ways to be malformed
  // take turns; after the twelve rounds of the long form every slot met each way.
  const foreignIds = SIZE.rounds * KINDS.length * slots.length
  await inParallel(AT_ONCE, Array(foreignIds).keys(), async (index) => {
    const place = index % slots.length
    const slot = inTurn(slots, place)
    const turn = Math.floor(index / slots.length)
    const wanted = inTurn(KINDS, turn)
    const kind = wanted === 'existing' && DESTROYS.has(slot.operation.id) ? 'unknown' : wanted
    const { own, foreign } = getPair(index)
    const outcome = EXPECTED[slotName(slot)]?.[kind] ?? 'NOT_FOUND'
    const value = foreignId(slot, kind, foreign, place + Math.floor(turn / KINDS.length))
    const other = { ...slot, value }
    const withPair = (place + turn) % 2 === 0
    const exchange = await call(buildRequest(target, slot.operation, own, { other, withPair }))
    const namesForeign = outcome === 'served' && slot.place === 'path'
    const wrong = fault(exchange, outcome, namesForeign ? foreign : own)
    if (wrong !== undefined) faults.push(`${slotName(slot)} = ${value} (${kind}) ${wrong}`)
    if (!mustNotTell(outcome)) return
    const bodies = refusals.get(slotName(slot)) ?? new Set()
    refusals.set(slotName(slot), bodies.add(`${outcome} ${withoutRequestId(exchange.text)}`))
  })
  console.log(
    `isolation: ${foreignIds} foreign ids in ${slots.length} slots of ${tenants.length} tenants, ${faults.length} faults`,
  )
  expect(faults).toEqual([])
  // An id of another tenant and one of nobody cannot be told apart.
  for (const [name, bodies] of refusals) {
    const codes = new Set(Object.values(EXPECTED[name] ?? {}))
    const expected = [...codes].filter(mustNotTell)
    expect(bodies.size, name).toBe(expected.length)
  }
  expect(await holdings()).toEqual(before)
})

/** A refusal that must not tell another tenant's id from nobody's. */
const mustNotTell = (outcome: Outcome): boolean =>
  !['served', 'directory', 'BAD_REQUEST'].includes(outcome)

const withoutRequestId = (text: string): string =>
  JSON.stringify({ ...JSON.parse(text), request_id: undefined })

/** A reply may name the words of its own question that no page has. */
const withoutMissing = (text: string, { canary }: ChaosTenant): string =>
  text
    .replaceAll(`No page mentions “${canary}”.`, '')
    .replaceAll(`"missing_words":["${canary}"]`, '')

test("no tenant finds another's words by chat, search or related, and each finds its own", async () => {
  const faults: string[] = []
  let searches = 0
  await inParallel(AT_ONCE, tenants, async (own) => {
    const others = tenants.filter((tenant) => tenant !== own).slice(0, SIZE.searchesEach)
    for (const asked of [own, ...others]) {
      for (const what of ['chat', 'search', 'related']) {
        const { text } = await call({
          method: 'POST',
          url: `${service.baseUrl}/api/v1/public/knowledge-bases/${own.knowledgeBaseId}/${what}`,
          headers: readerHeaders(own, searches % 2 === 0),
          body: { query: `What is ${asked.canary}?` },
        })
        searches += 1
        if (foreignCanaries(withoutMissing(text, asked), own.canary).length > 0)
          faults.push(`${what}: ${text}`)
        if (text.includes('/hidden')) faults.push(`${what} shows a restricted page: ${text}`)
        if (asked === own && !text.includes(`says that ${own.canary}`)) {
          faults.push(`${what} misses its own: ${text}`)
        }
      }
    }
  })
  console.log(`isolation: ${searches} searches for other tenants' words, ${faults.length} faults`)
  expect(faults).toEqual([])
})

test("a tenant's credentials open no admin operation, nor work when mixed with another's", async () => {
  const { own, foreign: other } = getPair(0)
  const statuses = new Set<number>()
  for (const operation of toOperations(document)) {
    const request = buildRequest(target, operation, own)
    const attempts = operation.isAdmin
      ? [
          readerHeaders(own, false),
          readerHeaders(own, true),
          { authorization: `Bearer ${own.clientKey}` },
          { authorization: `Bearer ${own.clientSecret}` },
        ]
      : [
          { ...readerHeaders(own, true), 'x-client-secret': other.clientSecret },
          { ...readerHeaders(other, true), 'x-client-id': own.clientId },
          { 'x-client-key': own.clientSecret },
          { 'x-client-key': own.clientId },
        ]
    for (const headers of attempts) statuses.add((await call({ ...request, headers })).status)
  }
  expect([...statuses]).toEqual([401])
})

/** The operator may name every tenant, and these would leave none for the tests that follow. */
const DESTROYS = new Set(['deleteWorkspace', 'deleteKnowledgeBase'])

/** Nothing was re-embedded, so there is nothing to go back to; the sync is over, and nothing held. */
const OWN_OUTCOMES: Readonly<Record<string, Outcome>> = {
  rollBackReembedding: 'CONFLICT',
  cancelSync: 'CONFLICT',
  confirmSync: 'CONFLICT',
  discardSync: 'CONFLICT',
  // No page of the source was deleted.
  restoreDeletedPage: 'NOT_FOUND',
  // Uploaded files need no sign-in.
  putSourceCredential: 'BAD_REQUEST',
  // Nothing signs calls about them.
  putSourceHookSecret: 'BAD_REQUEST',
  // No Slack answers, and it is not connected.
  connectChannel: 'BAD_REQUEST',
  testChannel: 'CONFLICT',
  listChannelPlaces: 'CONFLICT',
  // A tenant has no gap.
  getGap: 'NOT_FOUND',
  changeGap: 'NOT_FOUND',
  draftArticle: 'NOT_FOUND',
  ...OWN_EVALUATIONS,
  // A key and the sign-in are limited to it alone.
  deleteGroup: 'CONFLICT',
}

test('own ids in every slot are served: the refusals above are due to the ids', async () => {
  const own = inTurn(tenants, 0)
  // Deletions last, the key's among them after the reader's own, and a source's after its files'.
  const lateness = ({ method, path, isAdmin }: ServedOperation) =>
    method === 'DELETE' ? Number(isAdmin) + 1 / path.length : 0
  const operations = toOperations(document).sort((a, b) => lateness(a) - lateness(b))
  for (const operation of operations) {
    const exchange = await call(buildRequest(target, operation, own))
    const outcome = isServed(exchange) ? 'served' : refusalCode(exchange)
    expect(outcome, `${operation.id} ${exchange.text}`).toBe(OWN_OUTCOMES[operation.id] ?? 'served')
  }
})
