import { servedRoutes } from '@footnote/contract/routes'
import { expect } from 'vitest'
import { asPerson, bearer, joinAs, PASSWORD } from './support/people.ts'
import { ACCOUNT_RIGHTS } from './support/rights.ts'
import { signInAt, test } from './support/single-sign-on.ts'
import { asOperator, send, SOME_ID } from './support/wire.ts'

const ROUTES = servedRoutes.filter(({ tag }) => tag === 'account')

/** It reaches the route of whoever is let in, and changes nothing there. */
const NO_JSON = { body: 'no JSON', headers: { 'content-type': 'application/json' } }

test('every account route is open to those it names, and to nobody else', async ({
  service,
  workspace,
}) => {
  const link = service.log.map((line) => line['setup_url']).find((each) => typeof each === 'string')
  const ada = { token: new URL(link ?? '').hash.slice(1), email: 'ada@example.com', name: 'Ada' }
  const setUp = { json: { ...ada, password: PASSWORD } }
  const owner = asPerson(service, await send(service, '/api/v1/admin/setup', setUp))
  const token = await service.admin.accessTokens.create(workspace, { name: 'CI', role: 'owner' })
  const person = await joinAs(service, workspace, 'viewer')
  const { cookie = '' } = await signInAt(service, 'sam')
  const callers: Record<keyof typeof ACCOUNT_RIGHTS, Record<string, string>> = {
    nobody: {},
    'access token': bearer(token.token),
    'admin token': asOperator,
    'single sign-on': { cookie, origin: service.baseUrl },
    session: person.headers,
    'installation owner': owner.headers,
  }

  const rights: Record<string, string[]> = {}
  const known = new Set<string>()
  for (const [caller, headers] of Object.entries(callers)) {
    const open = new Set<string>()
    for (const { operationId, method, path } of ROUTES) {
      const reply = await send(service, path.replaceAll(/\{\w+\}/g, SOME_ID), {
        method: method.toUpperCase(),
        ...(method === 'get'
          ? { headers }
          : { ...NO_JSON, headers: { ...NO_JSON.headers, ...headers } }),
      })
      const letIn = method === 'get' ? 200 : 400
      const refused = caller === 'nobody' ? 401 : 403
      expect([letIn, refused], `${operationId}, ${caller}: ${reply.text}`).toContain(reply.status)
      if (reply.status === letIn) open.add(operationId)
    }
    expect([...open], caller).toEqual(expect.arrayContaining([...known]))
    const more = [...open].filter((operationId) => !known.has(operationId))
    for (const operationId of more) known.add(operationId)
    rights[caller] = more.sort()
  }
  expect(rights).toEqual(ACCOUNT_RIGHTS)
  expect(known.size).toBe(ROUTES.length)
})
