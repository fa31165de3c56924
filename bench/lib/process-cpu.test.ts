import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { childrenCpuMs, cpuMs, getEndedTicks, getTicks } from './process-cpu.ts'

test('user and system time are read behind a name with spaces and brackets', () => {
  const stat = '7 (post (gres) x) S 1 7 7 0 -1 4194560 9 0 0 0 31 11 5 2 20 0 1 0 5 6 7'
  expect(getTicks(stat)).toBe(42)
  expect(getEndedTicks(stat)).toBe(7)
})

test('the time of a process grows as it works', () => {
  const before = cpuMs([process.pid])
  const { user, system } = process.cpuUsage()
  while (process.cpuUsage().user + process.cpuUsage().system < user + system + 100_000);
  expect(cpuMs([process.pid]) - before).toBeGreaterThanOrEqual(50)
})

test('the time of children counts once they have ended', () => {
  const before = childrenCpuMs(process.pid)
  const busy = 'while (process.cpuUsage().user < 200_000);'
  execFileSync(process.execPath, ['--eval', busy])
  expect(childrenCpuMs(process.pid) - before).toBeGreaterThanOrEqual(150)
})
