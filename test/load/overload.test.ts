import { expect, test } from 'vitest'
import { run } from '../../bench/overload.ts'

const short = process.env['CHAOS'] !== 'full'

/**
 * The share of what the same run serves at its peak. The clients share two cores with the service, and
 * take more of them at ten times the requests. Full runs gave .71 to .94 on a quiet machine and .30 to
 * .43 beside other work, which is what the short form meets in CI.
 */
const MIN_GOOD_OF_PEAK = short ? 0.3 : 0.7
const MAX_RECOVERY_SECONDS = 5

test('at ten times its capacity the service serves nearly as much as at its peak', async () => {
  const figures = await run({ short })
  expect(figures['goodOfPeak']).toBeGreaterThanOrEqual(MIN_GOOD_OF_PEAK)
  // Without a limit nobody is refused, and thousands are served after they have given up.
  expect(figures['refused']).toBeGreaterThan(0)
  expect(figures['late']).toBeLessThan(Number(figures['refused']) / 10)
  expect(figures['failed']).toBe(0)
  expect(figures['recoverySeconds']).toBeLessThanOrEqual(MAX_RECOVERY_SECONDS)
})
