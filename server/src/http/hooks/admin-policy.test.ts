import { groupRoutes } from '@footnote/contract/admin/routes/group-routes'
import { workspaceRoutes } from '@footnote/contract/admin/routes/workspace-routes'
import type { Role } from '@footnote/contract/role'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { Refusal } from '../../platform/refusal.ts'
import type { PolicyDeps } from './admin-policy.ts'
import { addAdminPolicy } from './admin-policy.ts'

const routes = {
  viewer: groupRoutes.listGroups,
  admin: groupRoutes.createGroup,
  owner: workspaceRoutes.createWorkspace,
}
const KNOWLEDGE_BASE_ID = '0199c1f2-8c1d-7f3a-8b52-6a4d9f7c8b21'
const STATUSES: Record<string, number> = { FORBIDDEN: 403, NOT_FOUND: 404, BAD_REQUEST: 400 }

const policy = (role: Role | null): PolicyDeps => ({
  identify: async () => ({ via: 'admin_token' }),
  findRole: async () => role,
  addressLimiter: null,
})

async function serving(role: Role | null): Promise<FastifyInstance> {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Refusal ? (STATUSES[error.code] ?? 500) : 500).send(),
  )
  await app.register(async (scope) => {
    addAdminPolicy(scope, policy(role))
    for (const [name, route] of Object.entries(routes)) {
      const url = `/${name}/:knowledgeBaseId`
      scope.get(url, { config: { route } }, async ({ operator }) => operator.role)
    }
  })
  return app
}

const statusesFor = async (role: Role | null, id = KNOWLEDGE_BASE_ID): Promise<number[]> => {
  const app = await serving(role)
  const statuses = []
  for (const name of Object.keys(routes)) {
    statuses.push((await app.inject(`/${name}/${id}`)).statusCode)
  }
  return statuses
}

test.each([
  ['viewer', [200, 403, 403]],
  ['editor', [200, 403, 403]],
  ['admin', [200, 200, 403]],
  ['owner', [200, 200, 200]],
  [null, [404, 404, 404]],
] as const)('%s meets %j at routes for a viewer, an admin and an owner', async (role, wanted) => {
  expect(await statusesFor(role)).toEqual(wanted)
})

test('a malformed id is refused as one before a role is looked for', async () => {
  expect(await statusesFor(null, 'nonsense')).toEqual([400, 400, 404])
})

test('a route that names no role stops the server from starting', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const registered = app.register(async (scope) => {
    addAdminPolicy(scope, policy('owner'))
    scope.get('/unguarded', async () => null)
  })
  await expect(registered).rejects.toThrow('names no role')
})
