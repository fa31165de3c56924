import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Reembedding } from '../../../../test/support/store/reembedding.ts'
import {
  createReembedding,
  findCaller,
  NEW,
  OLD,
} from '../../../../test/support/store/reembedding.ts'
import type { Store } from '../../../../test/support/store/store.ts'
import { asReader, asWorker, openStore } from '../../../../test/support/store/store.ts'
import { activeSpace } from '../../knowledge/spaces/embedding-space.ts'
import { matchVerified } from './match-verified.ts'
import { changeVerifiedAnswer, createVerifiedAnswer } from './verified-answers.ts'
import { embedWordings } from './wording-vectors.ts'

const NEVER = new AbortController().signal
const QUESTION = 'How do I rotate a key?'

let store: Store
let base: Reembedding
let documentId: string

beforeEach(async () => {
  store = await openStore()
  base = createReembedding(store)
  documentId = await base.write(1, 'first')
})
afterEach(() => store.close())

const bodyOf = (variants: string[]) => ({
  question: QUESTION,
  variants,
  answer: 'Make a second one.',
  source_document_ids: [documentId],
  expires_at: null,
})

const embed = (wordings: string[]) =>
  embedWordings({ db: store.worker.db, embedders: base.embedders }, store.tenant, wordings)

async function verify(...variants: string[]): Promise<string> {
  const { knowledgeBaseId } = store.tenant
  const embedded = await embed([QUESTION, ...variants])
  const { id } = await asWorker(store, (tx) =>
    createVerifiedAnswer(tx, knowledgeBaseId, bodyOf(variants), embedded),
  )
  return id
}

async function isGiven(text: string): Promise<boolean> {
  const caller = await findCaller(store)
  const scope = { groupIds: null, filter: null, hiddenDocumentIds: new Set<string>() }
  const deps = { db: store.api.db, embedders: base.embedders }
  const match = await matchVerified(deps, { caller, text, ...scope }, NEVER)
  return match?.given?.text === 'Make a second one.'
}

test('wordings get their vectors before searches move to another model, and after a rollback', async () => {
  await verify('My key has leaked')
  expect(await isGiven('rotate key')).toBe(true)
  await base.start()
  expect(await base.run()).toBe('swapped')
  expect((await asWorker(store, activeSpace)).model).toBe(NEW.model)
  expect(await isGiven('rotate key')).toBe(true)
  expect(await isGiven('my key leaked')).toBe(true)
  // The space of before knows nothing of it, so it is not back at once.
  await verify('A key of ours is public')
  await base.rollBack()
  expect((await asWorker(store, activeSpace)).model).toBe(NEW.model)
  expect(await base.run()).toBe('swapped')
  expect((await asWorker(store, activeSpace)).model).toBe(OLD.model)
  expect(await isGiven('is a key of ours public')).toBe(true)
})

test('what was embedded for a model that is no longer searched is not stored', async () => {
  const embedded = await embed([QUESTION])
  await base.start()
  expect(await base.run()).toBe('swapped')
  const { knowledgeBaseId } = store.tenant
  const create = asWorker(store, (tx) =>
    createVerifiedAnswer(tx, knowledgeBaseId, bodyOf([]), embedded),
  )
  await expect(create).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a changed wording counts at once, and the one of before no more', async () => {
  const id = await verify('My key has leaked')
  const variants = ['The secret was stolen']
  const embedded = await embed([QUESTION, ...variants])
  const { knowledgeBaseId } = store.tenant
  await asWorker(store, (tx) =>
    changeVerifiedAnswer(tx, knowledgeBaseId, id, bodyOf(variants), embedded),
  )
  expect(await isGiven('my key leaked')).toBe(false)
  expect(await isGiven('the secret was stolen')).toBe(true)
})

test('readers see nothing of an answer whose page is restricted', async () => {
  await verify()
  const seen = () =>
    asReader(store, async (tx) => {
      const counts = await sql<{ rows: number }>`
        select (select count(*) from readable_verified_answers)::int
             + (select count(*) from readable_verified_sources)::int
             + (select count(*) from readable_verified_vectors)::int as rows`.execute(tx)
      return counts.rows[0]?.rows
    })
  expect(await seen()).toBe(3)
  await asWorker(store, (tx) =>
    sql`update documents set visibility = 'restricted' where id = ${documentId}`.execute(tx),
  )
  expect(await seen()).toBe(0)
  expect(await isGiven(QUESTION)).toBe(false)
})
