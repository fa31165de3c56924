import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import { openStore } from '../../../test/support/store/store.ts'
import { readSso, saveSso, ssoSecretContext } from '../access/operators/sso/sso-settings.ts'
import { withWorkspace } from '../platform/database/tenant.ts'
import { createSecretBox } from '../platform/secret-box.ts'
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

test('after the rotation the new key alone opens the secret of single sign-on', async () => {
  const { db: workerDb } = store.worker
  const { workspaceId } = store.tenant
  expect(await isSecretSealed(workerDb)).toBe(false)
  const body = {
    issuer: 'https://id.example.com',
    client_id: 'footnote',
    client_secret: 'of the client',
    domains: ['example.com'],
    enforced: false,
    default_role: 'viewer' as const,
  }
  await withWorkspace(workerDb, workspaceId, (tx) =>
    saveSso(tx, createSecretBox(OLD), workspaceId, { before: null, body }),
  )
  expect(await isSecretSealed(workerDb)).toBe(true)
  const peppers = { current: 'a pepper for the tests, 32 characters', previous: null }
  const deps = { workerDb, peppers, secrets: createSecretBox(NEW, OLD) }
  expect((await readSecretsStatus(deps)).sealed).toBe(1)
  const rotated = await rotateSecrets({ ...deps, secretsKey: NEW }, Date.now())
  expect(rotated).toMatchObject({ resealed: 1, unreadable: 0 })
  expect((await readSecretsStatus(deps)).sealed).toBe(0)
  const sso = await withWorkspace(workerDb, workspaceId, readSso)
  if (!sso?.client_secret) throw new Error('The secret is gone')
  const opened = createSecretBox(NEW).open(sso.client_secret, ssoSecretContext(sso))
  expect(opened).toBe('of the client')
})
