import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import { openStore } from '../../../test/support/store/store.ts'
import { findSigners } from '../access/signed-readers/find-signers.ts'
import { createSigner, rotateSigner } from '../access/signed-readers/signers.ts'
import { signerContext } from '../access/signed-readers/verify-token.ts'
import { withTenant } from '../platform/database/tenant.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { rotateSecrets } from './rotate-secrets.ts'
import { readSecretsStatus } from './secrets-status.ts'
import { isSecretSealed } from './stored-secrets.ts'

const OLD = 'the key before, 32 characters or more'
const NEW = 'the key after, 32 characters or more.'

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store.close())

test('after the rotation the new key alone opens both secrets of a signer', async () => {
  const { db: workerDb } = store.worker
  const { knowledgeBaseId } = store.tenant
  const box = createSecretBox(OLD)
  const input = { name: 'a', issuer: null, audience: undefined, secret: undefined }
  const { id, first, second } = await withTenant(workerDb, store.tenant, async (tx) => {
    const made = await createSigner(tx, box, knowledgeBaseId, { ...input, jwks_url: undefined })
    const signer = { knowledgeBaseId, id: made.id }
    const rotated = await rotateSigner(tx, box, signer, { previous_valid_hours: 1 })
    return { id: made.id, first: made.secret, second: rotated.secret }
  })
  expect(await isSecretSealed(workerDb)).toBe(true)
  const peppers = { current: 'a pepper for the tests, 32 characters', previous: null }
  const deps = { workerDb, peppers, secrets: createSecretBox(NEW, OLD) }
  expect((await readSecretsStatus(deps)).sealed).toBe(2)
  expect(await rotateSecrets({ ...deps, secretsKey: NEW }, Date.now())).toMatchObject({
    resealed: 2,
    unreadable: 0,
  })
  expect((await readSecretsStatus(deps)).sealed).toBe(0)
  const [signer] = await withTenant(workerDb, store.tenant, findSigners)
  if (!signer?.secret || !signer.previousSecret) throw new Error('It has two secrets')
  const context = signerContext(knowledgeBaseId, id)
  expect(createSecretBox(NEW).open(signer.secret, context)).toBe(second)
  expect(createSecretBox(NEW).open(signer.previousSecret, context)).toBe(first)
  expect(() => createSecretBox(OLD).open(signer.secret ?? Buffer.of(), context)).toThrow(/auth/)
})
