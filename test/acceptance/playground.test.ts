import type { PlaygroundFrame, PlaygroundInput } from '@footnote/client/admin'
import { FootnoteError } from '@footnote/client'
import { expect, onTestFinished, vi } from 'vitest'
import { hangs, says } from '../fakes/model-scripts.ts'
import { startModelServer } from '../fakes/model-server.ts'
import { answering } from '../support/answering.ts'
import { ask, joinedDeltas, takeLast } from '../support/ask.ts'
import { createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import { readMetrics } from '../support/read-metrics.ts'
import { runAsOperator } from '../support/run-cli.ts'
import { scanTables } from '../support/store/scan-tables.ts'
import type { Service } from '../support/service.ts'
import { readRows } from '../support/store/services.ts'
import { checkResponse } from '../support/check-response.ts'
import { createWidget } from './support/widget.ts'

const { test } = answering({ ALLOW_PRIVATE_MODEL_HOSTS: 'true' })

const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'
const KEYS = {
  url: 'https://docs.example.com/keys',
  content: '# Keys\n\nReset a key under Settings.',
}

/** A knowledge base with one page in a group, and a key for each of two groups. */
async function createWorld(service: Service) {
  const knowledge = await createKnowledge(service)
  const { knowledgeBaseId } = knowledge
  const { admin } = service
  const { id: open } = await admin.groups.create(knowledgeBaseId, { name: 'open' })
  const { id: inner } = await admin.groups.create(knowledgeBaseId, { name: 'inner' })
  const [documentId = ''] = await putPages(service, knowledgeBaseId, [{ ...KEYS, group_id: open }])
  const idOfKey = async (group: string) => {
    const clientKey = await createPublicKey(admin, knowledgeBaseId, [group])
    const { keys } = await admin.keys.list(knowledgeBaseId)
    return { clientKey, keyId: keys.at(-1)?.id ?? '' }
  }
  const groups = { open: await idOfKey(open), inner: await idOfKey(inner) }
  return { ...knowledge, documentId, open, inner, groups }
}

async function tryOut(
  { admin }: Pick<Service, 'admin'>,
  knowledgeBaseId: string,
  body: PlaygroundInput,
): Promise<{ frames: PlaygroundFrame[] }> {
  const frames: PlaygroundFrame[] = []
  for await (const frame of admin.playground.ask(knowledgeBaseId, body)) frames.push(frame)
  checkResponse({
    method: 'POST',
    path: `/api/v1/admin/knowledge-bases/${knowledgeBaseId}/playground`,
    status: 200,
    contentType: 'text/event-stream',
    text: frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(''),
  })
  return { frames }
}

function getTrace({ frames }: { frames: readonly PlaygroundFrame[] }) {
  const last = frames.at(-1)
  if (!last || !('trace' in last)) throw new Error(`No trace: ${JSON.stringify(last)}`)
  return last.trace
}

const readCode = (trial: Promise<unknown>): Promise<string | null> =>
  trial.then(
    () => null,
    (error: unknown) => (error instanceof FootnoteError ? error.code : String(error)),
  )

test('the frames are those of a reader with the key, and the last has the trace', async ({
  service,
  model,
}) => {
  const world = await createWorld(service)
  model.answer(() => says(TEXT))
  const { keyId, clientKey } = world.groups.open
  const asked = await ask(service, { ...world, clientKey }, { query })
  const tried = await tryOut(service, world.knowledgeBaseId, { query, key_id: keyId })
  const { thread_id, message_id, ...last } = takeLast(asked)
  expect([thread_id, message_id]).not.toContain(undefined)
  const trace = getTrace(tried)
  const before = asked.frames.slice(0, -1)
  expect(joinedDeltas(tried.frames)).toEqual([...joinedDeltas(before), { ...last, trace }])
  expect(trace).toMatchObject({
    model: 'openai-compatible/scripted',
    declined_by: null,
    search: { text: query, group_ids: [world.open] },
    candidates: [{ document_id: world.documentId, outcome: 'used' }],
  })
  const { system = '', messages = [] } = model.requests.at(-1) ?? {}
  expect(messages.at(-1)?.content).toContain(KEYS.content.slice(-20))
  expect(trace.prompt.text).toBe(`system:\n${system}\n\nuser:\n${messages.at(-1)?.content}`)
  const steps = [
    'rewritten',
    'retrieved',
    'reranked',
    'assessed',
    'quoted',
    'first_delta',
    'written',
  ]
  const { timings_ms } = trace
  expect(Object.keys(timings_ms)).toEqual([...steps, 'settled'])
  expect(Object.values(timings_ms)).toEqual(Object.values(timings_ms).sort((a, b) => a - b))
})

test('the command shows the answer and how it came about', async ({ service, model }) => {
  const { knowledgeBaseId, groups } = await createWorld(service)
  model.answer(() => says(TEXT))
  const options = ['--knowledge-base', knowledgeBaseId, '--key', groups.open.keyId]
  const { stdout, exitCode } = await runAsOperator(service, ['playground', query, ...options])
  expect(exitCode).toBe(0)
  expect(stdout).toContain('Reset a key under Settings [1].')
  expect(stdout).toContain(KEYS.url)
  expect(stdout).toMatch(/passages +1 used of the best 1/)
})

test('nothing is stored or counted', async ({ service, model, database }) => {
  const world = await createWorld(service)
  const { workspaceId, knowledgeBaseId } = world
  await service.admin.workspaces.change(workspaceId, { monthly_question_allowance: 1 })
  const words = ['quaggaquestion', 'quaggaanswer']
  model.answer(() => says('Reset a key under Settings [1]. quaggaanswer'))
  const body = { query: `${query} quaggaquestion` }
  const state = async () => ({
    found: await scanTables(database, words),
    counts: await readRows(
      database,
      `select (select count(*)::int from threads) as threads,
              (select count(*)::int from messages) as messages,
              (select count(*)::int from question_reservations) as reservations,
              (select coalesce(sum(answered), 0)::int from question_counts) as answered,
              (select count(*)::int from audit_events) as audited`,
    ),
  })
  const counted = async () => {
    const metrics = await readMetrics(service)
    return ['footnote_answers_total', 'footnote_retrieval_seconds'].map((name) =>
      metrics.value(name),
    )
  }
  const before = [await state(), await counted()]
  const askedBefore = model.requests.length
  const declined = 'Who won the regatta of 1911? quaggaquestion'
  for (const key_id of [undefined, world.groups.open.keyId]) {
    const key = key_id === undefined ? {} : { key_id }
    expect(getTrace(await tryOut(service, knowledgeBaseId, { ...body, ...key })).declined_by).toBe(
      null,
    )
    await tryOut(service, knowledgeBaseId, { ...key, query: declined, model: 'extract' })
  }
  expect(model.requests.length).toBe(askedBefore + 2)
  expect([await state(), await counted()]).toEqual(before)
  // A reader's question leaves all of that, and the allowance still has the one.
  const { clientKey } = world.groups.open
  expect(takeLast(await ask(service, { ...world, clientKey }, body))).toHaveProperty('message_id')
  const { found, counts } = await state()
  expect(found).toMatchObject({ messages: 1 })
  expect(counts).not.toEqual(before[0])
  expect(await counted()).not.toEqual(before[1])
})

test('a reader’s groups and restrictions hold', async ({ service, model }) => {
  const world = await createWorld(service)
  const { knowledgeBaseId, groups, open, inner } = world
  const SECRET = {
    url: 'https://docs.example.com/vault',
    content: '# Vault\n\nReset a key of the obsidian vault under Settings.',
    visibility: 'restricted' as const,
  }
  await putPages(service, knowledgeBaseId, [SECRET])
  model.answer(() => says(TEXT))
  const coverage = async (body: Partial<PlaygroundInput>) => {
    const { frames } = await tryOut(service, knowledgeBaseId, { query, ...body })
    expect(JSON.stringify(frames)).not.toContain('obsidian')
    return getTrace({ frames }).candidates.length
  }
  expect(await coverage({})).toBe(1)
  expect(await coverage({ key_id: groups.open.keyId })).toBe(1)
  expect(await coverage({ key_id: groups.inner.keyId })).toBe(0)
  expect(await coverage({ group_ids: [inner] })).toBe(0)
  const refused = (body: Partial<PlaygroundInput>) =>
    readCode(tryOut(service, knowledgeBaseId, { query, ...body }))
  expect(await refused({ key_id: groups.inner.keyId, group_ids: [open] })).toBe('GROUP_NOT_ALLOWED')
  const other = await createWorld(service)
  expect(await refused({ key_id: other.groups.open.keyId })).toBe('NOT_FOUND')
  expect(await refused({ group_ids: [other.open] })).toBe('GROUP_NOT_ALLOWED')
  await service.admin.keys.revoke(knowledgeBaseId, groups.open.keyId)
  expect(await refused({ key_id: groups.open.keyId })).toBe('NOT_FOUND')
})

test('what is restricted while an answer is written ends it', async ({ service, model }) => {
  for (const withKey of [false, true]) {
    const world = await createWorld(service)
    const { knowledgeBaseId, groups, documentId } = world
    model.script(hangs('Reset a key', ' under Settings [1].', ' Then'))
    const askedBefore = model.requests.length
    const key = withKey ? { key_id: groups.open.keyId } : {}
    const trial = tryOut(service, knowledgeBaseId, { query, ...key })
    await vi.waitFor(() => expect(model.requests[askedBefore]?.sentPieces).toBe(3), 30_000)
    if (withKey) await service.admin.keys.revoke(knowledgeBaseId, groups.open.keyId)
    else
      await service.admin.documents.change(knowledgeBaseId, documentId, {
        visibility: 'restricted',
      })
    expect((await trial).frames.at(-1)).toMatchObject({ code: 'CANCELLED' })
  }
})

test('another model of the knowledge base’s own provider can be tried', async ({
  service,
  model,
}) => {
  const { knowledgeBaseId } = await createWorld(service)
  const own = await startModelServer()
  onTestFinished(() => own.close())
  own.answer(() => says(TEXT))
  await service.admin.answerModel.put(knowledgeBaseId, {
    provider: 'openai-compatible',
    model: 'small',
    base_url: own.url,
  })
  const askedBefore = model.requests.length
  const tested = own.requests.length
  const names = []
  for (const name of [undefined, 'large']) {
    const chosen = name === undefined ? {} : { model: name }
    names.push(getTrace(await tryOut(service, knowledgeBaseId, { query, ...chosen })).model)
  }
  expect(names).toEqual(['openai-compatible/small', 'openai-compatible/large'])
  expect(own.requests.slice(tested).map(({ body }) => body.model)).toEqual(['small', 'large'])
  expect(model.requests.length).toBe(askedBefore)
})

test('model, voice and earlier turns are the operator’s to choose', async ({ service, model }) => {
  const { knowledgeBaseId } = await createWorld(service)
  const { admin } = service
  model.answer(() => says(TEXT))
  const askedBefore = model.requests.length
  const quoted = await tryOut(service, knowledgeBaseId, { query, model: 'extract' })
  expect(getTrace(quoted)).toMatchObject({ model: 'extract', prompt: { text: null } })
  expect(model.requests.length).toBe(askedBefore)
  // The deployment pays for its own model, so nobody chooses another at its cost.
  expect(await readCode(tryOut(service, knowledgeBaseId, { query, model: 'large' }))).toBe(
    'BAD_REQUEST',
  )

  const widgetId = await createWidget(service, knowledgeBaseId, { voice: 'Like a pirate.' })
  await admin.widgets.change(knowledgeBaseId, widgetId, { enabled: false })
  const turns = [{ question: 'Where are settings?', answer: 'Under the gear.' }]
  const tried = await tryOut(service, knowledgeBaseId, { query, turns, widget_id: widgetId })
  const { prompt } = getTrace(tried)
  expect(prompt).toMatchObject({ voice: true, earlier_message_ids: [] })
  expect(prompt.text).toContain('Like a pirate.')
  expect(prompt.text).toContain('user:\nWhere are settings?\n\nassistant:\nUnder the gear.')
  const own = await tryOut(service, knowledgeBaseId, {
    query,
    widget_id: widgetId,
    voice: 'Like a judge.',
  })
  expect(getTrace(own).prompt.text).toContain('Like a judge.')
  expect(getTrace(own).prompt.text).not.toContain('pirate')
})
