import { readerRoutes } from '@footnote/contract/public/public-routes'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Caller } from '../../access/caller.ts'
import { createLimiter } from '../../platform/limits/limiter.ts'
import { addCostHook } from './request-cost.ts'

const caller = (isGuarded: boolean): Caller => ({
  workspaceId: 'w',
  knowledgeBaseId: 'k',
  keyId: 'key',
  kind: 'public',
  knowledgeBaseName: 'Docs',
  space: { id: 's', model: 'm', dimensions: 1 },
  languages: [],
  plan: 'free',
  retention: 'standard',
  allowedGroupIds: [],
  signedGroups: [],
  reader: null,
  allowedOrigins: null,
  allowedAddresses: [],
  mcpEnabled: true,
  defaultFilter: {},
  rules: [],
  captcha: { required: isGuarded, hostnames: [] },
})

/** What is left of 100 after a request, whose first point the caller's hook would have taken. */
async function leftAfter(url: string, payload: object, isGuarded: boolean): Promise<number> {
  const outage = { untilMs: 0 }
  const options = { perMinute: 100, redis: null, outage, onFallback: () => undefined }
  const keyLimiter = createLimiter({ ...options, name: 'key' })
  const app = Fastify()
  onTestFinished(() => app.close())
  app.decorateRequest('caller')
  app.addHook('onRequest', async (request) => void (request.caller = caller(isGuarded)))
  addCostHook(app, { keyLimiter, addressLimiter: null })
  app.post('/search', async () => null)
  app.post('/related', { config: { route: readerRoutes.related } }, async () => null)
  const { statusCode } = await app.inject({ method: 'POST', url, payload })
  expect(statusCode).toBe(200)
  return (await keyLimiter.consume('key')).remaining
}

test.each([
  ['/search', { query: 'short' }, false, 99],
  ['/search', { query: 'x'.repeat(501) }, false, 98],
  ['/search', { subject: 'x'.repeat(400), description: 'x'.repeat(9_000) }, false, 92],
  ['/search', { query: 'short' }, true, 99],
  ['/related', { query: 'short' }, false, 99],
  // Without a token it shows parts of passages, so it is dear.
  ['/related', { query: 'short' }, true, 80],
  ['/related', { query: 'x'.repeat(501) }, true, 60],
])('%s with %j of a guarded key (%s) leaves %d', async (url, payload, isGuarded, left) => {
  expect(await leftAfter(url, payload, isGuarded)).toBe(left)
})
