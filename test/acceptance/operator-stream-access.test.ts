import type { IncomingMessage } from 'node:http'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { asTenant, storeMessage } from '../support/store/stored-messages.ts'
import { readRows } from '../support/store/services.ts'
import { bearer, joinAs, sendAs } from './support/people.ts'
import { createWidget } from './support/widget.ts'
import { adminPath } from './support/wire.ts'

const { test } = sharingAnswers()

type World = { service: Service; workspaceId: string }
/** What a caller sends, and how they lose the right to it. */
type Caller = { headers: Record<string, string>; lose: () => Promise<unknown> }

const join = (world: World) => {
  const email = `${crypto.randomUUID()}@example.com`
  return joinAs(world.service, world.workspaceId, 'admin', { email })
}

/** How somebody stops being allowed to follow. */
const LOSSES: Record<string, (world: World) => Promise<Caller>> = {
  'was removed from the workspace': async (world) => {
    const { id, headers } = await join(world)
    const lose = () => world.service.admin.members.remove(world.workspaceId, id)
    return { headers, lose }
  },
  'was given a lower role': async (world) => {
    const { id, headers } = await join(world)
    const { members } = world.service.admin
    return { headers, lose: () => members.change(world.workspaceId, id, { role: 'viewer' }) }
  },
  'signed out': async (world) => {
    const person = await join(world)
    const lose = () => sendAs(world.service, person, '/api/v1/admin/session', { method: 'DELETE' })
    return { headers: person.headers, lose }
  },
  'revoked the token that follows': async ({ service, workspaceId }) => {
    const { accessTokens } = service.admin
    const { id, token } = await accessTokens.create(workspaceId, { name: 'A', role: 'admin' })
    return { headers: bearer(token), lose: () => accessTokens.revoke(workspaceId, id) }
  },
}

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

const PAGE = {
  url: 'https://docs.example.com/keys',
  content: '# Keys\n\nReset a key under Settings.',
}

/** More than a minute of writing. */
const WORDS = Array.from({ length: 3_000 }, (_, index) => ` w${index}`)
const LONG_ANSWER = says(['Reset a key under Settings [1].', ...WORDS], { delayMs: 20 })

/** How many of the words an answer has so far. */
function wordsIn(stream: string): number {
  const deltas = stream
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => (JSON.parse(line.slice('data: '.length)) as { delta?: string }).delta ?? '')
  return deltas.join('').match(/ w\d+/g)?.length ?? 0
}

test.for(Object.entries(LOSSES))(
  'somebody who %s gets nothing that is written a second later, and others do',
  async ([, begin], { service, knowledge, model }) => {
    const { workspaceId, knowledgeBaseId } = knowledge
    await putPages(service, knowledgeBaseId, [PAGE])
    const widgetId = await createWidget(service, knowledgeBaseId)
    const origins = adminPath(knowledgeBaseId, `widgets/${widgetId}/origins/events`)
    const playground = adminPath(knowledgeBaseId, 'playground')
    const json = { query: 'How do I reset a key?' }
    const world = { service, workspaceId }
    const [caller, other] = [await begin(world), await begin(world)]

    const asked = model.requests.length
    model.script(LONG_ANSWER, LONG_ANSWER)
    const answer = await open(service, playground, { headers: caller.headers, json })
    await expect.poll(() => wordsIn(answer.read())).toBeGreaterThan(0)
    const otherAnswer = await open(service, playground, { headers: other.headers, json })
    const followed = await open(service, origins, { headers: caller.headers })
    const otherFollowed = await open(service, origins, { headers: other.headers })
    await expect.poll(() => followed.read() && otherFollowed.read()).toContain('data: ')

    await caller.lose()
    await sleep(1_000)
    const written = model.requests[asked]?.sentPieces ?? 0
    // The model goes on, as the other answer shows.
    await expect.poll(() => wordsIn(otherAnswer.read())).toBeGreaterThan(written)
    const text = await answer.ended
    expect(wordsIn(text)).toBeLessThan(written)
    expect(text + (await followed.ended)).not.toContain('"done":true')
    const isOpen = await Promise.race([
      otherFollowed.ended.then(() => false),
      Promise.resolve(true),
    ])
    expect(isOpen).toBe(true)
    await other.lose()
    await Promise.all([otherAnswer.ended, otherFollowed.ended])
  },
)

/** Rows that a file has, each with so much text that the whole is in no buffer between two processes. */
const ROWS = 8_000
const TEXT_CHARACTERS = 4_000

const openFile = ({ baseUrl }: Service, path: string, headers: Record<string, string>) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(baseUrl + path, { headers }, resolve).on('error', reject)
  })

async function countLines(file: IncomingMessage): Promise<{ lines: number; isWhole: boolean }> {
  let lines = 0
  try {
    for await (const chunk of file.setEncoding('utf8')) lines += chunk.split('\n').length - 1
  } catch {
    return { lines, isWhole: false }
  }
  return { lines, isWhole: true }
}

test('a file that is read slowly breaks off when its reader may not have it any more', async ({
  service,
  knowledge,
  database,
}) => {
  const { workspaceId, knowledgeBaseId } = knowledge
  const messageId = await storeMessage(database.ownerUrl, knowledge)
  await asTenant(database.ownerUrl, knowledge, async (client) => {
    await client.query(`
      with more as (
        insert into messages (knowledge_base_id, id, thread_id, source, question, answer, covered)
        select knowledge_base_id, gen_random_uuid(), thread_id, source, question,
               repeat('x', ${TEXT_CHARACTERS}), covered
        from messages, generate_series(1, ${ROWS})
        where id = '${messageId}' returning *)
      insert into message_search (knowledge_base_id, message_id, words, facets)
      select m.knowledge_base_id, m.id, '{}', message_facets(m, null, null, false, '{}')
      from more m`)
  })
  const changes = [{ field: 'name', from: 'x'.repeat(TEXT_CHARACTERS), to: null }]
  await readRows(
    database,
    `insert into audit_events (workspace_id, id, actor, action, changes)
     select '${workspaceId}', gen_random_uuid(), 'operator', 'group.change',
            '${JSON.stringify(changes)}'
     from generate_series(1, ${ROWS})`,
  )
  const files = [
    adminPath(knowledgeBaseId, 'messages.csv'),
    adminPath(knowledgeBaseId, 'messages.ndjson'),
    `/api/v1/admin/workspaces/${workspaceId}/audit.csv`,
  ]
  const world = { service, workspaceId }
  for (const [loss, begin] of Object.entries(LOSSES)) {
    const { headers, lose } = await begin(world)
    const opened = await Promise.all(files.map((path) => openFile(service, path, headers)))
    await lose()
    await sleep(1_000)
    for (const file of opened) {
      const { lines, isWhole } = await countLines(file)
      expect(isWhole, loss).toBe(false)
      expect(lines, loss).toBeLessThan(ROWS)
    }
  }
  const { headers } = await join(world)
  for (const path of files) {
    const { lines, isWhole } = await countLines(await openFile(service, path, headers))
    expect(isWhole, path).toBe(true)
    expect(lines, path).toBeGreaterThan(ROWS)
  }
})
