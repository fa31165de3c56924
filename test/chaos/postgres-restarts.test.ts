import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Exchange } from '../support/chaos/call.ts'
import { call, durationMs, refusalCode } from '../support/chaos/call.ts'
import { createChance } from '../support/chaos/chance.ts'
import type { Load } from '../support/chaos/load.ts'
import { sleep, startLoad, until } from '../support/chaos/load.ts'
import type { ChaosPostgres } from '../support/chaos/postgres.ts'
import { startChaosPostgres } from '../support/chaos/postgres.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { ADMIN_TOKEN, startService } from '../support/service.ts'
import { storedRatings, storeMessage } from '../support/store/stored-messages.ts'

const SIZE = process.env['CHAOS'] === 'full' ? { kills: 5, clients: 8 } : { kills: 2, clients: 8 }

const LONGEST_ANSWER_MS = 15_000
const HEALED_AFTER_MS = 5_000

type Outage = { fromMs: number; untilMs: number }
type Put = Exchange & { url: string }
type Rated = Exchange & { messageId: string; count: number }

const ANSWERS = 10

const chance = createChance('postgres-restarts')

let postgres: ChaosPostgres
let service: Service
let knowledge: Knowledge
let answers: string[]

beforeAll(async () => {
  postgres = await startChaosPostgres()
  service = await startService({ databaseUrl: postgres.databaseUrl })
  knowledge = await createKnowledge(service)
  const pages = Array.from({ length: 10 }, (_, index) => ({
    url: `https://docs.example.com/before-${index}`,
    content: `# Valve ${index}\n\nValve ${index} is turned by hand after every restart.`,
  }))
  await putPages(service, knowledge.knowledgeBaseId, pages)
  answers = await Promise.all(
    Array.from({ length: ANSWERS }, () => storeMessage(postgres.databaseUrl, knowledge)),
  )
})

afterAll(async () => {
  await service?.kill()
  await postgres?.stop()
})

const search = (count: number): Promise<Exchange> =>
  call({
    method: 'POST',
    url: `${service.baseUrl}/api/v1/public/knowledge-bases/${knowledge.knowledgeBaseId}/search`,
    headers: { 'x-client-key': knowledge.clientKey },
    body: { query: `How is valve ${count % 10} turned?` },
  })

async function put(count: number): Promise<Put> {
  const url = `https://docs.example.com/during-${count}`
  const exchange = await call({
    method: 'PUT',
    url: `${service.baseUrl}/api/v1/admin/knowledge-bases/${knowledge.knowledgeBaseId}/documents`,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    body: { url, content: `Pump ${count} has no hand wheel.`, content_type: 'text/plain' },
  })
  await sleep(50)
  return { ...exchange, url }
}

/** One after another, so that the newest acknowledged rating of each answer is known. */
async function rate(count: number): Promise<Rated> {
  const messageId = answers[count % ANSWERS] ?? ''
  const exchange = await call({
    method: 'POST',
    url: `${service.baseUrl}/api/v1/public/feedback`,
    headers: { 'x-client-key': knowledge.clientKey },
    body: { message_id: messageId, rating: 'up', comment: String(count) },
  })
  await sleep(10)
  return { ...exchange, messageId, count }
}

/** Answers whose stored rating is missing or older than an acknowledged one. */
async function lostRatings(rated: readonly Rated[]): Promise<string[]> {
  const newest = new Map<string, number>()
  for (const { messageId, count, status } of rated) {
    if (status === 201) newest.set(messageId, count)
  }
  const lost: string[] = []
  for (const [messageId, count] of newest) {
    const stored = await storedRatings(postgres.databaseUrl, knowledge, messageId)
    // A later one may have been stored without being acknowledged.
    if (stored.length !== 1 || Number(stored[0]?.comment) < count) lost.push(messageId)
  }
  return lost
}

/** Kills it under load, keeps it away for a while, and waits until a second has passed without failures. */
async function killAndStart(kill: number, exchanges: () => Exchange[]): Promise<Outage> {
  await sleep(500 + chance.below(500, `until kill ${kill}`))
  const fromMs = performance.now()
  await postgres.kill()
  await sleep(500 + chance.below(1_500, `after kill ${kill}`))
  const untilMs = await postgres.start()
  const isQuiet = () => {
    const sinceMs = Math.max(untilMs, performance.now() - 1_000)
    const recent = exchanges().filter(({ endedMs }) => endedMs > sinceMs)
    return performance.now() > untilMs + 1_000 && recent.length > 0 && !recent.some(isFailure)
  }
  await until('a second without failures', isQuiet, 2 * HEALED_AFTER_MS)
  return { fromMs, untilMs }
}

