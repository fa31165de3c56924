import { expect, test } from 'vitest'
import { countRemaining, isAllowed } from './fair-share.ts'

const LIMIT = 1_200

/** Networks that each take all they get, one after the other; what each got. */
function greedy(networks: number, limit: number): number[] {
  const got: number[] = []
  let total = 0
  for (let network = 0; network < networks; network += 1) {
    let own = 0
    while (isAllowed({ limit, total, own }, 1)) {
      own += 1
      total += 1
    }
    got.push(own)
  }
  return got
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

test('one address alone gets half of a shared limit, and all of one that is not shared', () => {
  expect(greedy(1, LIMIT)).toEqual([600])
  expect(greedy(1, 3)).toEqual([2])
  expect(countRemaining({ limit: LIMIT, total: 0, own: null })).toBe(LIMIT)
})

test.each([
  [1, 9],
  [2, 9],
  [10, 8],
  [50, 4],
  [100, 2],
  [150, 1],
])('after %d greedy addresses another still gets %d requests', (others, atLeast) => {
  const got = greedy(others + 1, LIMIT)
  expect(got.at(-1)).toBeGreaterThanOrEqual(atLeast)
  expect(sum(got)).toBeLessThanOrEqual(LIMIT)
})

test('greedy addresses that ask at the same time leave as much', () => {
  const own = Array<number>(100).fill(0)
  let total = 0
  for (let taken = true; taken;) {
    taken = false
    for (const [network, used] of own.entries()) {
      if (!isAllowed({ limit: LIMIT, total, own: used }, 1)) continue
      own[network] = used + 1
      total += 1
      taken = true
    }
  }
  expect(total).toBeLessThanOrEqual(LIMIT)
  expect(countRemaining({ limit: LIMIT, total, own: 0 })).toBe(7)
})

test('readers who ask a little each share all of a limit', () => {
  let total = 0
  for (let network = 0; network < LIMIT; network += 1) {
    expect(isAllowed({ limit: LIMIT, total, own: 0 }, 1)).toBe(true)
    total += 1
  }
  expect(isAllowed({ limit: LIMIT, total, own: 0 }, 1)).toBe(false)
})

test('the first request of an address passes whatever it costs, if anything is left', () => {
  expect(isAllowed({ limit: LIMIT, total: LIMIT - 8, own: 0 }, 8)).toBe(true)
  expect(isAllowed({ limit: LIMIT, total: LIMIT - 8, own: 1 }, 7)).toBe(false)
  expect(isAllowed({ limit: LIMIT, total: LIMIT - 7, own: 0 }, 8)).toBe(false)
})
