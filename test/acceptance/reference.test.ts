import { expect } from 'vitest'
import { sharing } from '../support/sharing.ts'
import type { Service } from '../support/service.ts'
import { z } from 'zod'
import { send, SOME_ID } from './support/wire.ts'

const { test } = sharing()

const Paths = z.record(z.string(), z.record(z.string(), z.object({ tags: z.array(z.string()) })))

const PAGES = [
  '/',
  '/openapi.json',
  '/docs',
  '/docs/errors',
  '/docs/errors/NOT_FOUND',
  '/favicon.ico',
]

async function expectPrepared(service: Service, path: string): Promise<void> {
  const plain = await send(service, path, { headers: { 'accept-encoding': 'identity' } })
  expect(plain.status).toBe(200)
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(plain.headers.get('vary')).toContain('accept-encoding')
  const etag = plain.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  const zipped = await send(service, path, { headers: { 'accept-encoding': 'gzip, br' } })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect(zipped.text).toBe(plain.text)
  const refused = await send(service, path, { headers: { 'accept-encoding': 'gzip;q=0' } })
  expect(refused.headers.get('content-encoding')).toBeNull()
  for (const given of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await send(service, path, { headers: { 'if-none-match': given } })
    expect(again, given).toMatchObject({ status: 304, text: '' })
    expect(again.headers.get('etag')).toBe(etag)
  }
  const changed = await send(service, path, { headers: { 'if-none-match': '"other"' } })
  expect(changed.status).toBe(200)
}

test.for(PAGES)(
  '%s is prepared: an ETag, 304 for whoever has it, compressed',
  (path, { service }) => expectPrepared(service, path),
)

test('GET / says what the service is, and every link works', async ({ service, knowledge }) => {
  const { headers, text } = await send(service, '/', { headers: { accept: 'text/html,*/*' } })
  expect(headers.get('content-type')).toMatch(/^text\/html\b/)
  expect(headers.get('vary')).toContain('accept')
  expect(text).toContain('<h1>Footnote</h1>')
  const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
  expect(links).toEqual(expect.arrayContaining(['/docs', '/openapi.json', '/healthz', '/readyz']))
  for (const href of links) expect((await send(service, href)).status, href).toBe(200)
  expect(text).not.toContain(knowledge.knowledgeBaseId)
})

test('the OpenAPI document lists the other transports, and each is served', async ({ service }) => {
  const { body } = await send(service, '/openapi.json')
  const { paths } = z.object({ paths: Paths }).parse(body)
  const others = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { tags }]) => !tags.includes('public') && !tags.includes('admin'))
      .map(([method]) => ({ method: method.toUpperCase(), path })),
  )
  expect(others.length).toBeGreaterThan(9)
  for (const { method, path } of others) {
    const url = path.replaceAll(/\{\w+\}/g, SOME_ID)
    const { status, headers } = await send(service, url, { method: 'OPTIONS' })
    expect(status, path).toBe(204)
    expect(headers.get('allow')?.split(', '), path).toContain(method)
  }
})

test('GET / is JSON for clients that ask for it', async ({ service }) => {
  const { headers, body } = await send(service, '/', { headers: { accept: 'application/json' } })
  expect(headers.get('content-type')).toMatch(/^application\/json\b/)
  expect(body).toMatchObject({
    name: 'Footnote',
    links: { reference: '/docs', openapi: '/openapi.json', health: '/healthz' },
  })
})
