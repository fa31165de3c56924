import { expect, test } from 'vitest'
import { batchCalls } from './batch-calls.ts'

const never = () => false

/** Work that is done when it is told to be, and what it was given. */
function held() {
  const batches: number[][] = []
  const ends: (() => void)[] = []
  const work = async (items: readonly number[]) => {
    batches.push([...items])
    await new Promise<void>((resolve) => ends.push(resolve))
    return items.map((item) => item * 10)
  }
  const untilBegun = async (count: number) => {
    while (ends.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
  return { batches, ends, work, untilBegun }
}

test('what comes while earlier items are under way is done together next', async () => {
  const { batches, ends, work, untilBegun } = held()
  const run = batchCalls({ maxItems: 3, isCommon: never }, work)
  const first = run(1)
  await untilBegun(1)
  const rest = [2, 3, 4, 5].map(run)
  ends[0]?.()
  expect(await first).toBe(10)
  await untilBegun(2)
  ends[1]?.()
  await untilBegun(3)
  ends[2]?.()
  expect(await Promise.all(rest)).toEqual([20, 30, 40, 50])
  expect(batches).toEqual([[1], [2, 3, 4], [5]])
})

test('what is ready at once goes at once, without waiting for more', async () => {
  const batches: number[][] = []
  const run = batchCalls({ maxItems: 10, isCommon: never }, async (items: readonly number[]) => {
    batches.push([...items])
    return items
  })
  await Promise.all([1, 2, 3].map(run))
  await run(4)
  expect(batches).toEqual([[1, 2, 3], [4]])
})

test('items are added until they are heavy enough, and a heavy one still goes', async () => {
  const batches: number[][] = []
  const run = batchCalls(
    { maxItems: 10, maxWeight: 5, weigh: (item: number) => item, isCommon: never },
    async (items) => {
      batches.push([...items])
      return items
    },
  )
  await Promise.all([2, 3, 9, 1, 1].map(run))
  expect(batches).toEqual([[2, 3], [9], [1, 1]])
})

test('of items that fail together only the one that fails alone is refused', async () => {
  const batches: number[][] = []
  const run = batchCalls({ maxItems: 10, isCommon: never }, async (items: readonly number[]) => {
    batches.push([...items])
    if (items.includes(2)) throw new Error('no twos')
    return items
  })
  const ends = await Promise.allSettled([1, 2, 3].map(run))
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(batches).toEqual([[1, 2, 3], [1], [2], [3]])
  expect(await run(5)).toBe(5)
})

test('a failure that is not due to an item refuses all of them, and none is tried again', async () => {
  let tries = 0
  const run = batchCalls({ maxItems: 10, isCommon: () => true }, async () => {
    tries += 1
    throw new Error('down')
  })
  const ends = await Promise.allSettled([1, 2, 3].map(run))
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(tries).toBe(1)
})
