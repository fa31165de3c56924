import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** About 4 ms of work. */
const PASSAGES_PER_BATCH = 16

/** Maps passages, and lets the event loop serve readers after each batch. */
export async function mapInBatches<Item, Result>(
  passages: readonly Item[],
  map: (passage: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const passage of passages) {
    if (results.length > 0 && results.length % PASSAGES_PER_BATCH === 0) await yieldToEventLoop()
    results.push(map(passage))
  }
  return results
}
