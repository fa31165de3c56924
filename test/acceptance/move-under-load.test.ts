import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { useMeanwhile } from '../support/chaos/moves.ts'
import { moveUntil } from '../support/footnote-move.ts'
import { readRows } from '../support/store/services.ts'
import { fill, test } from './support/cells.ts'

test('nothing is lost or refused in moves there and back, killed at every step', async ({
  service,
  edge,
  database,
  otherDatabase,
  cells,
}) => {
  const docs = await fill(service)
  const stop = useMeanwhile(edge, docs)
  const { workspaceId } = docs
  const { lower, upper } = cells
  const there = { workspaceId, from: lower, to: upper }
  const back = { workspaceId, from: upper, to: lower }
  expect(await moveUntil(there, /^\d+ of \d+ tables/)).toMatchObject({ isDone: false })
  expect(await moveUntil(there, /^switching over/)).toMatchObject({ isDone: false })
  expect(await moveUntil(there, null)).toMatchObject({ isDone: true, errors: '' })
  expect(await moveUntil(back, /rows are equal/)).toMatchObject({ isDone: false })
  expect(await moveUntil(back, null)).toMatchObject({ isDone: true, errors: '' })
  await sleep(2_000)
  const { messages, urls, problems } = await stop()
  expect(problems).toEqual([])
  expect(Math.min(messages.length, urls.length)).toBeGreaterThan(20)
  const stored = async (from: typeof database) => ({
    messages: await readRows<{ id: string }>(from, 'select id from messages'),
    urls: await readRows<{ id: string }>(from, 'select url as id from documents'),
  })
  const [serving, left] = [await stored(database), await stored(otherDatabase)]
  const ids = (rows: { id: string }[]) => new Set(rows.map(({ id }) => id))
  expect(messages.filter((id) => !ids(serving.messages).has(id))).toEqual([])
  expect(urls.filter((url) => !ids(serving.urls).has(url))).toEqual([])
  expect(messages.filter((id) => ids(left.messages).has(id))).toEqual([])
})
