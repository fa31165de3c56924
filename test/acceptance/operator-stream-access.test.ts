import { expect } from 'vitest'
import { hangs } from '../fakes/model-scripts.ts'
import { answering } from '../support/answering.ts'
import { putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { bearer, joinAs, sendAs } from './support/people.ts'
import { createWidget } from './support/widget.ts'
import { adminPath, send } from './support/wire.ts'

const { test } = answering()

/** A stream that stays open would be read for longer than the check that ends it takes, by far. */
const OPEN_MS = 60_000

type Stream = { ended: Promise<string>; read: () => string }

/** Reads on until the service ends it. */
async function open(
  { baseUrl }: Service,
  path: string,
  { headers, json }: { headers: Record<string, string>; json?: object },
): Promise<Stream> {
  const response = await fetch(baseUrl + path, {
    method: json ? 'POST' : 'GET',
    headers: { ...headers, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { body: JSON.stringify(json) }),
    signal: AbortSignal.timeout(OPEN_MS),
  })
  expect(response.status, path).toBe(200)
  let text = ''
  const read = async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
    }
    return text
  }
  return { ended: read(), read: () => text }
}

/** How somebody stops being allowed to follow. */
const REMOVALS = {
  'was removed from the workspace': ({ service, workspaceId, person }: Removal) =>
    service.admin.members.remove(workspaceId, person.id),
  'signed out': ({ service, person }: Removal) =>
    sendAs(service, person, '/api/v1/admin/session', { method: 'DELETE' }),
}
type Person = Awaited<ReturnType<typeof joinAs>>
type Removal = { service: Service; workspaceId: string; person: Person }

const PAGE = {
  url: 'https://docs.example.com/keys',
  content: '# Keys\n\nReset a key under Settings.',
}

test.for(Object.entries(REMOVALS))(
  'the streams of somebody who %s end, and those of others go on',
  async ([, remove], { service, knowledge, model }) => {
    const { workspaceId, knowledgeBaseId } = knowledge
    await putPages(service, knowledgeBaseId, [PAGE])
    const widgetId = await createWidget(service, knowledgeBaseId)
    const origins = adminPath(knowledgeBaseId, `widgets/${widgetId}/origins/events`)
    const playground = adminPath(knowledgeBaseId, 'playground')
    const person = await joinAs(service, workspaceId, 'editor')
    const other = await joinAs(service, workspaceId, 'admin')
    const asked = model.requests.length
    model.script(hangs('Reset a key', ' under Settings [1].', ' Then'))
    const json = { query: 'How do I reset a key?' }
    const streams = [await open(service, playground, { headers: person.headers, json })]
    await expect.poll(() => model.requests[asked]?.sentPieces).toBe(3)
    const stays = await open(service, origins, other)
    await expect.poll(stays.read).toContain('data: ')
    const startedMs = performance.now()
    await remove({ service, workspaceId, person })
    for (const { ended } of streams) {
      const text = await ended
      expect(text).not.toContain('"done":true')
    }
    expect(performance.now() - startedMs).toBeLessThan(OPEN_MS / 4)
    let isOpen = true
    void stays.ended.then(
      () => (isOpen = false),
      () => (isOpen = false),
    )
    await send(service, '/health')
    expect(isOpen).toBe(true)
    await service.admin.members.remove(workspaceId, other.id)
    await stays.ended
  },
)

test('the streams of a program end when its token is revoked', async ({ service, knowledge }) => {
  const { workspaceId, knowledgeBaseId } = knowledge
  const widgetId = await createWidget(service, knowledgeBaseId)
  const origins = adminPath(knowledgeBaseId, `widgets/${widgetId}/origins/events`)
  const made = await service.admin.accessTokens.create(workspaceId, { name: 'A', role: 'admin' })
  const kept = await service.admin.accessTokens.create(workspaceId, { name: 'B', role: 'admin' })
  const stream = await open(service, origins, { headers: bearer(made.token) })
  const other = await open(service, origins, { headers: bearer(kept.token) })
  await expect.poll(stream.read).toContain('data: ')
  await service.admin.accessTokens.revoke(workspaceId, made.id)
  expect(await stream.ended).not.toContain('"done":true')
  const isOpen = await Promise.race([other.ended.then(() => false), Promise.resolve(true)])
  expect(isOpen).toBe(true)
  await service.admin.accessTokens.revoke(workspaceId, kept.id)
  await other.ended
})
