import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { ParserChild } from './parser-handle.ts'
import { LimitPassed, watch } from './watch-child.ts'

/** Of CPU time; idle, three times as long. */
const LIMITS = { timeoutMs: 200, memoryMb: 1_000 }
const BUSY = 'for (;;);'
const IDLE = 'setInterval(() => {}, 1_000)'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** All of them on this one. */
const CORE = /^Cpus_allowed_list:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]

/** Resolves once it is about to run the code. */
async function start(code: string): Promise<number> {
  const program = `require('node:fs').writeSync(1, 'ready'); ${code}`
  const child = spawn('taskset', ['-c', String(CORE), process.execPath, '--eval', program])
  started.push(child)
  await once(child.stdout, 'data')
  return child.pid ?? 0
}

/** A parser that never replies. */
const silent = (processId: number): ParserChild => ({
  processId,
  documents: 0,
  givesWay: false,
  send: () => undefined,
  receive: () => new Promise(() => undefined),
  end: async () => undefined,
})

test('time in which others have the core does not count', async () => {
  const parser = await start(BUSY)
  setPriority(parser, 19)
  await Promise.all([start(BUSY), start(BUSY)])
  const watched = watch(silent(parser), LIMITS)
  const much = sleep(LIMITS.timeoutMs * 6, 'still parsing')
  expect(await Promise.race([watched, much])).toBe('still parsing')
})

test('a process that does nothing is given up, however little CPU time it takes', async () => {
  const watched = watch(silent(await start(IDLE)), LIMITS)
  await expect(watched).rejects.toThrow(new LimitPassed('it took longer than 0.2 s'))
})
