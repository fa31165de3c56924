import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { runAsOperator } from '../support/run-cli.ts'
import { sharing } from '../support/sharing.ts'
import { createFiles, putFile, syncNow, untilSynced } from '../support/sources.ts'

const { test } = sharing()

const FILES = {
  'guide/valve.md': '# The valve\n\nTurn the valve by hand after every restart of the pump.',
  'guide/pump.md': '# The pump\n\nThe pump is primed with two litres of clean water.',
  'notes.txt': 'The wrench hangs beside the door of the boiler room.',
  'manual.html': '<h1>Boiler</h1><p>The boiler is lit with a long match, never a short one.</p>',
}

test('files are uploaded, synced and found, and removed by the next sync after their deletion', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const kb = knowledge.knowledgeBaseId
  const source = await createFiles(service, knowledge, FILES)
  const first = await syncNow(service, kb, source.id)
  expect(first).toMatchObject({
    state: 'completed',
    trigger: 'manual',
    counts: { found: 4, added: 4, to_index: 4, indexed: 4, failed: 0 },
    remaining_seconds: null,
  })
  const search = async () =>
    (await knowledge.client.search({ query: 'turn the valve by hand after a restart' })).results
  const [best] = await search()
  expect(best?.document).toMatchObject({
    url: 'https://files.example.com/guide/valve.md',
    source_type: 'files',
  })
  await admin.sourceFiles.remove(kb, source.id, 'guide/valve.md')
  const second = await syncNow(service, kb, source.id)
  expect(second.counts).toMatchObject({ gone: 1, unchanged: 3, added: 0 })
  expect((await search()).map(({ document }) => document.url)).not.toContain(
    'https://files.example.com/guide/valve.md',
  )
  const gone = await admin.syncs.pages(kb, source.id, second.id, { state: 'gone' })
  expect(gone.pages).toMatchObject([{ key: 'guide/valve.md', reason: expect.stringMatching(/./) }])
  const { syncs } = await admin.syncs.list(kb, source.id)
  expect(syncs.map(({ id }) => id)).toEqual([second.id, first.id])
  expect(await admin.sources.get(kb, source.id)).toMatchObject({
    documents: 3,
    last_sync: { id: second.id },
  })
})

test('pages are listed in parts, each with its document', async ({ service, knowledge }) => {
  const kb = knowledge.knowledgeBaseId
  const source = await createFiles(service, knowledge, FILES)
  await syncNow(service, kb, source.id)
  const first = await service.admin.sources.pages(kb, source.id, { limit: 3 })
  expect(first.pages).toHaveLength(3)
  const cursor = first.next_cursor ?? undefined
  const rest = await service.admin.sources.pages(kb, source.id, { limit: 3, cursor })
  expect(rest).toMatchObject({
    pages: [{ key: 'notes.txt', state: 'added', document_state: 'indexed', passages: 1 }],
    next_cursor: null,
  })
})

