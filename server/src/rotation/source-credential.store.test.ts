import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SourceSettings } from '@footnote/contract/admin/source-settings'
import type { Store } from '../../../test/support/store/store.ts'
import { openStore } from '../../../test/support/store/store.ts'
import { withTenant } from '../platform/database/tenant.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import {
  dropForeignCredential,
  openCredential,
  putCredential,
} from '../sources/source-credentials.ts'
import { createSource } from '../sources/sources.ts'
import { rotateSecrets } from './rotate-secrets.ts'
import { readSecretsStatus } from './secrets-status.ts'
import { isSecretSealed } from './stored-secrets.ts'

const OLD = 'the key before, 32 characters or more'
const NEW = 'the key after, 32 characters or more.'
const CREDENTIAL = { type: 'basic', username: 'ada', password: 'open sesame' } as const
const ORIGIN = 'https://docs.example.com'

let store: Store
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.close())

const settingsAt = (url: string) => SourceSettings.parse({ type: 'website', url })

const addSource = () =>
  withTenant(store.worker.db, store.tenant, async (tx) => {
    const { id } = await createSource(tx, store.tenant.knowledgeBaseId, {
      name: 'Docs',
      settings: settingsAt(`${ORIGIN}/`),
      group_id: null,
      schedule: null,
      visibility: 'restricted',
      rules: [],
    })
    const settings = settingsAt(`${ORIGIN}/`)
    const given = { sourceId: id, settings, credential: CREDENTIAL, origin: ORIGIN }
    await putCredential(tx, createSecretBox(OLD), store.tenant, given)
    return id
  })

const opened = (secrets: ReturnType<typeof createSecretBox> | null, sourceId: string) =>
  withTenant(store.worker.db, store.tenant, (tx) =>
    openCredential(tx, secrets, store.tenant.knowledgeBaseId, sourceId),
  )

test('after the rotation the new key alone opens the credential of a source', async () => {
  const { db: workerDb } = store.worker
  expect(await isSecretSealed(workerDb)).toBe(false)
  const id = await addSource()
  expect(await isSecretSealed(workerDb)).toBe(true)
  const peppers = { current: 'a pepper for the tests, 32 characters', previous: null }
  const deps = { workerDb, peppers, secrets: createSecretBox(NEW, OLD) }
  expect((await readSecretsStatus(deps)).sealed).toBe(1)
  expect(await rotateSecrets({ ...deps, secretsKey: NEW }, Date.now())).toMatchObject({
    resealed: 1,
    unreadable: 0,
  })
  expect((await readSecretsStatus(deps)).sealed).toBe(0)
  expect(await opened(createSecretBox(NEW), id)).toEqual({ credential: CREDENTIAL, origin: ORIGIN })
  await expect(opened(createSecretBox(OLD), id)).rejects.toThrow(
    /^The credentials of the source cannot be decrypted\. Enter them again\.$/,
  )
  await expect(opened(null, id)).rejects.toThrow(/cannot be decrypted/)
})

test('it opens for its source and its origin alone', async () => {
  const [one, other] = [await addSource(), await addSource()]
  const secrets = createSecretBox(OLD)
  const change = (statement: ReturnType<typeof sql>) =>
    withTenant(store.worker.db, store.tenant, (tx) => statement.execute(tx))
  await change(sql`
    update source_credentials c set sealed = o.sealed from source_credentials o
    where c.source_id = ${one} and o.source_id = ${other}`)
  await expect(opened(secrets, one)).rejects.toThrow(/cannot be decrypted/)
  await change(sql`
    update source_credentials set origin = 'https://evil.example' where source_id = ${other}`)
  await expect(opened(secrets, other)).rejects.toThrow(/cannot be decrypted/)
})

test('a source that moves within its origin keeps it; one that leaves it does not', async () => {
  const id = await addSource()
  const moveTo = (url: string) =>
    withTenant(store.worker.db, store.tenant, (tx) =>
      dropForeignCredential(tx, id, settingsAt(url)),
    )
  expect(await moveTo(`${ORIGIN}/other/`)).toBe(false)
  expect(await opened(createSecretBox(OLD), id)).not.toBeNull()
  expect(await moveTo('https://docs.example.com:8443/')).toBe(true)
  expect(await opened(createSecretBox(OLD), id)).toBeNull()
})

test('it is deleted with its source', async () => {
  const id = await addSource()
  await withTenant(store.worker.db, store.tenant, (tx) =>
    tx.deleteFrom('sources').where('id', '=', id).execute(),
  )
  expect(await opened(createSecretBox(OLD), id)).toBeNull()
})
