import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

export type BatchOptions<Item> = {
  /** At most this many items at a time. */
  maxItems: number
  /** Items are added until they weigh this much together. */
  maxWeight?: number
  weigh?: (item: Item) => number
  /** Whether a failure is not due to one of the items, so that none is tried alone. */
  isCommon: (error: unknown) => boolean
}

type Call<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Does several items at once: those that are asked for while earlier ones are under way are done together
 * next. No item waits for more to come. If several fail together, each is tried alone.
 */
export function batchCalls<Item, Result>(
  options: BatchOptions<Item>,
  /** Returns a result for each item, in their order. */
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Call<Item, Result>[] = []
  let isWorking = false

  async function workOn(calls: readonly Call<Item, Result>[]): Promise<void> {
    try {
      const results = await work(calls.map(({ item }) => item))
      for (const [n, { resolve }] of calls.entries()) {
        // As many results as items.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        resolve(results[n] as Result)
      }
    } catch (error) {
      if (calls.length > 1 && !options.isCommon(error))
        for (const call of calls) await workOn([call])
      else for (const { reject } of calls) reject(error)
    }
  }

  async function workOnAll(): Promise<void> {
    isWorking = true
    while (waiting.length > 0) {
      // Items that are ready in the same turn of the event loop go along.
      await yieldToEventLoop()
      await workOn(takeFirst(waiting, options))
    }
    isWorking = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isWorking) void workOnAll()
    })
}

function takeFirst<Item, Result>(
  waiting: Call<Item, Result>[],
  { maxItems, maxWeight = Infinity, weigh = () => 0 }: BatchOptions<Item>,
): Call<Item, Result>[] {
  let count = 0
  let weight = 0
  for (const { item } of waiting.slice(0, maxItems)) {
    count += 1
    weight += weigh(item)
    if (weight >= maxWeight) break
  }
  return waiting.splice(0, count)
}
