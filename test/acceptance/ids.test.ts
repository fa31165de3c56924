import { expect, vi } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { createPublicKey, putPages } from '../support/knowledge.ts'
import type { Knowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { jsonOf } from './support/public-operations.ts'
import { adminPath, asOperator, listOperations, send, sendSearch } from './support/wire.ts'

/** With an address of its own, so that readers can sign in. */
const { verifies } = acceptance({
  PUBLIC_URL: 'http://127.0.0.1:1',
  SECRETS_KEY: 'a key for the tests, 32 characters',
})

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A body that each operation with one takes. */
const BODIES: Record<string, object> = {
  search: { query: 'sextant' },
  related: { query: 'sextant' },
  chat: { query: 'What is a sextant?' },
  threadChat: { query: 'What is a sextant?' },
  formDeflect: { description: 'What is a sextant?' },
  formDeflectOutcome: { outcome: 'submitted' },
  changeWorkspace: { name: 'Renamed' },
  createWorkspace: { name: 'Another' },
  createKnowledgeBase: { name: 'Another' },
  createGroup: { name: 'Another' },
  createKey: { name: 'Another', kind: 'secret' },
  changeKnowledgeBase: { starter_mode: 'none' },
  changeKey: { name: 'Renamed' },
  createWidget: { name: 'Another' },
  changeWidget: { name: 'Renamed' },
  putDocument: {
    url: 'https://docs.example.com/another',
    content: 'A sextant.',
    content_type: 'text/plain',
  },
  changeDocument: { visibility: 'unlisted' },
  // The model it has: taken, and nothing is left to do.
  startReembedding: { model: 'steered@64' },
  createSource: {
    name: 'Another',
    settings: { type: 'files', base_url: 'https://docs.example.com/files/' },
  },
  changeSource: { name: 'Renamed' },
  explainRetrieval: { query: 'sextant', url: 'https://docs.example.com/sextant' },
  putSignIn: { allowed_email_domains: ['example.com'] },
  putAnswerModel: {
    provider: 'openai-compatible',
    model: 'small',
    base_url: 'https://1.1.1.1/v1',
  },
}

/** Refused here: nothing was re-embedded, nobody signed in, no sync is under way, and no file sent. */
const NOT_CALLED = new Set([
  'cancelSync',
  'confirmSync',
  'deleteSourceFile',
  'discardSync',
  'putSourceFile',
  'revokeReader',
  'rollBackReembedding',
  'uploadSourceArchive',
])

/** Their answers name no resource. */
const WITHOUT_IDS = [
  'deleteAnswerModel',
  'deleteDocument',
  'deleteSource',
  'discardReembedding',
  'formDeflectOutcome',
  'getAnswerModel',
  'getReembedding',
  'getSignIn',
  'getSourceHook',
  'getWorkspaceUsage',
  'listReaders',
  'listSourceFiles',
  'listSourcePages',
  'listSyncPages',
  'putAnswerModel',
  'putSignIn',
  'related',
  'revokeKey',
  'rotateSourceHook',
  'startReembedding',
  'suggestedQuestions',
  'summarizeDocuments',
  'withdrawRating',
]

/** One of everything, by the name of its path parameter. */
async function createOneOfEach(service: Service, knowledge: Knowledge) {
  const { knowledgeBaseId, workspaceId } = knowledge
  const { id: groupId } = await service.admin.groups.create(knowledgeBaseId, { name: 'Some' })
  const [documentId = ''] = await putPages(service, knowledgeBaseId, [
    { url: 'https://docs.example.com/sextant', content: 'A sextant.', group_id: groupId },
  ])
  await createPublicKey(service.admin, knowledgeBaseId, [groupId])
  const { keys } = await service.admin.keys.list(knowledgeBaseId)
  const widget = await createWidget(service, knowledgeBaseId)
  const asked = await knowledge.client.deflectForm({ description: 'What is a sextant?' })
  const { thread_id: threadId = '', message_id: messageId = '' } = asked
  const keyId = keys[1]?.id ?? ''
  const { sourceId, syncId } = await createSyncedSource(service, knowledgeBaseId)
  const synced = { sourceId, syncId }
  const read = { documentId, threadId, messageId }
  return { workspaceId, knowledgeBaseId, keyId, widgetId: widget, ...read, ...synced }
}

/** A source of no files: its sync ends at once. */
async function createSyncedSource({ admin }: Service, knowledgeBaseId: string) {
  const { id: sourceId } = await admin.sources.create(knowledgeBaseId, {
    name: 'Some',
    settings: { type: 'files', base_url: 'https://docs.example.com/some/' },
    sync: false,
  })
  const { id: syncId } = await admin.syncs.start(knowledgeBaseId, sourceId)
  await vi.waitFor(async () => {
    const { ended_at } = await admin.syncs.get(knowledgeBaseId, sourceId, syncId)
    expect(ended_at).not.toBeNull()
  }, 30_000)
  return { sourceId, syncId }
}

async function createWidget(service: Service, knowledgeBaseId: string): Promise<string> {
  const { body } = await send(service, adminPath(knowledgeBaseId, 'widgets'), {
    json: { name: 'Some', allowed_origins: ['https://docs.example.com'] },
    headers: asOperator,
  })
  return (body as { id: string }).id
}

/** Values of every `id`, `…_id` and `…_ids` in a body, at any depth. */
function idsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(idsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === 'client_id') return [] // a credential, not a resource
    if (/(^|_)id$/.test(name)) return inner === null ? [] : [inner]
    if (name.endsWith('_ids')) return inner === null ? [] : (inner as unknown[])
    return idsIn(inner)
  })
}

