import { expect, test } from 'vitest'
import { cpuMs, ticksOf } from './process-cpu.ts'

test('user and system time are read behind a name with spaces and brackets', () => {
  const stat = '7 (post (gres) x) S 1 7 7 0 -1 4194560 9 0 0 0 31 11 0 0 20 0 1 0 5 6 7'
  expect(ticksOf(stat)).toBe(42)
})

test('the time of a process grows as it works', () => {
  const before = cpuMs([process.pid])
  const { user, system } = process.cpuUsage()
  while (process.cpuUsage().user + process.cpuUsage().system < user + system + 100_000);
  expect(cpuMs([process.pid]) - before).toBeGreaterThanOrEqual(50)
})
