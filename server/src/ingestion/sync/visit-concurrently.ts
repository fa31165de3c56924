import { setTimeout as sleep } from 'node:timers/promises'

const IDLE_MS = 50

export type Visiting<Item> = {
  signal: AbortSignal
  /** Whether time is up. */
  isOver: () => boolean
  /** The next item, if there is one now. */
  claim: () => Promise<Item | undefined>
  /** May lead to more items. */
  visit: (item: Item) => Promise<void>
  /** Whether items are left, also those that cannot be claimed yet. */
  hasMore: () => Promise<boolean>
}

/** Visits up to `atOnce` items at a time until none is left. False: time was up first. */
export async function visitConcurrently<Item>(
  atOnce: number,
  work: Visiting<Item>,
): Promise<boolean> {
  const shared = { busy: 0, isDone: false }
  const ends = await Promise.allSettled(
    Array.from({ length: atOnce }, () => visitUntilDone(work, shared)),
  )
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return ends.every((end) => end.status === 'fulfilled' && end.value)
}

/** True: nothing was left. */
async function visitUntilDone<Item>(
  { signal, isOver, claim, visit, hasMore }: Visiting<Item>,
  shared: { busy: number; isDone: boolean },
): Promise<boolean> {
  // What one visitor finds out holds for all: otherwise each would need a pause to find it out.
  while (!shared.isDone) {
    signal.throwIfAborted()
    if (isOver()) return false
    // Counted before the claim: a visitor that finds nothing must know of one that is about to.
    shared.busy += 1
    let visited = false
    try {
      const item = await claim()
      if (item !== undefined) {
        visited = true
        await visit(item)
      }
    } finally {
      shared.busy -= 1
    }
    if (visited) continue
    // An item being visited may lead to more, and a failed one is retried.
    if (shared.busy === 0 && !(await hasMore())) shared.isDone = true
    else await sleep(IDLE_MS, undefined, { signal })
  }
  return true
}
