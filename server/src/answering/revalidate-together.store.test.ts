import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Store } from '../../../test/support/store/store.ts'
import { asWorker, indexPage, openStore, page } from '../../../test/support/store/store.ts'
import { createClientKey, revokeClientKey } from '../access/clients/keys.ts'
import { changeDocument } from '../knowledge/documents.ts'
import { newId } from '../platform/new-id.ts'
import type { AdmittedQuestion } from './admit.ts'
import { revalidateTogether } from './revalidate-together.ts'

const MAKING = { pepper: 'a pepper for the tests, 32 characters', cell: '00' }

let store: Store
beforeAll(async () => void (store = await openStore()))
afterAll(() => store.close())

const newKey = async (): Promise<string> =>
  (
    await asWorker(store, (tx) =>
      createClientKey(tx, store.tenant, MAKING, {
        name: 'test',
        kind: 'public',
        allowedGroupIds: [],
      }),
    )
  ).id

const newPage = async (): Promise<string> =>
  (await indexPage(store, page(`https://docs.example.com/${newId()}`), ['text'])).id

/** As far as the check reads it. */
const makeQuestion = (keyId: string) =>
  ({
    caller: { ...store.tenant, keyId },
    groupIds: null,
    widget: null,
    origin: undefined,
  }) as unknown as AdmittedQuestion

/** How each ends that is checked at the same moment. */
async function together(asked: readonly [keyId: string, documentId: string][]) {
  const checks = asked.map(([keyId, documentId]) =>
    revalidateTogether(store.api.db, makeQuestion(keyId), [documentId]),
  )
  const ended = await Promise.allSettled(checks)
  return ended.map((end) => (end.status === 'rejected' ? String(end.reason.message) : 'fine'))
}

/** Each statement outside a transaction takes a connection of its own. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const connect = vi.spyOn(store.api.pool, 'connect')
  try {
    await work()
    return connect.mock.calls.length
  } finally {
    connect.mockRestore()
  }
}

test('answers to one key are checked with one statement, another key with its own', async () => {
  const [key, other] = [await newKey(), await newKey()]
  const pages = [await newPage(), await newPage(), await newPage()] as const
  const asked = pages.map((id): [string, string] => [key, id])
  expect(await countStatements(() => together(asked))).toBe(1)
  expect(await countStatements(() => together([...asked, [other, pages[0]]]))).toBe(2)
})

test('a withdrawn document ends the answers behind it and no others', async () => {
  const key = await newKey()
  const [kept, withdrawn] = [await newPage(), await newPage()]
  const asked: [string, string][] = [
    [key, kept],
    [key, withdrawn],
    [key, kept],
  ]
  expect(await together(asked)).toEqual(['fine', 'fine', 'fine'])
  await asWorker(store, (tx) =>
    changeDocument({ tx, queue: store.queue, tenant: store.tenant }, withdrawn, {
      visibility: 'restricted',
    }),
  )
  expect(await together(asked)).toEqual(['fine', "The answer's document was revoked", 'fine'])
})

test('a revoked key ends all of its answers and no others', async () => {
  const [key, other] = [await newKey(), await newKey()]
  const id = await newPage()
  await asWorker(store, (tx) => revokeClientKey(tx, key))
  const revoked = "The answer's key was revoked"
  const asked: [string, string][] = [
    [key, id],
    [other, id],
    [key, id],
  ]
  expect(await together(asked)).toEqual([revoked, 'fine', revoked])
})

test('more answers than one statement takes are all checked', async () => {
  const key = await newKey()
  const id = await newPage()
  const asked = Array.from({ length: 250 }, (): [string, string] => [key, id])
  expect(await together(asked)).toEqual(asked.map(() => 'fine'))
})