const isFailure = ({ status }: Exchange): boolean => status < 200 || status >= 300

/** From when PostgreSQL took connections again to the start of the last request that still failed. */
function healingMs({ untilMs }: Outage, next: Outage | undefined, exchanges: Exchange[]): number {
  // What was under way at the next kill failed because of that.
  const nextMs = next?.fromMs ?? Number.POSITIVE_INFINITY
  const failedAfter = exchanges
    .filter((exchange) => isFailure(exchange) && exchange.endedMs < nextMs)
    .map(({ startedMs }) => startedMs - untilMs)
  return Math.max(0, ...failedAfter)
}

async function storedUrls(): Promise<Set<string>> {
  const urls = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await service.admin.documents.list(knowledge.knowledgeBaseId, {
      limit: 200,
      cursor,
    })
    for (const { url } of page.documents) urls.add(url)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return urls
}

function describeFailures(exchanges: readonly Exchange[]): string[] {
  const described = exchanges
    .filter(isFailure)
    .map((exchange) =>
      exchange.status === 0 ? exchange.text : `${exchange.status} ${refusalCode(exchange)}`,
    )
  return [...new Set(described)]
}

/** Jobs that the last kill cut off come back later; a new one is taken at once. */
async function expectIndexing(): Promise<void> {
  const { knowledgeBaseId } = knowledge
  const { id } = await service.admin.documents.put(knowledgeBaseId, {
    url: 'https://docs.example.com/after',
    content: 'Everything runs again.',
    content_type: 'text/plain',
  })
  const isIndexed = async () =>
    (await service.admin.documents.get(knowledgeBaseId, id)).state === 'indexed'
  await until('a new document', isIndexed, 60_000)
}

test('while PostgreSQL is away requests get 503, then heal by themselves; nothing acknowledged is lost', async () => {
  const searches = startLoad(SIZE.clients, search)
  const puts: Load<Put> = startLoad(1, put)
  const outages: Outage[] = []
  const ratings = startLoad(1, rate)
  const sent = () => [...searches.samples, ...puts.samples, ...ratings.samples]
  for (let kill = 0; kill < SIZE.kills; kill += 1) outages.push(await killAndStart(kill, sent))
  await searches.stop()
  await puts.stop()
  await ratings.stop()
  const exchanges = sent()
  const failures = exchanges.filter(isFailure)
  const healing = outages.map((outage, index) => healingMs(outage, outages[index + 1], exchanges))
  const acknowledged = puts.samples.filter(({ status }) => status === 201)
  const stored = await storedUrls()
  const lost = acknowledged.filter(({ url }) => !stored.has(url))
  const acknowledgedRatings = ratings.samples.filter(({ status }) => status === 201)
  const lostRated = await lostRatings(ratings.samples)
  const longestMs = Math.max(...exchanges.map(durationMs))
  console.log(
    `postgres-restarts: ${SIZE.kills} kills, ${exchanges.length} requests, ${failures.length} refused, ` +
      `longest ${longestMs.toFixed(0)} ms, healed after ${healing.map((ms) => ms.toFixed(0)).join(', ')} ms, ` +
      `${acknowledged.length} documents acknowledged, ${lost.length} lost, ` +
      `${acknowledgedRatings.length} ratings acknowledged, ${lostRated.length} lost`,
  )
  expect(describeFailures(exchanges)).toEqual(['503 UNAVAILABLE'])
  expect(longestMs).toBeLessThan(LONGEST_ANSWER_MS)
  expect(Math.max(...healing)).toBeLessThan(HEALED_AFTER_MS)
  expect(acknowledged.length).toBeGreaterThan(SIZE.kills)
  expect(lost).toEqual([])
  expect(acknowledgedRatings.length).toBeGreaterThan(SIZE.kills)
  expect(lostRated).toEqual([])
  expect(service.process.exitCode).toBeNull()
  await expectIndexing()
})
