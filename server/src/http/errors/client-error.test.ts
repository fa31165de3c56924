import { setTimeout as sleep } from 'node:timers/promises'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRaw } from '../../../../test/support/network/raw-http.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { createClientErrorHandler } from './client-error.ts'

const metrics = createMetrics()
const app = fastify({
  clientErrorHandler: createClientErrorHandler(metrics),
  requestTimeout: 300,
  http: { headersTimeout: 300, connectionsCheckingInterval: 50 },
})

beforeAll(async () => {
  app.get('/slow', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-length': '10' })
    reply.raw.write('half ')
    void sleep(1_500).then(() => reply.raw.end('done.'))
  })
  app.post('/', async () => 'read')
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: a\r\n'],
  [
    'a body',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  ],
])('%s that stop on the way are 408, as JSON', async (_, bytes) => {
  const { status, headers, body } = await sendRaw(app.listeningOrigin, bytes)
  expect(status).toBe(408)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(JSON.parse(body)).toEqual({
    error: 'The request took too long to arrive. Please try again.',
    code: 'REQUEST_TIMEOUT',
    request_id: headers.get('x-request-id'),
    retryable: true,
  })
})

test('nothing is put into an answer that has begun', async () => {
  const { body } = await sendRaw(
    app.listeningOrigin,
    'GET /slow HTTP/1.1\r\nHost: a\r\n\r\nquay\r\n\r\n',
  )
  expect(body).not.toContain('BAD_REQUEST')
})

test('each is counted', async () => {
  await sendRaw(app.listeningOrigin, 'quay\r\n\r\n')
  const text = await metrics.registry.metrics()
  expect(text).toMatch(/refusals\w*\{code="BAD_REQUEST"\} 1\b/)
  expect(text).toMatch(/refusals\w*\{code="REQUEST_TIMEOUT"\} 2\b/)
})
