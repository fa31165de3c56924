import { expect, test } from 'vitest'
import { FLOORS } from '../../own/floors.ts'
import { belowFloors } from './floors.ts'

const floors = { speed: { floor: 0.5, measured: 0.6 } }

test('a figure at its floor passes, one below is named with its floor', () => {
  expect(belowFloors(floors, { speed: 0.5 })).toEqual([])
  expect(belowFloors(floors, { speed: 0.499 })).toEqual([
    'speed is 0.499, below its floor of 0.5 (it was 0.6)',
  ])
})

test.each([undefined, null, Number.NaN, '1'])('a figure of %s does not pass', (speed) => {
  expect(belowFloors(floors, { speed })).toHaveLength(1)
})

test('every floor of our own set is above 0 and not above what was measured', () => {
  for (const { floor, measured } of Object.values(FLOORS)) {
    expect(floor).toBeGreaterThan(0)
    expect(floor).toBeLessThanOrEqual(measured)
  }
})
