import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { acceptance, steeredBy } from '../support/acceptance.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import { makeVerifies } from '../support/verifies.ts'
import { send, sendSearch } from './support/wire.ts'
import { freePort } from '../support/network/free-port.ts'

/** Two processes that share a database and a Redis, as in a deployment. */
const test = acceptance()
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .test.extend('redis', { scope: 'file' }, async ({}, { onCleanup }) => {
    const redis = await startRedis()
    onCleanup(() => redis.kill())
    return redis
  })
  .extend(
    'processes',
    { scope: 'file' },
    async ({ database, embeddings, redis }, { onCleanup }) => {
      const env = { ...steeredBy(embeddings), REDIS_URL: redis.url, RATE_LIMIT_PER_KEY: '100000' }
      const start = () => startService({ databaseUrl: database.ownerUrl, command: 'api', env })
      const processes = await Promise.all([start(), start()])
      onCleanup(async () => void (await Promise.all(processes.map((one) => one.kill()))))
      return processes
    },
  )

const verifies = makeVerifies(test)

verifies('revoked-key.refused-within-5-s', async ({ processes }) => {
  await expectRefusedOnceRevoked(processes)
})

verifies('revoked-key.refused-with-redis-down', async ({ processes, redis }) => {
  const [one] = processes
  await redis.kill()
  await expectRefusedOnceRevoked(processes)
  // Redis was in use, and was missed.
  expect((await send(one, '/metrics')).text).toMatch(/^footnote_limiter_fallbacks_total [1-9]/m)
})

async function expectRefusedOnceRevoked(processes: [Service, Service]): Promise<void> {
  const [one] = processes
  const knowledge = await createKnowledge(one)
  const { knowledgeBaseId } = knowledge
  const statuses = () => readStatuses(processes, knowledge)
  expect(await statuses()).toEqual([200, 200])
  const { keys } = await one.admin.keys.list(knowledgeBaseId)
  await one.admin.keys.revoke(knowledgeBaseId, keys[0]?.id ?? '')
  const revokedAtMs = Date.now()
  // In use all the while, so that no cache lets it go for want of use.
  while (Date.now() < revokedAtMs + 4_900) {
    if ((await statuses()).every((status) => status === 401)) break
    await sleep(100)
  }
  expect(Date.now() - revokedAtMs).toBeLessThan(5_000)
  expect(await statuses()).toEqual([401, 401])
}

const readStatuses = (processes: readonly Service[], knowledge: Knowledge): Promise<number[]> =>
  Promise.all(
    processes.map(async (one) => (await sendSearch(one, knowledge, { query: 'rook' })).status),
  )

async function startRedis() {
  const port = await freePort()
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '']
  const child = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  for await (const chunk of child.stdout) {
    if (String(chunk).includes('Ready to accept connections')) break
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
