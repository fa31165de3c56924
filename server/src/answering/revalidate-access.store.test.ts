import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countTrips } from '../../../test/support/store/count-trips.ts'
import { holdTransaction } from '../../../test/support/store/hold-transaction.ts'
import type { Store } from '../../../test/support/store/store.ts'
import {
  asWorker,
  indexPage,
  openStore,
  page,
  storePassages,
} from '../../../test/support/store/store.ts'
import { untilWaiting } from '../../../test/support/store/until-waiting.ts'
import { createClientKey, revokeClientKey } from '../access/clients/keys.ts'
import { revokeReader, signInReader } from '../access/readers/readers.ts'
import { startDeletion } from '../knowledge/deletion/delete-knowledge-base.ts'
import { startWorkspaceDeletion } from '../knowledge/deletion/delete-workspace.ts'
import { changeDocument, deleteDocument } from '../knowledge/documents.ts'
import { changeGroup, createGroup } from '../knowledge/groups.ts'
import { newId } from '../platform/new-id.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { changeWidget, createWidget } from '../widgets/widgets.ts'
import { changeWorkspace } from '../workspaces/workspaces.ts'
import type { AdmittedQuestion } from './admit.ts'
import type { AccessRevoked } from './revalidate-access.ts'
import { commitAnswer, revalidateAccess } from './revalidate-access.ts'

const ORIGIN = 'https://docs.example.com'
const MAKING = { pepper: 'a pepper for the tests, 32 characters', cell: '00' }

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store.close())

type Case = {
  question: AdmittedQuestion
  documentIds: string[]
  groupId: string
  otherGroupId: string
}

/** A question of a key that is limited to a group, on a widget, answered from a page of that group. */
async function ask(): Promise<Case> {
  const { tenant } = store
  const { knowledgeBaseId } = tenant
  const made = await asWorker(store, async (tx) => {
    const group = await createGroup(tx, knowledgeBaseId, newId())
    const other = await createGroup(tx, knowledgeBaseId, newId())
    const key = await createClientKey(tx, tenant, MAKING, {
      name: 'test',
      kind: 'public',
      allowedGroupIds: [group.id],
    })
    const widget = await createWidget(tx, knowledgeBaseId, {
      name: 'test',
      enabled: true,
      allowed_origins: [ORIGIN],
      voice: '',
      config: {},
    })
    return { group, other, key, widget }
  })
  const document = await indexPage(
    store,
    page(`${ORIGIN}/${newId()}`, { group_id: made.group.id }),
    ['text'],
  )
  return {
    question: makeQuestion(made.key.id, { widget: made.widget }),
    documentIds: [document.id],
    groupId: made.group.id,
    otherGroupId: made.other.id,
  }
}

/** As far as the check reads it. */
const makeQuestion = (
  keyId: string | null,
  change: Partial<AdmittedQuestion> = {},
): AdmittedQuestion =>
  ({
    caller: { ...store.tenant, keyId },
    groupIds: null,
    widget: null,
    origin: ORIGIN,
    ...change,
  }) as AdmittedQuestion

const look = ({ question, documentIds }: Case) =>
  revalidateAccess(store.api.db, question, documentIds)

/** Locks what the answer rests on and runs `work` where an answer is stored. */
const hold = ({ question, documentIds }: Case, work = sql`select 1`) =>
  commitAnswer(store.api.db, question, documentIds, async (tx, settings) => {
    await work.execute(tx)
    return settings
  })

type Change = (tx: TenantTransaction, of: Case) => Promise<unknown>

const changeIt =
  (change: Parameters<typeof changeDocument>[2]): Change =>
  (tx, { documentIds: [id = ''] }) =>
    changeDocument({ tx, queue: store.queue, tenant: store.tenant }, id, change)

