import { setImmediate as nextTurn } from 'node:timers/promises'

/** About 4 ms of work. */
const PASSAGES_A_TURN = 16

/** Maps passages so that readers whom the same process serves do not wait for all of them. */
export async function mapInTurns<Item, Result>(
  passages: readonly Item[],
  map: (passage: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const passage of passages) {
    if (results.length > 0 && results.length % PASSAGES_A_TURN === 0) await nextTurn()
    results.push(map(passage))
  }
  return results
}