/** Values of every `…_at` in a body, at any depth. */
function timesIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(timesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name.endsWith('_at') && inner !== null ? [inner] : timesIn(inner),
  )
}

const ISO_8601_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

verifies(
  ['d1.ids.uuidv7-lower-case', 'timestamps.iso-8601-utc'],
  async ({ service, knowledge }) => {
    const ids = await createOneOfEach(service, knowledge)
    const operations = await listOperations(service, ids)
    // Reads first: what is deleted cannot be read.
    const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    operations.sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
    const withoutIds: string[] = []
    const times: unknown[] = []
    for (const { operationId, method, path, tag } of operations) {
      if (NOT_CALLED.has(operationId)) continue
      const asReader = { 'x-client-key': knowledge.clientKey, origin: 'https://docs.example.com' }
      const credential = tag === 'admin' ? asOperator : asReader
      const reply = await send(service, path, {
        method,
        json:
          operationId === 'rate'
            ? { message_id: ids.messageId, rating: 'up' }
            : BODIES[operationId],
        headers: credential,
      })
      expect(reply.status, `${operationId}: ${reply.text}`).toBeLessThan(300)
      const bodies = jsonOf(reply)
      const found = bodies.flatMap(idsIn)
      times.push(...bodies.flatMap(timesIn))
      if (found.length === 0) withoutIds.push(operationId)
      for (const id of [...found, reply.headers.get('x-request-id')]) {
        expect(id, operationId).toMatch(UUID_V7)
      }
    }
    expect(withoutIds.sort()).toEqual(WITHOUT_IDS)
    expect(times.length).toBeGreaterThan(20)
    for (const time of times) {
      expect(time).toEqual(expect.stringMatching(ISO_8601_UTC))
      expect(Math.abs(Date.parse(String(time)) - Date.now())).toBeLessThan(600_000)
    }
  },
)

verifies('d1.ids.anything-else-not-valid', async ({ service, knowledge }) => {
  const { knowledgeBaseId } = knowledge
  const widgetId = await createWidget(service, knowledgeBaseId)
  const from = (widget_id: string) =>
    sendSearch(
      service,
      knowledge,
      { query: 'sextant', widget_id },
      { origin: 'https://docs.example.com' },
    )
  expect(await from(widgetId)).toMatchObject({ status: 200 })
  const wrong = [
    widgetId.toUpperCase(),
    `{${widgetId}}`,
    `urn:uuid:${widgetId}`,
    widgetId.replaceAll('-', ''),
    `${widgetId} `,
    `${widgetId.slice(0, 14)}4${widgetId.slice(15)}`,
    `${widgetId.slice(0, 19)}c${widgetId.slice(20)}`,
    '00000000-0000-0000-0000-000000000000',
    '1',
    'sextant',
    '',
  ]
  const refused = { status: 400, body: { code: 'BAD_REQUEST' } }
  for (const id of wrong) expect(await from(id), id).toMatchObject(refused)
  for (const id of wrong.filter((text) => text !== '')) {
    const path = adminPath(knowledgeBaseId, `documents/${encodeURIComponent(id)}`)
    expect(await send(service, path, { headers: asOperator }), id).toMatchObject(refused)
  }
})
