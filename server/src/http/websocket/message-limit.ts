import { MAX_MESSAGES_PER_10_SECONDS } from '@footnote/contract/limits'

const WINDOW_MS = 10_000

/** Counts each call and returns true once there are too many within 10 s. */
export function createMessageLimit(now: () => number = () => performance.now()): () => boolean {
  let began = now()
  let count = 0
  return () => {
    const time = now()
    if (time - began >= WINDOW_MS) {
      began = time
      count = 0
    }
    count += 1
    return count > MAX_MESSAGES_PER_10_SECONDS
  }
}
