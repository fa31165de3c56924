import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { holdTransaction } from '../../../test/support/store/hold-transaction.ts'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, indexPage, openStore, page } from '../../../test/support/store/store.ts'
import { untilWaiting } from '../../../test/support/store/until-waiting.ts'
import type { SignedReader } from '../access/signed-readers/signed-reader.ts'
import {
  changeSigner,
  createSigner,
  deleteSigner,
  rotateSigner,
} from '../access/signed-readers/signers.ts'
import { createClientKey } from '../access/clients/keys.ts'
import { changeGroup, createGroup } from '../knowledge/groups.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { newId } from '../platform/new-id.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import type { AdmittedQuestion } from './admit.ts'
import { commitAnswer, revalidateAccess } from './revalidate-access.ts'

const MAKING = { pepper: 'a pepper for the tests, 32 characters', cell: '00' }
const BOX = createSecretBox('a key for the tests, 32 characters')
const IN_TEN_MINUTES = new Date(Date.now() + 600_000)

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store.close())
// A knowledge base has five at most.
afterEach(() => asWorker(store, (tx) => sql`delete from reader_signers`.execute(tx)))

type Case = { keyId: string; documentIds: string[]; groupId: string; reader: SignedReader | null }

/** A page in a group for signed readers, asked for with a key that reads everything. */
async function ask(): Promise<Case> {
  const { tenant } = store
  const made = await asWorker(store, async (tx) => ({
    group: await createGroup(tx, tenant.knowledgeBaseId, newId(), true),
    key: await createClientKey(tx, tenant, MAKING, {
      name: 'test',
      kind: 'public',
      allowedGroupIds: [],
    }),
  }))
  const url = `https://docs.example.com/${newId()}`
  const document = await indexPage(store, page(url, { group_id: made.group.id }), ['text'])
  return { keyId: made.key.id, documentIds: [document.id], groupId: made.group.id, reader: null }
}

/** The same of somebody whose token names the group. */
async function askSigned(): Promise<Case & { signerId: string }> {
  const of = await ask()
  const { knowledgeBaseId } = store.tenant
  const input = {
    name: newId(),
    issuer: null,
    audience: undefined,
    secret: undefined,
    jwks_url: undefined,
  }
  const signer = await asWorker(store, (tx) => createSigner(tx, BOX, knowledgeBaseId, input))
  const token = { signerId: signer.id, version: 1, expiresAt: IN_TEN_MINUTES }
  const reader = { owner: '00', subject: 'ada', groupIds: [of.groupId], token }
  return { ...of, signerId: signer.id, reader }
}

/** As far as the check reads it. */
const questionOf = ({ keyId, reader }: Omit<Case, 'keyId'> & { keyId: string | null }) =>
  ({
    caller: { ...store.tenant, keyId, reader },
    groupIds: null,
    widget: null,
    origin: undefined,
  }) as unknown as AdmittedQuestion

const look = (of: Case) => revalidateAccess(store.api.db, questionOf(of), of.documentIds)

const hold = (of: Case, work = sql`select 1`) =>
  commitAnswer(store.api.db, questionOf(of), of.documentIds, async (tx, settings) => {
    await work.execute(tx)
    return settings
  })

type Signed = Awaited<ReturnType<typeof askSigned>>
type Change = (tx: TenantTransaction, of: Signed) => Promise<unknown>

const rotate = (tx: TenantTransaction, { signerId: id }: Signed, hours: number) => {
  const { knowledgeBaseId } = store.tenant
  return rotateSigner(tx, BOX, { knowledgeBaseId, id }, { previous_valid_hours: hours })
}

const WITHDRAWALS: [name: string, change: Change][] = [
  ['a deleted signer', (tx, { signerId }) => deleteSigner(tx, signerId)],
  [
    'a signer with another audience',
    (tx, { signerId }) => changeSigner(tx, signerId, { audience: 'another' }),
  ],
  ['a replaced secret', (tx, of) => rotate(tx, of, 0)],
]
const revoked = { name: 'AccessRevoked', what: 'reader' }

test.for(WITHDRAWALS)('%s ends the answer, and is waited for', async ([, change]) => {
  const of = await askSigned()
  await look(of)
  expect(await hold(of)).toMatchObject({ retention: 'standard' })
  const withdrawal = await holdTransaction(asWorker, store, (tx) => change(tx, of))
  await look(of)
  const held = hold(of).catch((error: unknown) => error)
  await untilWaiting(store, 'footnote_api')
  withdrawal.release()
  await withdrawal.committed
  expect(await held).toMatchObject(revoked)
  await expect(look(of)).rejects.toMatchObject(revoked)
})

const closing: [string, Change] = [
  'a group closed to all but signed readers',
  (tx, { groupId }) => changeGroup(tx, groupId, { signed_readers_only: true }),
]

test.for([...WITHDRAWALS, closing])('%s waits for an answer being stored', async ([, change]) => {
  const of = await askSigned()
  const gate = await holdTransaction(asWorker, store, (tx) =>
    sql`select pg_advisory_xact_lock(7)`.execute(tx),
  )
  const stored = hold(of, sql`select pg_advisory_xact_lock_shared(7)`)
  await untilWaiting(store, 'footnote_api')
  const withdrawn = asWorker(store, (tx) => change(tx, of))
  await untilWaiting(store, 'footnote_worker')
  gate.release()
  await Promise.all([gate.committed, withdrawn])
  expect(await stored).toMatchObject({ retention: 'standard' })
})

test('the previous secret goes on for as long as it is to, and so do answers', async () => {
  const of = await askSigned()
  await asWorker(store, (tx) => rotate(tx, of, 1))
  await look(of)
  await asWorker(store, (tx) => rotate(tx, of, 1))
  await expect(look(of)).rejects.toMatchObject(revoked)
})

test('a change of the name alone ends nothing, and another audience also not the other way round', async () => {
  const of = await askSigned()
  await asWorker(store, (tx) => changeSigner(tx, of.signerId, { name: newId() }))
  await look(of)
  await asWorker(store, (tx) => rotate(tx, of, 1))
  await asWorker(store, (tx) => changeSigner(tx, of.signerId, { audience: 'another' }))
  await expect(look(of)).rejects.toMatchObject(revoked)
})

test('an answer ends with the token of its reader', async () => {
  const of = await askSigned()
  const token = { signerId: of.signerId, version: 1, expiresAt: new Date(Date.now() - 1) }
  const late = { ...of, reader: { owner: '00', subject: 'ada', groupIds: [of.groupId], token } }
  await expect(look(late)).rejects.toMatchObject(revoked)
  await expect(hold(late)).rejects.toMatchObject(revoked)
})

test('without a token that names the group nothing of it is read', async () => {
  const of = await askSigned()
  const reader = of.reader && { ...of.reader, groupIds: [newId()] }
  const refused = { name: 'AccessRevoked', what: 'document' }
  for (const other of [
    { ...of, reader },
    { ...of, reader: null },
  ]) {
    await expect(look(other)).rejects.toMatchObject(refused)
    await expect(hold(other)).rejects.toMatchObject(refused)
  }
  // An operator who asks without a key reads all.
  const operator = { ...of, keyId: null, reader: null }
  await revalidateAccess(store.api.db, questionOf(operator), of.documentIds)
})
