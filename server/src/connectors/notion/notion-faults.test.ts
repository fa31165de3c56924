import { expect, test } from 'vitest'
import { CUT_OFF, SIGN_IN_PAGE } from '../../../../test/fakes/fake-api.ts'
import type { FakeNotion } from '../../../../test/fakes/notion.ts'
import type { FoundPage } from '../connector.ts'
import { SourceError } from '../connector.ts'
import { listAll } from '../testing/crawl.ts'
import { makeId, makeKey, notionPage, useNotion } from '../testing/notion-source.ts'

let notion: FakeNotion
const { connect, fetchPage, pauses } = useNotion((fake) => (notion = fake))

const keys = (found: readonly FoundPage[]) => found.map(({ key }) => key).toSorted()

test('a wrong token, or none, fails with the reason, also half-way', async () => {
  await expect(listAll(connect('wrong'))).rejects.toThrow(/rejects the credentials of the source/)
  await expect(listAll(connect(null))).rejects.toThrow(/requires signing in \(status 401\)/)
  const connector = connect()
  notion.afterBatch = () => (notion.token = 'another')
  await expect(listAll(connector)).rejects.toThrow(SourceError)
  await expect(fetchPage(1, connector)).rejects.toThrow(SourceError)
})

test('a page that changes while the list is read is there once, and so are the others', async () => {
  let isMoved = false
  notion.afterBatch = () => {
    if (isMoved) return
    isMoved = true
    notion.pages[0] = notionPage(1, { last_edited_time: '2026-10-06T00:00:00.000Z' })
  }
  expect(keys(await listAll(connect()))).toEqual([1, 2, 3, 4, 5].map(makeKey))
})

test('a cursor that ends while the list is read begins it again, once', async () => {
  const deleteNext = () => {
    notion.afterBatch = () => undefined
    // What the cursor names.
    notion.pages = notion.pages.filter(({ id }) => id !== makeId(3))
  }
  notion.afterBatch = deleteNext
  expect(keys(await listAll(connect()))).toEqual([1, 2, 4, 5].map(makeKey))
  notion.interrupt(/search$/, { body: batch(['x']) }, { status: 400, body: {} })
  notion.interrupt(/search$/, { body: batch(['x']) }, { status: 400, body: {} })
  await expect(listAll(connect())).rejects.toThrow(/refuses its own cursor/)
})

const batch = (cursors: readonly string[], results: readonly object[] = []) => ({
  object: 'list',
  results,
  next_cursor: cursors[0] ?? null,
  has_more: true,
})

test('an empty batch with a next one is not the end, and a cursor that repeats is an error', async () => {
  notion.interrupt(/search$/, { body: batch([makeId(1)]) })
  expect(await listAll(connect())).toHaveLength(5)
  const circle = { body: batch(['x'], [{ object: 'page', id: makeId(1) }]) }
  notion.interrupt(/search$/, circle, circle)
  await expect(listAll(connect())).rejects.toThrow(/goes in a circle/)
  notion.interrupt(/search$/, { body: batch([]) })
  await expect(listAll(connect())).rejects.toThrow(/does not say where its listing goes on/)
})

test('a search that Notion cuts off fails: what is missing is not deleted', async () => {
  const cut = { ...batch([]), has_more: false, request_status: { type: 'incomplete' } }
  notion.interrupt(/search$/, { body: cut })
  await expect(listAll(connect())).rejects.toThrow(/does not list everything/)
})

test('it waits as long as it is asked to, for 429 and for 529, and goes on where it was', async () => {
  const wait = (status: number, seconds: string) => ({
    status,
    headers: { 'retry-after': seconds },
  })
  notion.interrupt(/search$/, wait(429, '93'), wait(529, '7'))
  expect(await listAll(connect())).toHaveLength(5)
  expect(pauses).toEqual([93_000, 7_000])
})

test.each([
  ['a server error', { status: 502 }],
  ['data that is cut off', CUT_OFF],
])('%s is tried again, and ends the listing if it stays', async (_name, fault) => {
  notion.interrupt(/search$/, fault, fault)
  expect(await listAll(connect())).toHaveLength(5)
  notion.interrupt(/search$/, fault, fault, fault)
  await expect(listAll(connect())).rejects.toThrow(/^Notion (answers with status 502|sent data)/)
})

test.each([
  ['a sign-in page', SIGN_IN_PAGE, /sends a web page, such as for signing in/],
  ['a refusal', { status: 403, body: {} }, /does not let the credentials of the source read this/],
  ['data without what it must have', { body: { results: [{ id: 1 }] } }, /unexpected in results.0/],
])('%s ends the listing', async (_name, fault, reason) => {
  notion.interrupt(/search$/, fault)
  await expect(listAll(connect())).rejects.toThrow(reason)
})
