import { setTimeout as sleep } from 'node:timers/promises'
import { syncRoutes } from '@footnote/contract/admin/routes/sync-routes'
import type { Role } from '@footnote/contract/role'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { createOperatorStreams } from './operator-streams.ts'

/** Never ends by itself. */
async function* count(signal: AbortSignal) {
  for (let frame = 1; !signal.aborted; frame += 1) {
    yield [{ frame }]
    await sleep(10)
  }
}

const ROUTE = Object.values(syncRoutes).find(({ path }) => path.endsWith('/events'))

async function serving(findRole: () => Promise<Role | null>) {
  const app = Fastify()
  onTestFinished(() => app.close())
  const deps = {
    metrics: { syncStreams: { set: () => undefined } },
    isReady: () => true,
    stopSignal: new AbortController().signal,
    log: { warn: () => undefined },
  } as unknown as Deps
  const { send } = createOperatorStreams(deps, { findRole })
  app.decorateRequest('operator')
  app.addHook('onRequest', async (request) => {
    request.operator = { identity: { via: 'admin_token' }, actor: 'operator', role: 'owner' }
  })
  const config = ROUTE ? { route: ROUTE } : {}
  const url = '/:knowledgeBaseId/:sourceId/:syncId'
  app.get(url, { config }, (request, reply) => send(request, reply, count))
  return app
}

const ID = '0199c1f2-8c1d-7f3a-8b52-6a4d9f7c8b21'

test.each([
  ['hangs', () => new Promise<never>(() => undefined)],
  ['fails', () => Promise.reject(new Error('The database is gone'))],
])('a stream ends while the check of its reader %s', async (_how, findRole) => {
  const app = await serving(findRole)
  const startedMs = performance.now()
  const { body } = await app.inject(`/${ID}/${ID}/${ID}`)
  const frames = body.match(/"frame"/g)?.length ?? 0
  expect(frames).toBeGreaterThan(0)
  // For a second it needs no check. It waited for one since, and sent nothing meanwhile.
  expect(frames).toBeLessThanOrEqual(100)
  expect(performance.now() - startedMs).toBeGreaterThan(5_000)
})
