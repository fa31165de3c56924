import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { SteeredEmbeddings } from '../support/acceptance.ts'
import { acceptance } from '../support/acceptance.ts'
import { putPages } from '../support/knowledge.ts'
import type { Knowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { publicPath, send, sendSearch } from './support/wire.ts'

const MAX_OPEN_REQUESTS = 2

/** No rate limits: whatever is refused here is refused by the load limiter. */
const { test, verifies } = acceptance({ MAX_OPEN_REQUESTS: String(MAX_OPEN_REQUESTS) })

let questions = 0

/** Searches that wait for their vectors: as many as the load limiter admits. */
async function fill(service: Service, knowledge: Knowledge, embeddings: SteeredEmbeddings) {
  embeddings.delay(1_500)
  const asked = embeddings.requests.length
  const replies = Promise.all(
    Array.from({ length: MAX_OPEN_REQUESTS }, () => {
      questions += 1
      return sendSearch(service, knowledge, { query: `tarn ${questions}` })
    }),
  )
  while (embeddings.requests.length < asked + MAX_OPEN_REQUESTS) await sleep(10)
  embeddings.delay(0)
  return { replies }
}

verifies(
  ['overload.refused', 'refused.retry-after'],
  'A server with no room for another request says 429 `RATE_LIMITED` with `Retry-After`',
  async ({ service, knowledge, embeddings }) => {
    const slow = await fill(service, knowledge, embeddings)
    for (const endpoint of ['search', 'related']) {
      const reply = await send(service, publicPath(knowledge.knowledgeBaseId, endpoint), {
        json: { query: 'tarn' },
        headers: { 'x-client-key': knowledge.clientKey },
      })
      expect(reply).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', retryable: true } })
      expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    }
    // The admitted requests are served, and then free their slots.
    expect((await slow.replies).map(({ status }) => status)).toEqual([200, 200])
    expect((await sendSearch(service, knowledge, { query: 'tarn' })).status).toBe(200)
  },
)

verifies(
  'refused.ratelimit-headers',
  'A 429 for want of room has `RateLimit-*` headers',
  async ({ service, knowledge, embeddings }) => {
    const slow = await fill(service, knowledge, embeddings)
    const { status, headers } = await sendSearch(service, knowledge, { query: 'tarn' })
    await slow.replies
    expect(status).toBe(429)
    expect(headers.get('ratelimit-limit')).toMatch(/^[1-9]\d*$/)
    expect(headers.get('ratelimit-remaining')).toBe('0')
    expect(headers.get('ratelimit-reset')).toMatch(/^[1-9]\d*$/)
  },
)

test('operators are served while the load limiter refuses readers', async ({
  service,
  knowledge,
  embeddings,
}) => {
  const slow = await fill(service, knowledge, embeddings)
  expect(await service.admin.documents.summary(knowledge.knowledgeBaseId)).toMatchObject({
    pending: 0,
  })
  expect((await send(service, '/healthz')).status).toBe(200)
  await slow.replies
})

test('a client disconnect frees its slot at once', async ({ service, knowledge, embeddings }) => {
  embeddings.delay(5_000)
  const asked = embeddings.requests.length
  const leaving = new AbortController()
  const left = Array.from({ length: MAX_OPEN_REQUESTS }, (_, n) =>
    knowledge.client.search({ query: `mere ${n}` }, { signal: leaving.signal }).catch(() => 'left'),
  )
  while (embeddings.requests.length < asked + MAX_OPEN_REQUESTS) await sleep(10)
  embeddings.delay(0)
  leaving.abort()
  expect(await Promise.all(left)).toEqual(['left', 'left'])
  await expect
    .poll(async () => (await sendSearch(service, knowledge, { query: 'mere' })).status)
    .toBe(200)
})

// The last one: it ends the service.
test('on SIGTERM the service finishes open requests and exits with 0', async ({
  service,
  knowledge,
  embeddings,
}) => {
  const url = 'https://docs.example.com/tarn'
  await putPages(service, knowledge.knowledgeBaseId, [{ url, content: 'A tarn is a lake.' }])
  const slow = await fill(service, knowledge, embeddings)
  const stopped = service.stop()
  const replies = await slow.replies
  // The readers' connections stay open on their side; the service need not wait for that.
  const code = await Promise.race([stopped, sleep(8_000, 'still there')])
  expect(code).toBe(0)
  for (const reply of replies) {
    expect(reply).toMatchObject({ status: 200, body: { results: [{ document: { url } }] } })
  }
  await expect(send(service, '/healthz')).rejects.toThrow('fetch failed')
})
