import type { Route } from '@footnote/contract/route'
import { adminRoutes } from '@footnote/contract/routes'
import { includesRole, Role } from '@footnote/contract/role'
import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { createKnowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { readRows } from '../support/store/services.ts'
import type { OneOfEach } from './support/every-operation.ts'
import { WITHOUT_PRODUCT } from './support/operation-bodies.ts'
import {
  callOperation,
  createOneOfEach,
  everyOperation,
  sendOperation,
} from './support/every-operation.ts'
import { bearer, joinAs, MANY_ATTEMPTS } from './support/people.ts'
import { RIGHTS } from './support/rights.ts'
import type { Operation, Reply } from './support/wire.ts'
import { asOperator, send } from './support/wire.ts'

const { test } = acceptance({
  ...MANY_ATTEMPTS,
  PUBLIC_URL: 'http://127.0.0.1:1',
  SECRETS_KEY: 'a key for the tests, 32 characters',
})

type Caller = {
  name: string
  via: 'session' | 'token'
  role: Role
  actor: string
  headers: Record<string, string>
}

/** What a route refuses besides, to callers whose role would do. */
const REFUSED: Record<string, (caller: Caller) => string | undefined> = {
  createAccessToken: ({ via }) => (via === 'token' ? '403' : undefined),
  ...Object.fromEntries(
    Object.entries(WITHOUT_PRODUCT).map(([id, status]) => [id, () => String(status)]),
  ),
  // Below an admin people revoke their own, and this one is somebody else's.
  revokeAccessToken: ({ role }) => (role === 'editor' ? '404' : undefined),
}

/** For each role, somebody who signed in and a program with their token; a viewer cannot make one. */
async function createCallers(service: Service, workspaceId: string): Promise<Caller[]> {
  const callers: Caller[] = []
  for (const role of Role.options) {
    const person = await joinAs(service, workspaceId, role)
    const headers = { ...person.headers, origin: 'http://127.0.0.1:1' }
    const { body } = await send(service, `/api/v1/admin/workspaces/${workspaceId}/tokens`, {
      json: { name: role, role },
      headers: role === 'viewer' ? asOperator : headers,
    })
    const { token } = body as { token: string }
    callers.push(
      { name: `${role} by session`, via: 'session', role, actor: person.email, headers },
      { name: `${role} by token`, via: 'token', role, actor: person.email, headers: bearer(token) },
    )
  }
  return callers
}

const namesTenant = ({ path }: Route): boolean => /\{(workspace|knowledgeBase)Id\}/.test(path)

const isOpenTo = (route: Route, { role }: Caller): boolean =>
  namesTenant(route) ? includesRole(role, route.role ?? 'owner') : route.role === 'viewer'

/** What each role turns out to be let through to, in the form of `RIGHTS`. */
function createRights() {
  const lowest = new Map<string, Role | 'nobody'>()
  return {
    note({ operationId }: Route, { role }: Caller, { status }: Reply): void {
      const before = lowest.get(operationId) ?? 'nobody'
      const isLower = before === 'nobody' || !includesRole(role, before)
      lowest.set(operationId, ![401, 403].includes(status) && isLower ? role : before)
    },
    table(): Record<string, string[]> {
      const toOperations = (who: Role | 'nobody') =>
        [...lowest].flatMap(([operationId, role]) => (role === who ? [operationId] : [])).sort()
      return Object.fromEntries(
        [...Role.options, 'nobody' as const].map((who) => [who, toOperations(who)]),
      )
    },
  }
}

/** Over a thousand requests, one after the other, on a machine that may be busy. */
const TIMEOUT_MS = 900_000

test(
  'every admin route is open to its role and those above, in the own workspace alone',
  { timeout: TIMEOUT_MS },
  async ({ service, knowledge, database }) => {
    const { ownerUrl } = database
    const ids = await createOneOfEach(service, knowledge, ownerUrl)
    const foreign = await createKnowledge(service, 'Foreign')
    const callers = await createCallers(service, knowledge.workspaceId)
    const routes = new Map(adminRoutes.map((route) => [route.operationId, route]))
    const elsewhere = (operation: Operation): Operation => ({
      ...operation,
      path: operation.path
        .replace(ids.workspaceId, foreign.workspaceId)
        .replace(ids.knowledgeBaseId, foreign.knowledgeBaseId),
    })
    const met: string[] = []
    const wanted: string[] = []
    const rights = createRights()
    const note = (what: string, reply: Reply, expected: string) => {
      met.push(`${what}: ${reply.status}`)
      wanted.push(`${what}: ${expected}`)
    }
    const changes: { requestId: string; actor: string; action: string }[] = []

    for (const operation of await everyOperation(service, ids)) {
      const route = routes.get(operation.operationId)
      if (!route) continue
      const of = (caller: string, where: string) => `${route.operationId}, ${caller}, ${where}`
      note(of('nobody', 'own'), await sendOperation(service, ids, operation, {}), '401')
      const refusedTo = (caller: Caller) =>
        isOpenTo(route, caller) ? REFUSED[route.operationId]?.(caller) : '403'
      const open = callers.filter((caller) => refusedTo(caller) === undefined)
      // What is refused changes nothing, so these go side by side.
      const refused = await Promise.all(
        callers.flatMap((caller) => {
          const expected = refusedTo(caller)
          const attempt = async (where: string, what: Operation, status: string) => {
            const reply = await sendOperation(service, ids, what, caller.headers)
            if (where === 'own') rights.note(route, caller, reply)
            return { what: of(caller.name, where), reply, status }
          }
          return [
            ...(namesTenant(route) ? [attempt('foreign', elsewhere(operation), '404')] : []),
            ...(expected === undefined ? [] : [attempt('own', operation, expected)]),
          ]
        }),
      )
      for (const { what, reply, status } of refused) note(what, reply, status)
      for (const [index, caller] of open.entries()) {
        // What the first has deleted is not there for the second.
        const reply =
          index === 0
            ? await callOperation(service, knowledge, ownerUrl, ids, operation, caller.headers)
            : await sendOperation(service, ids, operation, caller.headers)
        rights.note(route, caller, reply)
        const isServed = index === 0 ? reply.status < 300 : ![401, 403].includes(reply.status)
        const served = isServed ? String(reply.status) : `served, not ${reply.text}`
        note(of(caller.name, 'own'), reply, served)
        if (index === 0 && route.audit !== undefined) {
          const requestId = reply.headers.get('x-request-id') ?? ''
          changes.push({ requestId, actor: caller.actor, action: route.audit })
        }
      }
    }
    expect(met).toEqual(wanted)
    expect(rights.table()).toEqual(RIGHTS)
    expect(wanted.length).toBeGreaterThan(adminRoutes.length * 10)
    await expectAuditRows(database, ids, changes)
  },
)

/** Each change has its row, with who, from where and by which request. */
async function expectAuditRows(
  database: { ownerUrl: string },
  { workspaceId }: OneOfEach,
  changes: { requestId: string; actor: string; action: string }[],
): Promise<void> {
  type Row = {
    request_id: string
    actor: string
    action: string
    address: string
    workspace_id: string
  }
  const rows = await readRows<Row>(
    database,
    'select request_id, actor, action, address, workspace_id from audit_events where request_id is not null',
  )
  const byRequest = new Map(rows.map((row) => [row.request_id, row]))
  expect(changes.length).toBeGreaterThan(30)
  for (const { requestId, actor, action } of changes) {
    const row = byRequest.get(requestId)
    expect(row, action).toMatchObject({
      actor,
      action,
      address: '127.0.0.1',
      workspace_id: workspaceId,
    })
  }
}
