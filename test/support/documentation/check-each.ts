import { expect } from 'vitest'

/** Checks them all in one test, which fails with what is wrong with each. */
export function checkEach<Item>(
  items: readonly Item[],
  getName: (item: Item) => string,
  check: (item: Item) => void,
): void {
  expect(items).not.toEqual([])
  const faults = items.flatMap((item) => {
    try {
      check(item)
      return []
    } catch (error) {
      return [`${getName(item)}: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
  expect(faults.length, faults.join('\n\n')).toBe(0)
}
