import { adminRoutes } from '@footnote/contract/routes'
import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { readRows } from '../support/store/services.ts'
import { WITHOUT_PRODUCT } from './support/operation-bodies.ts'
import { callOperation, createOneOfEach, everyOperation } from './support/every-operation.ts'

const { test } = acceptance({
  PUBLIC_URL: 'http://127.0.0.1:1',
  SECRETS_KEY: 'a key for the tests, 32 characters',
})

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

type Event = {
  id: string
  actor: string
  action: string
  subject_id: string
  changes: object[]
}

const CHANGES = new Set(['patch', 'delete'])

/** Operations that create something, whose id is only in the response. */
const MAKES = /^(create|startSync|startEvaluation|startAnswerDiff|putDocument$)/

test('every admin route that changes something leaves one row in the audit log', async ({
  service,
  knowledge,
  database,
}) => {
  const { ownerUrl } = database
  const ids = await createOneOfEach(service, knowledge, ownerUrl)
  const routes = new Map(adminRoutes.map((route) => [route.operationId, route]))
  const seen = new Set(await listEvents().then((events) => events.map(({ id }) => id)))
  const wanted: object[] = []
  const met: object[] = []
  const withoutBefore: string[] = []
  for (const operation of await everyOperation(service, ids)) {
    const { operationId } = operation
    const route = routes.get(operationId)
    if (!route) continue
    const reply = await callOperation(service, knowledge, ownerUrl, ids, operation)
    const refusal = WITHOUT_PRODUCT[operationId]
    expect(reply.status, `${operationId}: ${reply.text}`).toBeLessThanOrEqual(refusal ?? 299)
    if (refusal !== undefined) continue
    // The worker's own rows, for deletions, do not belong to a request.
    const fresh = (await listEvents()).filter(
      ({ id, actor }) => !seen.has(id) && actor !== 'worker',
    )
    for (const { id } of fresh) seen.add(id)
    const subject = MAKES.test(operationId)
      ? (reply.body as { id: string }).id
      : operation.path.match(UUID)?.at(-1)
    if (route.audit !== undefined) {
      wanted.push({ operationId, actor: 'operator', action: route.audit, subject_id: subject })
    }
    for (const { actor, action, subject_id, changes } of fresh) {
      met.push({ operationId, actor, action, subject_id })
      const isChange = CHANGES.has(route.method) && route.auditedFields !== undefined
      const hasBefore = changes.length > 0 && changes.every((change) => 'from' in change)
      if (isChange && !hasBefore) withoutBefore.push(operationId)
    }
  }
  expect(met).toEqual(wanted)
  // What a change or a deletion replaced is in the log, in every field that it lists.
  expect(withoutBefore).toEqual([])
  const reached = adminRoutes.filter(
    ({ audit, operationId }) => audit !== undefined && !(operationId in WITHOUT_PRODUCT),
  )
  expect(wanted.length).toBe(reached.length)

  async function listEvents(): Promise<Event[]> {
    return readRows<Event>(
      database,
      'select id, actor, action, subject_id, changes from audit_events order by id',
    )
  }
})
