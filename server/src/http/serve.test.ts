import { readerRoutes } from '@footnote/contract/public/public-routes'
import { groupRoutes } from '@footnote/contract/admin/routes/group-routes'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { compileValidator } from './read-input.ts'
import { serve } from './serve.ts'

const ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'
const group = {
  id: ID,
  name: 'Some',
  signed_readers_only: false,
  created_at: '2026-01-01T00:00:00.000Z',
}

async function serving(prefix: string, register: (app: FastifyInstance) => void) {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.setValidatorCompiler(compileValidator)
  await app.register(async (scope) => register(scope), { prefix })
  return app
}

test('path, schemas and status come from the declaration', async () => {
  const app = await serving('/api/v1/admin', (scope) =>
    serve(scope, groupRoutes.createGroup, async (request) => {
      request.isAudited = true
      return { ...group, id: request.params.knowledgeBaseId, name: request.body.name }
    }),
  )
  const url = `/api/v1/admin/knowledge-bases/${ID}/groups`
  const made = await app.inject({ method: 'POST', url, payload: { name: 'Made' } })
  expect(made).toMatchObject({ statusCode: 201 })
  expect(made.json()).toEqual({ ...group, name: 'Made' })
  expect(await app.inject({ method: 'POST', url, payload: {} })).not.toMatchObject({
    statusCode: 201,
  })
})

test('a change that left no audit row fails', async () => {
  const app = await serving('/api/v1/admin', (scope) =>
    serve(scope, groupRoutes.createGroup, async () => group),
  )
  const url = `/api/v1/admin/knowledge-bases/${ID}/groups`
  const made = await app.inject({ method: 'POST', url, payload: { name: 'Made' } })
  expect(made).toMatchObject({ statusCode: 500 })
  expect(made.body).toContain('createGroup left no row in the audit log')
})

test('a route without a body answers 204 with nothing', async () => {
  const app = await serving('/api/v1/public', (scope) =>
    serve(scope, readerRoutes.withdrawRating, async () => undefined),
  )
  const url = `/api/v1/public/feedback/${ID}`
  expect(await app.inject({ method: 'DELETE', url })).toMatchObject({ statusCode: 204, body: '' })
})

test('a route is served under the prefix of its path alone', async () => {
  const elsewhere = serving('/api/v2', (scope) =>
    serve(scope, groupRoutes.getGroup, async () => group),
  )
  await expect(elsewhere).rejects.toThrow('is not below /api/v2')
})

/** The compiler is the test: each directive below is an error itself where nothing is wrong. */
export function handlersThatDoNotCompile(app: FastifyInstance): void {
  const { name: _, ...nameless } = group
  // @ts-expect-error The response lacks a field.
  serve(app, groupRoutes.getGroup, async () => nameless)
  // @ts-expect-error A field has the wrong type.
  serve(app, groupRoutes.getGroup, async () => ({ ...group, name: 1 }))
  // @ts-expect-error There is no response.
  serve(app, groupRoutes.getGroup, async () => undefined)
  // @ts-expect-error What is sent past the return would not be checked.
  serve(app, groupRoutes.getGroup, async (_request, reply) => reply.send(nameless))
  // @ts-expect-error The route has no body.
  serve(app, groupRoutes.deleteGroup, async () => group)
  // @ts-expect-error The path has no such parameter.
  serve(app, groupRoutes.getGroup, async ({ params }) => ({ ...group, id: params.widgetId }))
  // @ts-expect-error Only an answer in one piece may fail with a body of its own.
  serve(app, readerRoutes.search, async () => ({ error: '', code: 'INTERNAL' as const }))
}
