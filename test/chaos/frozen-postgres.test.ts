import type { Route } from '@footnote/contract/route'
import { servedRoutes } from '@footnote/contract/routes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Exchange } from '../support/chaos/call.ts'
import { call, durationMs, refusalCode } from '../support/chaos/call.ts'
import { until } from '../support/chaos/load.ts'
import type { ChaosPostgres } from '../support/chaos/postgres.ts'
import { startChaosPostgres } from '../support/chaos/postgres.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { ADMIN_TOKEN, startService } from '../support/service.ts'
import { storeMessage } from '../support/store/stored-messages.ts'

/** The service gives up after 30 s; the rest is slack for a busy machine. */
const LONGEST_ANSWER_MS = 40_000
/** It gives up after 1.5 s. */
const LONGEST_READINESS_MS = 6_000

let postgres: ChaosPostgres
let service: Service
let knowledge: Knowledge
let messageId: string
let widgetId: string
/** An unused key for each route, so that no caller is cached or shared by two look-ups. */
let freshKeys: Map<string, string>

beforeAll(async () => {
  postgres = await startChaosPostgres()
  service = await startService({ databaseUrl: postgres.databaseUrl })
  knowledge = await createKnowledge(service)
  const { knowledgeBaseId } = knowledge
  await service.admin.knowledgeBases.change(knowledgeBaseId, { llms_txt: true })
  await putPages(service, knowledgeBaseId, [
    { url: 'https://docs.example.com/valve', content: '# Valve\n\nThe valve is turned by hand.' },
  ])
  messageId = await storeMessage(postgres.databaseUrl, knowledge)
  widgetId = (await service.admin.widgets.create(knowledgeBaseId, { name: 'a' })).id
  freshKeys = new Map()
  for (const { operationId } of publicRoutes) {
    freshKeys.set(operationId, await createPublicKey(service.admin, knowledgeBaseId))
  }
})

afterAll(async () => {
  await postgres?.thaw()
  await service?.kill()
  await postgres?.stop()
})

const BODIES: Record<string, object> = {
  search: { query: 'valve' },
  related: { query: 'valve' },
  chat: { query: 'How is the valve turned?' },
  threadChat: { query: 'How is the valve turned?' },
  formDeflect: { description: 'How is the valve turned?' },
  formDeflectOutcome: { outcome: 'deflected' },
  contact: {
    id: '01941f29-7c00-7000-8000-0000000000c0',
    name: 'Ada',
    email: 'ada@example.com',
    message: 'How is the valve turned?',
    agreed: true,
  },
}

function ask(
  { operationId, method, path }: Route,
  clientKey = freshKeys.get(operationId) ?? '',
): Promise<Exchange> {
  const ids: Record<string, string> = {
    knowledgeBaseId: knowledge.knowledgeBaseId,
    messageId,
    widgetId,
    threadId: messageId,
  }
  const body =
    operationId === 'rate' ? { message_id: messageId, rating: 'up' } : BODIES[operationId]
  return call({
    method: method.toUpperCase(),
    url: service.baseUrl + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? ''),
    headers: { 'x-client-key': clientKey },
    body,
    timeoutMs: 2 * LONGEST_ANSWER_MS,
  })
}

const get = (path: string, headers: Record<string, string> = {}): Promise<Exchange> =>
  call({ method: 'GET', url: service.baseUrl + path, headers, timeoutMs: 2 * LONGEST_ANSWER_MS })

const publicRoutes = servedRoutes.filter(({ tag }) => tag === 'public')
const isStream = ({ streamFailures }: Route) => streamFailures !== undefined
const getRoute = (id: string) => publicRoutes.find(({ operationId }) => operationId === id)

const describe = (name: string, exchange: Exchange) =>
  `${name}: ${exchange.status} ${exchange.status === 0 ? exchange.text : refusalCode(exchange)}`

test('with PostgreSQL frozen every request gets 503 in time, a stream its error frame, and all recover', async () => {
  const chat = getRoute('chat')
  const search = getRoute('search')
  if (!chat || !search) throw new Error('No such route')
  // The process now has connections enough to hang on, and knows the key, so that the question with
  // it gets as far as its stream.
  const warming = Array.from({ length: 30 }, () => ask(search, knowledge.clientKey))
  for (const { status } of await Promise.all(warming)) expect(status).toBe(200)
  await postgres.freeze()
  const stream = ask(chat, knowledge.clientKey)
  const handled = ask(search, knowledge.clientKey)
  const asOperator = { authorization: `Bearer ${ADMIN_TOKEN}` }
  const { knowledgeBaseId } = knowledge
  const exchanges = await Promise.all([
    ...publicRoutes.map(async (route) => [route.operationId, await ask(route)] as const),
    handled.then((exchange) => ['search with a known key', exchange] as const),
    get(`/api/v1/public/knowledge-bases/${knowledgeBaseId}/llms.txt`).then(
      (exchange) => ['llms.txt', exchange] as const,
    ),
    get('/readyz').then((exchange) => ['readyz', exchange] as const),
    get(`/api/v1/admin/knowledge-bases/${knowledgeBaseId}/keys`, asOperator).then(
      (exchange) => ['listKeys', exchange] as const,
    ),
  ])
  const streamed = await stream
  const longestMs = Math.max(...exchanges.map(([, exchange]) => durationMs(exchange)))
  console.log(
    `frozen-postgres: ${exchanges.length} requests, longest ${longestMs.toFixed(0)} ms, ` +
      `stream ${durationMs(streamed).toFixed(0)} ms`,
  )
  expect(exchanges.map(([name, exchange]) => describe(name, exchange))).toEqual(
    exchanges.map(([name]) => `${name}: 503 UNAVAILABLE`),
  )
  expect(longestMs).toBeLessThan(LONGEST_ANSWER_MS)
  const readiness = exchanges.flatMap(([name, exchange]) =>
    name === 'readyz' ? [durationMs(exchange)] : [],
  )
  expect(readiness[0]).toBeLessThan(LONGEST_READINESS_MS)
  expect(streamed.status).toBe(200)
  const frames = streamed.text.split('\n').filter((line) => line.startsWith('data: '))
  expect(JSON.parse(frames.at(-1)?.slice('data: '.length) ?? '{}')).toMatchObject({
    error_code: 'unavailable',
  })
  expect(durationMs(streamed)).toBeLessThan(LONGEST_ANSWER_MS)

  await postgres.thaw()
  const heals = async () => (await ask(search)).status === 200
  await until('a search', heals, 30_000)
  const replies = await Promise.all(
    publicRoutes
      .filter((route) => !isStream(route))
      .map(async (route) => [route.operationId, (await ask(route)).status] as const),
  )
  expect(replies.filter(([, status]) => status >= 500)).toEqual([])
  const { text } = await ask(search)
  expect(JSON.parse(text)).toMatchObject({ count: 1 })
  expect(service.process.exitCode).toBeNull()
})
