import { setTimeout as sleep } from 'node:timers/promises'

const IDLE_MS = 50

export type SlotWork<Item> = {
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

/** Visits so many items at a time until none is left. False: time was up first. */
export async function runSlots<Item>(slots: number, work: SlotWork<Item>): Promise<boolean> {
  const shared = { busySlots: 0, isDone: false }
  const ends = await Promise.allSettled(Array.from({ length: slots }, () => runSlot(work, shared)))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return ends.every((end) => end.status === 'fulfilled' && end.value)
}

/** True: nothing was left. */
async function runSlot<Item>(
  { signal, isOver, claim, visit, hasMore }: SlotWork<Item>,
  shared: { busySlots: number; isDone: boolean },
): Promise<boolean> {
  // What one slot finds out holds for all: each for itself, the last would know after a pause for each.
  while (!shared.isDone) {
    signal.throwIfAborted()
    if (isOver()) return false
    // Counted before the claim: a slot that finds nothing must know of one that is about to.
    shared.busySlots += 1
    let visited = false
    try {
      const item = await claim()
      if (item !== undefined) {
        visited = true
        await visit(item)
      }
    } finally {
      shared.busySlots -= 1
    }
    if (visited) continue
    // An item being visited may lead to more, and a failed one is retried.
    if (shared.busySlots === 0 && !(await hasMore())) shared.isDone = true
    else await sleep(IDLE_MS, undefined, { signal })
  }
  return true
}
