import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, openStore } from '../../../test/support/store/store.ts'
import type { Credential } from '../access/credential.ts'
import type { Peppers } from '../access/digest.ts'
import { createClientKey } from '../access/clients/keys.ts'
import { rehashKey } from '../access/clients/rehash-key.ts'
import { createCallerResolver } from '../access/resolve-caller.ts'
import { createArtifactStore } from '../access/readers/oauth-artifacts.ts'
import { beginAttempt, endAttempt } from '../access/readers/sign-in-attempts.ts'
import { readSignIn, saveSignIn } from '../access/readers/save-sign-in-settings.ts'
import { makeServerKeys, openServerKeys, sealServerKeys } from '../access/readers/server-keys.ts'
import { storeServerKeys } from '../access/readers/sign-in-settings.ts'
import { findAnswerModel } from '../knowledge/answer-model.ts'
import { keyContext } from '../models/language/language-model-settings.ts'
import type { Db } from '../platform/database/db.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { rotateSecrets } from './rotate-secrets.ts'
import { findServerKeys } from './sealed-values.ts'
import { readSecretsStatus } from './secrets-status.ts'

const OLD = {
  pepper: 'the pepper before, 32 characters or more',
  key: Buffer.alloc(32, 'the key before').toString('base64'),
}
const NEW = {
  pepper: 'the pepper after, 32 characters or more.',
  key: Buffer.alloc(32, 'the key after').toString('base64'),
}
const before: Peppers = { current: OLD.pepper, previous: null }
const during: Peppers = { current: NEW.pepper, previous: OLD.pepper }
const after: Peppers = { current: NEW.pepper, previous: null }
const boxes = {
  before: createSecretBox(OLD.key),
  during: createSecretBox(NEW.key, OLD.key),
  after: createSecretBox(NEW.key),
}

let store: Store
beforeEach(async () => {
  store = await openStore()
})
afterEach(() => store.close())

const rotation = () => ({ workerDb: store.worker.db, peppers: during, secrets: boxes.during })
const rotate = () => rotateSecrets({ ...rotation(), secretsKey: NEW.key }, Date.now())
const status = () => readSecretsStatus(rotation())

/** As an earlier deployment recorded it. */
const recordOld = () =>
  rotateSecrets(
    { workerDb: store.worker.db, peppers: before, secrets: null, secretsKey: OLD.key },
    Date.now(),
  )

async function createKeyBefore(kind: 'public' | 'secret', name: string): Promise<Credential> {
  const making = { pepper: OLD.pepper, cell: '00' }
  const { credential } = await asWorker(store, (tx) =>
    createClientKey(tx, store.tenant, making, { name, kind, allowedGroupIds: [] }),
  )
  return 'client_key' in credential
    ? { kind: 'public', key: credential.client_key }
    : { kind: 'secret', clientId: credential.client_id, clientSecret: credential.client_secret }
}

/** As `compose` wires it, but awaited. */
async function use(credential: Credential, peppers: Peppers, db: Db = store.api.db): Promise<void> {
  const stored: Promise<void>[] = []
  const resolver = createCallerResolver(db, peppers, {
    onPrevious: (caller, proven) =>
      stored.push(rehashKey(store.worker.db, peppers.current, caller, proven)),
  })
  await resolver.resolve(credential)
  await Promise.all(stored)
}

