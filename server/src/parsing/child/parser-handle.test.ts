import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { childFlags, startChild } from './parser-handle.ts'
import { LimitPassed, watch } from './watch-child.ts'

const MEMORY_MB = 200
const APPLICATION = fileURLToPath(new URL('../../../../', import.meta.url))
const child = await startChild(MEMORY_MB)
afterAll(() => child.end())

const run = async (code: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...childFlags(MEMORY_MB),
    '--eval',
    code,
  ])
  return stdout.trim()
}

test('it has nothing of the environment of the service', async () => {
  const environment = await readFile(`/proc/${child.processId}/environ`, 'utf8')
  // The shell that sets the limits leaves the folder it is in.
  expect(environment.split('\0').filter((entry) => !/^(?:PWD=.*)?$/.test(entry))).toEqual([])
})

test('the kernel limits its CPU time and its memory, and keeps no dump of it', async () => {
  const limits = await readFile(`/proc/${child.processId}/limits`, 'utf8')
  expect(limits).toMatch(/^Max cpu time\s+90\s/m)
  expect(limits).toMatch(/^Max data size\s+880803840\s/m)
  expect(limits).toMatch(/^Max core file size\s+0\s/m)
})

test.each([
  ['read the settings of the service', `fs.readFileSync('${APPLICATION}.env')`],
  ['read a file outside of the application', `fs.readFileSync('/etc/hostname')`],
  ['write a file', `fs.writeFileSync('/tmp/written-by-a-parser', '')`],
  ['start a process', `child_process.spawnSync('true')`],
  ['start a thread', `new worker_threads.Worker('1', { eval: true })`],
])('even while it starts it cannot %s', async (_, code) => {
  const attempt = `try { ${code}; console.log('done') } catch (error) { console.log(error.code) }`
  expect(await run(attempt)).toBe('ERR_ACCESS_DENIED')
})

test('memory outside of the heap counts', async () => {
  const hog = `const held = []; for (;;) held.push(Buffer.alloc(2 ** 20, 1))`
  const options = [...childFlags(MEMORY_MB), '--eval', hog]
  const running = promisify(execFile)(process.execPath, options)
  const never = new Promise<never>(() => undefined)
  const hogging = { ...child, processId: running.child.pid ?? 0, receive: () => never }
  await expect(watch(hogging, { timeoutMs: 60_000, memoryMb: MEMORY_MB })).rejects.toThrow(
    new LimitPassed('it needs more than 200 MB'),
  )
  running.child.kill('SIGKILL')
  await expect(running).rejects.toThrow('Command failed')
})
