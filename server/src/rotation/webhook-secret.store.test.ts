import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import { openStore } from '../../../test/support/store/store.ts'
import { withWorkspace } from '../platform/database/tenant.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { webhookSecretContext } from '../webhooks/signature.ts'
import { createWebhook, rotateWebhookSecret } from '../webhooks/webhooks.ts'
import { rotateSecrets } from './rotate-secrets.ts'
import { readSecretsStatus } from './secrets-status.ts'
import { isSecretSealed } from './stored-secrets.ts'

const OLD = 'the key before, 32 characters or more'
const NEW = 'the key after, 32 characters or more.'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

test('after the rotation the new key alone opens both secrets of a webhook', async () => {
  const { db: workerDb } = store.worker
  const { workspaceId } = store.tenant
  expect(await isSecretSealed(workerDb)).toBe(false)
  const [first, second] = await withWorkspace(workerDb, workspaceId, async (tx) => {
    const body = { url: 'https://a.test/', events: ['sync.held' as const], enabled: true }
    const created = await createWebhook(tx, createSecretBox(OLD), workspaceId, body)
    return [
      created,
      await rotateWebhookSecret(tx, createSecretBox(OLD), workspaceId, created.id),
    ] as const
  })
  expect(await isSecretSealed(workerDb)).toBe(true)
  const peppers = { current: 'a pepper for the tests, 32 characters', previous: null }
  const deps = { workerDb, peppers, secrets: createSecretBox(NEW, OLD) }
  expect((await readSecretsStatus(deps)).sealed).toBe(2)
  const rotated = await rotateSecrets({ ...deps, secretsKey: NEW }, Date.now())
  expect(rotated).toMatchObject({ resealed: 2, unreadable: 0 })
  expect((await readSecretsStatus(deps)).sealed).toBe(0)
  const { rows } = await withWorkspace(workerDb, workspaceId, (tx) =>
    sql<{ secret: Buffer; previous_secret: Buffer }>`
      select secret, previous_secret from webhooks`.execute(tx),
  )
  const open = (sealed: Buffer | undefined) =>
    createSecretBox(NEW).open(
      sealed ?? Buffer.alloc(0),
      webhookSecretContext(workspaceId, first.id),
    )
  expect([open(rows[0]?.previous_secret), open(rows[0]?.secret)]).toEqual([
    first.secret,
    second.secret,
  ])
})
