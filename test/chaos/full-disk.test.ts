import { bytesFor } from '../support/chaos/chance.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Exchange } from '../support/chaos/call.ts'
import { call, refusalCode } from '../support/chaos/call.ts'
import { until } from '../support/chaos/load.ts'
import type { ChaosPostgres } from '../support/chaos/postgres.ts'
import { startChaosPostgres } from '../support/chaos/postgres.ts'
import { asSuperuser } from '../support/chaos/scan.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { ADMIN_TOKEN, startService } from '../support/service.ts'
import type { SmallDisk } from '../support/chaos/small-disk.ts'
import { mountSmallDisk } from '../support/chaos/small-disk.ts'
import { storeMessage } from '../support/store/stored-messages.ts'

/** By then, the free space inside the table's pages is used up. */
const MAX_TRIES = 300

let disk: SmallDisk
let postgres: ChaosPostgres
let service: Service
let knowledge: Knowledge
let messageIds: string[]

const isRoot = process.getuid?.() === 0

beforeAll(async () => {
  if (!isRoot) return
  disk = await mountSmallDisk(400)
  postgres = await startChaosPostgres({ dataFolder: disk.folder })
  service = await startService({ databaseUrl: postgres.databaseUrl })
  knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/valve', content: '# Valve\n\nThe valve is turned by hand.' },
  ])
  messageIds = []
  for (let count = 0; count < 20; count += 1) {
    messageIds.push(await storeMessage(postgres.databaseUrl, knowledge))
  }
  // Space for the WAL: without any, PostgreSQL shuts down.
  for (let count = 0; count < 4; count += 1) await asSuperuser(postgres, 'select pg_switch_wal()')
  await asSuperuser(postgres, 'checkpoint')
})

afterAll(async () => {
  await service?.kill()
  await disk?.free().catch(() => undefined)
  await postgres?.stop()
  await disk?.remove()
})

const publicUrl = (path: string) => `${service.baseUrl}/api/v1/public/${path}`
const ofKnowledge = (endpoint: string) =>
  publicUrl(`knowledge-bases/${knowledge.knowledgeBaseId}/${endpoint}`)

function ask(method: string, url: string, body?: object): Promise<Exchange> {
  return call({ method, url, body, headers: { 'x-client-key': knowledge.clientKey } })
}

const readiness = async () =>
  (await call({ method: 'GET', url: `${service.baseUrl}/readyz` })).status

const search = () => ask('POST', ofKnowledge('search'), { query: 'How is the valve turned?' })

/** Does not compress, so that PostgreSQL needs all of its bytes. */
const noise = (characters: number) =>
  bytesFor(`noise ${(noises += 1)}`, characters)
    .toString('base64')
    .slice(0, characters)

let noises = 0

const rate = (count: number) =>
  ask('POST', publicUrl('feedback'), {
    message_id: messageIds[count % messageIds.length],
    rating: 'up',
    comment: noise(2_000),
  })

const putDocument = (name: string, characters: number) =>
  call({
    method: 'PUT',
    url: `${service.baseUrl}/api/v1/admin/knowledge-bases/${knowledge.knowledgeBaseId}/documents`,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    body: {
      url: `https://docs.example.com/${name}`,
      content: noise(characters),
      content_type: 'text/plain',
    },
  })

type Frame = { done?: boolean; error_code?: string }

/** The last frame of an answer. */
async function chat(): Promise<Frame> {
  const { status, text } = await ask('POST', ofKnowledge('chat'), {
    query: 'How is the valve turned?',
  })
  expect(status).toBe(200)
  const lines = text.split('\n').filter((line) => line.startsWith('data: '))
  const frame: Frame = JSON.parse(lines.at(-1)?.slice('data: '.length) ?? '{}')
  return frame
}

async function expectReading(): Promise<void> {
  const found = await search()
  expect(found.status).toBe(200)
  expect(JSON.parse(found.text)).toMatchObject({ count: 1 })
  const related = await ask('POST', ofKnowledge('related'), { query: 'valve' })
  expect(related.status).toBe(200)
  for (const endpoint of ['widget-config', 'suggested-questions']) {
    expect((await ask('GET', ofKnowledge(endpoint))).status, endpoint).toBe(200)
  }
}

/** Until the first that is refused. The others went through. */
async function untilRefused(send: (count: number) => Promise<Exchange>): Promise<Exchange> {
  for (let count = 0; count < MAX_TRIES; count += 1) {
    const exchange = await send(count)
    if (exchange.status !== 201) return exchange
  }
  throw new Error('Nothing was refused')
}

// Only root can mount the disk that is to be filled.
test.runIf(isRoot)('on a full disk reading goes on, writing gets 503, and both heal', async () => {
  expect(await chat()).toMatchObject({ done: true })
  await disk.fill()
  const refused = [
    await putDocument('large', 300_000),
    await untilRefused(rate),
    await untilRefused((count) => putDocument(`small-${count}`, 3_000)),
  ]
  expect(refused.map((each) => `${each.status} ${refusalCode(each)}`)).toEqual(
    refused.map(() => '503 UNAVAILABLE'),
  )
  let last = await chat()
  for (let count = 0; last.done && count < MAX_TRIES; count += 1) last = await chat()
  expect(last).toMatchObject({ error_code: 'unavailable', retryable: true })
  await expectReading()
  // Every process has this database: taken out of traffic, none of them would serve reads either.
  expect(await readiness()).toBe(200)
  expect(service.process.exitCode).toBeNull()

  await disk.free()
  const heals = async () => (await putDocument('after', 3_000)).status === 201
  await until('a document', heals, 30_000)
  expect((await rate(0)).status).toBe(201)
  expect(await chat()).toMatchObject({ done: true })
  await expectReading()
  const isIndexed = async () => {
    const summary = await service.admin.documents.summary(knowledge.knowledgeBaseId)
    expect(summary.failed).toBe(0)
    return summary.pending === 0
  }
  await until('the documents that were waiting', isIndexed, 120_000)
})
