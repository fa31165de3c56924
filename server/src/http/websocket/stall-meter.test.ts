import { expect, test } from 'vitest'
import { createStallMeter } from './stall-meter.ts'

function meter() {
  const socket = { bufferedAmount: 0 }
  const connection = { bytesWritten: 0 }
  const isStalled = createStallMeter(socket, connection)
  return (written: number, buffered: number) => {
    connection.bytesWritten = written
    socket.bufferedAmount = buffered
    return isStalled()
  }
}

test('a reader who takes nothing of what waits is stalled the second time', () => {
  const look = meter()
  expect(look(1_000, 1_000)).toBe(false)
  expect(look(1_000, 1_000)).toBe(true)
})

test('writing more does not count as reading', () => {
  const look = meter()
  expect(look(1_000, 1_000)).toBe(false)
  expect(look(1_500, 1_500)).toBe(true)
})

test('a reader who takes a little is not stalled, nor is one for whom nothing waits', () => {
  const look = meter()
  expect(look(1_000, 1_000)).toBe(false)
  expect(look(1_000, 999)).toBe(false)
  expect(look(1_000, 0)).toBe(false)
  expect(look(1_000, 0)).toBe(false)
  expect(look(1_200, 200)).toBe(false)
})
