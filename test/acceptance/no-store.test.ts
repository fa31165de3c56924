import { servedRoutes } from '@footnote/contract/routes'
import { expect } from 'vitest'
import { sharing } from '../support/sharing.ts'
import { adminPath, asOperator, send, SOME_ID } from './support/wire.ts'

const { test } = sharing()

test('no cache keeps what operators see, whether served or refused', async ({
  service,
  knowledge,
}) => {
  const served = servedRoutes.filter(({ tag }) => tag !== 'public')
  for (const { method, path, operationId } of served) {
    const filled = path.replaceAll(/\{\w+\}/g, SOME_ID)
    const { headers } = await send(service, filled, { method: method.toUpperCase() })
    expect(headers.get('cache-control'), operationId).toBe('no-store')
  }
  expect(served.length).toBeGreaterThan(100)
  for (const path of [adminPath(knowledge.knowledgeBaseId, 'keys'), '/api/v1/admin/workspaces']) {
    const { status, headers } = await send(service, path, { headers: asOperator })
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  }
})
