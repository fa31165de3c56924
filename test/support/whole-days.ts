import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach } from 'vitest'

const DAY_MS = 86_400_000
/** A test's time limit in vitest.config.ts. Those with more do not count by the day. */
const LONGEST_TEST_MS = 600_000

/** How long to wait so that no day (UTC) ends within a test: none but in the last minutes of one. */
export function msUntilWholeTest(nowMs: number): number {
  const leftMs = DAY_MS - (nowMs % DAY_MS)
  return leftMs > LONGEST_TEST_MS ? 0 : leftMs
}

// Costs, mails and answers are counted by the day or the month: what was counted before midnight is
// gone after it.
beforeEach(() => sleep(msUntilWholeTest(Date.now())), 2 * LONGEST_TEST_MS)