test('a sync that would delete too much awaits confirmation', async ({ service, knowledge }) => {
  const { admin } = service
  const kb = knowledge.knowledgeBaseId
  const source = await createFiles(service, knowledge, FILES)
  await syncNow(service, kb, source.id)
  for (const path of ['guide/valve.md', 'guide/pump.md']) {
    await admin.sourceFiles.remove(kb, source.id, path)
  }
  const held = await syncNow(service, kb, source.id)
  expect(held).toMatchObject({
    state: 'held',
    reason: expect.stringContaining('2 of 4 pages'),
    counts: { gone: 2 },
  })
  expect((await admin.documents.summary(kb)).indexed).toBe(4)
  await admin.syncs.confirm(kb, source.id, held.id)
  const confirmed = await untilSynced(service, kb, source.id, held.id)
  expect(confirmed.state).toBe('completed')
  expect((await admin.documents.summary(kb)).indexed).toBe(2)
  await expect(admin.syncs.confirm(kb, source.id, held.id)).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(admin.syncs.cancel(kb, source.id, held.id)).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('new rules apply to the documents of a source at once', async ({ service, knowledge }) => {
  const { admin } = service
  const kb = knowledge.knowledgeBaseId
  const source = await createFiles(service, knowledge, FILES)
  await syncNow(service, kb, source.id)
  const rules = [{ match: '/guide/**', visibility: 'restricted' as const }]
  await admin.sources.change(kb, source.id, { rules })
  const { documents } = await admin.documents.list(kb, { source_id: source.id })
  const restricted = documents.filter(({ visibility }) => visibility === 'restricted')
  expect(restricted.map(({ url }) => new URL(url).pathname).toSorted()).toEqual([
    '/guide/pump.md',
    '/guide/valve.md',
  ])
  const { results } = await knowledge.client.search({ query: 'prime the pump with clean water' })
  expect(results.some(({ document }) => document.url.includes('/guide/'))).toBe(false)
})

test('deleting a source deletes its documents', async ({ service, knowledge }) => {
  const { admin } = service
  const kb = knowledge.knowledgeBaseId
  const source = await createFiles(service, knowledge, FILES)
  await syncNow(service, kb, source.id)
  await admin.sources.remove(kb, source.id)
  expect(await admin.documents.summary(kb)).toMatchObject({ indexed: 0, passages: 0 })
  await expect(admin.sources.get(kb, source.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { sources } = await admin.sources.list(kb)
  const [pushed] = sources
  expect(sources.map(({ type }) => type)).toEqual(['api'])
  await expect(admin.sources.remove(kb, pushed?.id ?? '')).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('sources without a name are called by their address, and no two alike', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const kb = knowledge.knowledgeBaseId
  const settings = { type: 'files', base_url: 'https://files.example.com/handbook/' } as const
  const made = await Promise.all(
    [1, 2, 3].map(() => admin.sources.create(kb, { settings, sync: false })),
  )
  expect(made.map(({ name }) => name).toSorted()).toEqual([
    'files.example.com/handbook',
    'files.example.com/handbook (2)',
    'files.example.com/handbook (3)',
  ])
  const add = ['sources', 'add', 'website', 'https://files.example.com/handbook/', '--no-wait']
  const { exitCode, stderr } = await runAsOperator(service, [...add, '--knowledge-base', kb])
  expect([exitCode, stderr]).toEqual([0, ''])
  const { sources } = await admin.sources.list(kb)
  expect(sources.at(-1)?.name).toBe('files.example.com/handbook (4)')
})

test('a schedule must be a cron expression, and the type of a source cannot change', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const kb = knowledge.knowledgeBaseId
  const source = await createFiles(service, knowledge, {})
  const scheduled = await admin.sources.change(kb, source.id, { schedule: '15 3 * * *' })
  expect(scheduled.next_sync_at).toMatch(/T03:15:00.000Z$/)
  for (const schedule of ['every day', '* * * * * *', '0 0 31 2 *']) {
    await expect(admin.sources.change(kb, source.id, { schedule })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      details: [{ path: 'schedule' }],
    })
  }
  const settings = {
    type: 'openapi',
    url: 'https://a.example/',
    page_url: 'https://a.example/',
  } as const
  await expect(admin.sources.change(kb, source.id, { settings })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await admin.sources.change(kb, source.id, { paused: true })
  await expect(admin.syncs.start(kb, source.id)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a path outside the source and an unsupported file type are refused', async ({
  service,
  knowledge,
}) => {
  const kb = knowledge.knowledgeBaseId
  const source = await createFiles(service, knowledge, {})
  for (const path of ['../a.md', '/a.md', 'a//b.md', 'picture.png']) {
    await expect(putFile(service, source, kb, path, 'x')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  }
})

test('a webhook needs its secret or a signature', async ({ service, knowledge }) => {
  const { admin } = service
  const kb = knowledge.knowledgeBaseId
  const source = await createFiles(service, knowledge, FILES)
  const hook = await admin.sources.hook(kb, source.id)
  const body = JSON.stringify({ ref: 'refs/heads/main' })
  const post = async (headers: Record<string, string>, path = hook.path) =>
    (await fetch(service.baseUrl + path, { method: 'POST', body, headers })).status
  const sign = (secret: string) =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  expect(await post({})).toBe(401)
  expect(await post({ authorization: 'Bearer wrong' })).toBe(401)
  expect(await post({ 'x-hub-signature-256': sign('wrong') })).toBe(401)
  const bearer = { authorization: `Bearer ${hook.secret}` }
  expect(await post(bearer, hook.path.replace(source.id, kb))).toBe(401)
  expect(await post({ ...bearer, 'x-hub-signature-256': sign('wrong') })).toBe(401)
  expect((await admin.syncs.list(kb, source.id)).syncs).toEqual([])
  expect(await post({ 'x-hub-signature-256': sign(hook.secret) })).toBe(202)
  expect(await post(bearer)).toBe(202)
  expect(await post({ 'x-gitlab-token': hook.secret })).toBe(202)
  const [sync] = (await admin.syncs.list(kb, source.id)).syncs
  expect(sync).toMatchObject({ trigger: 'webhook' })
  const rotated = await admin.sources.rotateHook(kb, source.id)
  expect(await post(bearer)).toBe(401)
  expect(await post({ authorization: `Bearer ${rotated.secret}` })).toBe(202)
})

test('a repeated webhook call starts no second sync', async ({ service, knowledge }) => {
  const { admin } = service
  const kb = knowledge.knowledgeBaseId
  const source = await createFiles(service, knowledge, FILES)
  const { path, secret } = await admin.sources.hook(kb, source.id)
  const post = async (body: string, headers: Record<string, string>) => {
    const reply = await fetch(service.baseUrl + path, { method: 'POST', body, headers })
    expect(reply.status).toBe(202)
    const { sync_id } = (await reply.json()) as { sync_id: string }
    const { syncs } = await admin.syncs.list(kb, source.id)
    const isWaiting = syncs.some(({ id, state }) => id === sync_id && state === 'queued')
    // Nobody waits for more calls once somebody asks for a sync.
    if (isWaiting) await admin.syncs.start(kb, source.id)
    await untilSynced(service, kb, source.id, sync_id)
    return sync_id
  }
  const sign = (text: string) => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
  const seconds = String(Math.floor(Date.now() / 1000))
  const stamped = {
    'x-footnote-timestamp': seconds,
    'x-footnote-signature': sign(`${seconds}.push`),
  }
  const first = await post('push', stamped)
  expect(await post('push', stamped)).toBe(first)
  const delivered = { 'x-hub-signature-256': sign('{"after":"1"}'), 'x-github-delivery': 'd1' }
  const second = await post('{"after":"1"}', delivered)
  expect(second).not.toBe(first)
  // The delivery id is not signed, so changing or omitting it does not make a new delivery.
  const { 'x-github-delivery': _, ...bare } = delivered
  expect(await post('{"after":"1"}', bare)).toBe(second)
  expect(await post('{"after":"1"}', { ...bare, 'x-github-delivery': 'd2' })).toBe(second)
  // A script that signs the same body each time still syncs each time.
  const script = { 'x-hub-signature-256': sign('{}') }
  expect(await post('{}', script)).not.toBe(await post('{}', script))
  expect((await admin.syncs.list(kb, source.id)).syncs).toHaveLength(4)
})