/** Every way to take away what an answer rests on. */
const WITHDRAWALS: [name: string, what: AccessRevoked['what'], change: Change][] = [
  ['a restricted document', 'document', changeIt({ visibility: 'restricted' })],
  [
    'a deleted document',
    'document',
    (tx, { documentIds: [id = ''] }) =>
      deleteDocument({ tx, queue: store.queue, tenant: store.tenant }, id),
  ],
  [
    'a document moved out of the group',
    'document',
    (tx, of) => changeIt({ group_id: of.otherGroupId })(tx, of),
  ],
  [
    'a group taken from the key',
    'document',
    // Its last group: without this the key would read everything.
    (tx, { question, groupId, otherGroupId }) =>
      sql`update client_key_groups set group_id = ${otherGroupId}
          where key_id = ${question.caller.keyId} and group_id = ${groupId}`.execute(tx),
  ],
  [
    'a group closed to all but signed readers',
    'document',
    (tx, { groupId }) => changeGroup(tx, groupId, { signed_readers_only: true }),
  ],
  ['a revoked key', 'key', (tx, { question }) => revokeClientKey(tx, question.caller.keyId ?? '')],
  [
    'a widget switched off',
    'widget',
    (tx, { question }) => changeWidget(tx, question.widget?.id ?? '', { enabled: false }),
  ],
  [
    'a widget whose origin was taken away',
    'widget',
    (tx, { question }) => changeWidget(tx, question.widget?.id ?? '', { allowed_origins: [] }),
  ],
]

test.for(WITHDRAWALS)('%s ends the answer', async ([, what, change]) => {
  const of = await ask()
  await look(of)
  expect(await hold(of)).toMatchObject({ retention: 'standard' })
  await asWorker(store, (tx) => change(tx, of))
  await expect(look(of)).rejects.toMatchObject({ name: 'AccessRevoked', what })
  await expect(hold(of)).rejects.toMatchObject({ name: 'AccessRevoked', what })
})

const begin = (of: Case, change: Change) => holdTransaction(asWorker, store, (tx) => change(tx, of))

test.for(WITHDRAWALS)('%s that is about to commit is waited for', async ([, what, change]) => {
  const of = await ask()
  const withdrawal = await begin(of, change)
  // Not committed: readers still see it.
  await look(of)
  const held = hold(of).catch((error: unknown) => error)
  await untilWaiting(store, 'footnote_api')
  withdrawal.release()
  await withdrawal.committed
  expect(await held).toMatchObject({ name: 'AccessRevoked', what })
})

test.for(WITHDRAWALS)('%s waits for an answer that is being stored', async ([, , change]) => {
  expect(await storeDuring(await ask(), change)).toMatchObject({ retention: 'standard' })
})

/** Stores an answer, and asks for a change meanwhile, which has to wait. */
async function storeDuring(of: Case, change: Change) {
  const gate = await holdTransaction(asWorker, store, (tx) =>
    sql`select pg_advisory_xact_lock(7)`.execute(tx),
  )
  const stored = hold(of, sql`select pg_advisory_xact_lock_shared(7)`)
  await untilWaiting(store, 'footnote_api')
  const withdrawn = asWorker(store, (tx) => change(tx, of))
  await untilWaiting(store, 'footnote_worker')
  gate.release()
  await Promise.all([gate.committed, withdrawn])
  return stored
}

/** What is left of it stays for the other tests. */
const restore = () =>
  asWorker(store, async (tx) => {
    await sql`update knowledge_bases set deleting_at = null`.execute(tx)
    await sql`update workspaces set deleting_at = null`.execute(tx)
  })

const DELETIONS: [name: string, change: Change][] = [
  ['a knowledge base', (tx) => startDeletion({ tx, queue: store.queue, tenant: store.tenant })],
  ['a workspace', (tx) => startWorkspaceDeletion(tx, store.queue, store.tenant.workspaceId)],
]

test.for(DELETIONS)('the deletion of %s ends the answer, and is waited for', async ([, change]) => {
  const of = await ask()
  const deletion = await begin(of, change)
  await look(of)
  const held = hold(of).catch((error: unknown) => error)
  await untilWaiting(store, 'footnote_api')
  deletion.release()
  await deletion.committed
  expect(await held).toMatchObject({ name: 'AccessRevoked', what: 'key' })
  await expect(look(of)).rejects.toMatchObject({ name: 'AccessRevoked', what: 'key' })
  await restore()
})

test.for(DELETIONS)('the deletion of %s waits for an answer being stored', async ([, change]) => {
  expect(await storeDuring(await ask(), change)).toMatchObject({ retention: 'standard' })
  await restore()
})