test('keys of the previous pepper work, and are re-hashed when used after the rotation', async () => {
  await recordOld()
  const used = await createKeyBefore('public', 'used')
  const pair = await createKeyBefore('secret', 'pair')
  await createKeyBefore('public', 'unused')
  const names = async () => (await status()).keys.map(({ name }) => name)
  // Until the rotation, a process without the new pepper may still be serving.
  for (const credential of [used, pair]) {
    await use(credential, during)
    await use(credential, before)
  }
  expect(await names()).toEqual(['used', 'pair', 'unused'])
  await rotate()
  expect(await names()).toEqual(['used', 'pair', 'unused'])
  for (const credential of [used, pair]) await use(credential, during)
  expect(await names()).toEqual(['unused'])
  for (const credential of [used, pair]) {
    await use(credential, after)
    await expect(use(credential, before)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  }
  const wrong = { ...pair, clientSecret: 'fns_wrong' } as Credential
  await expect(use(wrong, during)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('finds a key that is re-hashed between two lookups', async () => {
  await recordOld()
  const credential = await createKeyBefore('public', 'busy')
  await rotate()
  const { api } = store
  const caller = await createCallerResolver(api.db, before).resolve(credential)
  let looks = 0
  const interrupted = new Proxy(api.db, {
    get: (db, name) =>
      name === 'transaction'
        ? () => ({
            execute: async (work: Parameters<ReturnType<Db['transaction']>['execute']>[0]) => {
              looks += 1
              if (looks === 2) await rehashKey(store.worker.db, NEW.pepper, caller, credential)
              return db.transaction().execute(work)
            },
          })
        : Reflect.get(db, name),
  })
  await use(credential, during, interrupted)
  expect(looks).toBe(3)
})

test('after the rotation the new key alone opens what the previous key sealed', async () => {
  const settings = { provider: 'openai', model: 'small' } as const
  const { tenant } = store
  const context = keyContext(settings, tenant.knowledgeBaseId)
  const oidc = {
    issuer: 'https://id.example.com',
    clientId: 'footnote',
    clientSecret: 'of the provider',
  }
  const keys = await makeServerKeys()
  await asWorker(store, async (tx) => {
    await tx
      .updateTable('knowledge_bases')
      .set({
        answer_model: JSON.stringify(settings),
        answer_model_key: boxes.before.seal('sk-model', context),
        answer_model_key_hint: '',
      })
      .execute()
    const change = { allowedEmailDomains: [], allowedGroupIds: [], oidc }
    await saveSignIn(tx, boxes.before, tenant, change)
    await storeServerKeys(tx, sealServerKeys(boxes.before, keys, tenant.knowledgeBaseId))
  })
  const artifacts = (peppers: Peppers, secrets = boxes.before) =>
    createArtifactStore({ db: store.api.db, peppers, secrets, maxClients: 10 }, tenant, 'Session')
  await artifacts(before).put('the-session', { jti: 'the-session', uid: 'u', grantId: 'g' }, 600)
  expect(await artifacts(during, boxes.during).find('the-session')).toMatchObject({ uid: 'u' })
  expect((await status()).sealed).toBe(4)

  expect(await rotate()).toEqual({ resealed: 4, signingKeys: 1, unreadable: 0 })
  expect((await status()).sealed).toBe(0)

  await asWorker(store, async (tx) => {
    const { answer_model_key: key } = await findAnswerModel(tx, tenant.knowledgeBaseId)
    expect(key && boxes.after.open(key, context)).toBe('sk-model')
    const secret = (await readSignIn(tx))?.oidc_client_secret
    const oidcContext = ['sign-in-oidc', tenant.knowledgeBaseId, oidc.issuer, oidc.clientId]
    expect(secret && boxes.after.open(secret, oidcContext)).toBe('of the provider')
    const sealed = await findServerKeys(tx)
    const newKeys = sealed && openServerKeys(boxes.after, sealed, tenant.knowledgeBaseId)
    expect(newKeys?.jwk).not.toEqual(keys.jwk)
    expect(newKeys?.retired).toMatchObject([{ jwk: keys.jwk, cookieKey: keys.cookieKey }])
  })
  const store2 = artifacts(after, boxes.after)
  expect(await store2.find('the-session')).toMatchObject({ grantId: 'g' })
  expect(await store2.findByUid('u')).toMatchObject({ grantId: 'g' })
  await store2.removeByGrant('g')
  expect(await store2.find('the-session')).toBeUndefined()
})

test('an artifact stored again before the rotation is not duplicated, and stays consumed', async () => {
  const deps = { db: store.api.db, maxClients: 10 }
  const old = createArtifactStore(
    { ...deps, peppers: before, secrets: boxes.before },
    store.tenant,
    'Code',
  )
  await old.put('id', { jti: 'id', grantId: 'g' }, 600)
  const now = createArtifactStore(
    { ...deps, peppers: during, secrets: boxes.during },
    store.tenant,
    'Code',
  )
  expect(await now.consume('id')).toBe(true)
  await now.put('id', { jti: 'id', grantId: 'g', again: true }, 600)
  expect(await now.consume('id')).toBe(false)
  expect(await now.find('id')).toMatchObject({ again: true, consumed: expect.any(Number) })
  await now.remove('id')
  expect(await now.find('id')).toBeUndefined()
})

test('a sign-in link sent before the rotation works after it', async () => {
  const { db } = store.api
  const begun = { db, peppers: before, secrets: boxes.before }
  const token = await beginAttempt(begun, store.tenant, 'browser', { email: 'a@example.com' })
  const ended = { db, peppers: during, secrets: boxes.during }
  expect(await endAttempt(ended, store.tenant, 'another browser', token)).toBeNull()
  expect(await endAttempt(ended, store.tenant, 'browser', token)).toEqual({
    email: 'a@example.com',
  })
  expect(await endAttempt(ended, store.tenant, 'browser', token)).toBeNull()
})

test('signing keys that no key opens are replaced, so that readers can sign in', async () => {
  const { knowledgeBaseId } = store.tenant
  const lost = createSecretBox('a key that nobody has any more, 32+')
  await asWorker(store, async (tx) => {
    const change = { allowedEmailDomains: [], allowedGroupIds: [], oidc: null }
    await saveSignIn(tx, lost, store.tenant, change)
    await storeServerKeys(tx, sealServerKeys(lost, await makeServerKeys(), knowledgeBaseId))
  })
  expect(await rotate()).toEqual({ resealed: 0, signingKeys: 1, unreadable: 1 })
  const sealed = await asWorker(store, findServerKeys)
  expect(sealed && openServerKeys(boxes.after, sealed, knowledgeBaseId).retired).toEqual([])
})
