import { SlackConnection } from '@footnote/contract/admin/channels/channels'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import { openStore } from '../../../test/support/store/store.ts'
import {
  openConnection,
  sealConnection,
  sealedCredentials,
} from '../channels/channel-credentials.ts'
import { createChannel, storeConnection } from '../channels/channels.ts'
import { withTenant } from '../platform/database/tenant.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { rotateSecrets } from './rotate-secrets.ts'
import { readSecretsStatus } from './secrets-status.ts'
import { isSecretSealed } from './stored-secrets.ts'

const OLD = 'the key before, 32 characters or more'
const NEW = 'the key after, 32 characters or more.'
const CONNECTION = SlackConnection.parse({
  kind: 'slack',
  bot_token: 'xoxb-open-sesame',
  signing_secret: 'a-secret-of-slack',
})
const IDENTITY = { app: 'A1', bot_user: 'U1', bot_name: 'docs', team: 'T1', team_name: 'Acme' }

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

const connect = (name: string) =>
  withTenant(store.worker.db, store.tenant, async (tx) => {
    const settings = { group_ids: [], places: [], questions_per_minute: 60, say_not_covered: false }
    const { id } = await createChannel(tx, store.tenant, {
      kind: 'slack',
      name,
      unasked: 'propose',
      ...settings,
    })
    const { knowledgeBaseId } = store.tenant
    const credential = sealConnection(createSecretBox(OLD), knowledgeBaseId, id, CONNECTION)
    await storeConnection(tx, id, { identity: IDENTITY, credential })
    return id
  })

test('after the rotation the new key alone opens the credentials of a channel, and of that one alone', async () => {
  const { db: workerDb } = store.worker
  expect(await isSecretSealed(workerDb)).toBe(false)
  const id = await connect('One')
  const other = await connect('Other')
  expect(await isSecretSealed(workerDb)).toBe(true)
  const peppers = { current: 'a pepper for the tests, 32 characters', previous: null }
  const deps = { workerDb, peppers, secrets: createSecretBox(NEW, OLD) }
  expect((await readSecretsStatus(deps)).sealed).toBe(2)
  expect(await rotateSecrets({ ...deps, secretsKey: NEW }, Date.now())).toMatchObject({
    resealed: 2,
    unreadable: 0,
  })
  expect((await readSecretsStatus(deps)).sealed).toBe(0)
  const { knowledgeBaseId } = store.tenant
  const stored = await withTenant(workerDb, store.tenant, sealedCredentials)
  const found = stored.find((each) => each.id === id)
  if (!found) throw new Error('It is stored')
  const sealed = { ...found, kind: 'slack' as const }
  expect(openConnection(createSecretBox(NEW), knowledgeBaseId, sealed)).toEqual(CONNECTION)
  expect(openConnection(createSecretBox(OLD), knowledgeBaseId, sealed)).toBeNull()
  expect(openConnection(null, knowledgeBaseId, sealed)).toBeNull()
  const moved = { ...sealed, id: other }
  expect(openConnection(createSecretBox(NEW), knowledgeBaseId, moved)).toBeNull()
})