test('a concurrent switch to Zero data retention is waited for and respected', async () => {
  const of = await ask()
  const { workspaceId } = store.tenant
  const change =
    (retention: 'standard' | 'zero'): Change =>
    (tx) =>
      changeWorkspace(tx, workspaceId, { retention })
  const withdrawal = await begin(of, change('zero'))
  const held = hold(of)
  await untilWaiting(store, 'footnote_api')
  withdrawal.release()
  await withdrawal.committed
  expect(await held).toMatchObject({ retention: 'zero' })
  await asWorker(store, (tx) => change('standard')(tx, of))
})

test('a kind to redact that is new since the question is known where the answer is stored', async () => {
  const of = await ask()
  const { workspaceId } = store.tenant
  const change =
    (redact: 'email'[]): Change =>
    (tx) =>
      changeWorkspace(tx, workspaceId, { redact })
  const withdrawal = await begin(of, change(['email']))
  const held = hold(of)
  await untilWaiting(store, 'footnote_api')
  withdrawal.release()
  await withdrawal.committed
  expect(await held).toMatchObject({ redact: ['email'] })
  await asWorker(store, (tx) => change([])(tx, of))
})

test('an answer is stored in three round trips', async () => {
  const of = await ask()
  await hold(of)
  expect(await countTrips(store.api.pool, () => hold(of))).toBe(3)
})

test('reindexing a cited page does not block the answer, however long it takes', async () => {
  const of = await ask()
  const [id = ''] = of.documentIds
  const indexing = await holdTransaction(asWorker, store, (tx) =>
    sql`select from documents where id = ${id} for no key update`.execute(tx),
  )
  const reindexed = storePassages(store, id, ['other text'])
  await untilWaiting(store, 'footnote_worker')
  expect(await hold(of)).toMatchObject({ retention: 'standard' })
  indexing.release()
  await indexing.committed
  expect(await reindexed).toBe('indexed')
})

test('a signed-in reader has access, within the readers’ groups, until revoked', async () => {
  const { tenant } = store
  const of = await ask()
  const readerId = await asWorker(store, async (tx) => {
    await sql`
      insert into sign_in_settings (knowledge_base_id, workspace_id, allowed_group_ids)
      values (${tenant.knowledgeBaseId}, ${tenant.workspaceId}, ${[of.groupId]}::uuid[])`.execute(
      tx,
    )
    return signInReader(tx, tenant, { identity: 'mailto:reader@example.com', email: null })
  })
  const reader = { ...of, question: makeQuestion(readerId ?? '') }
  await look(reader)
  await asWorker(store, (tx) =>
    sql`update sign_in_settings set allowed_group_ids = ${[of.otherGroupId]}::uuid[]`.execute(tx),
  )
  await expect(look(reader)).rejects.toMatchObject({ what: 'document' })
  await asWorker(store, (tx) =>
    sql`update sign_in_settings set allowed_group_ids = '{}'`.execute(tx),
  )
  await hold(reader)
  await asWorker(store, (tx) => revokeReader(tx, readerId ?? ''))
  await expect(look(reader)).rejects.toMatchObject({ what: 'key' })
  await expect(hold(reader)).rejects.toMatchObject({ what: 'key' })
})

test('another tenant’s key, widget and documents are not accepted', async () => {
  const of = await ask()
  const elsewhere = { workspaceId: newId(), knowledgeBaseId: newId() }
  const question = { ...of.question, caller: { ...of.question.caller, ...elsewhere } }
  await expect(look({ ...of, question })).rejects.toMatchObject({ what: 'key' })
  await expect(hold({ ...of, question })).rejects.toMatchObject({ what: 'key' })
})

test('an operator without a key may use what a key without groups may, and nothing restricted', async () => {
  const made = await ask()
  const asOperator = { ...made, question: makeQuestion(null) }
  await look(asOperator)
  const elsewhere = makeQuestion(null, { groupIds: [made.otherGroupId] })
  await expect(look({ ...made, question: elsewhere })).rejects.toMatchObject({ what: 'document' })
  await asWorker(store, (tx) => changeIt({ visibility: 'restricted' })(tx, made))
  await expect(look(asOperator)).rejects.toMatchObject({ what: 'document' })
})
