import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import type { ChildLimits } from './parser-handle.ts'
import { childFlags, startChild } from './parser-handle.ts'
import { UnreadableDocument } from '../unreadable-document.ts'
import { readMemory } from './lock-child.ts'

/** Each test starts a process, which takes half a minute on a busy machine. */

const MIB = 2 ** 20
const LIMITS = { cpuSeconds: 20, memoryMb: 200 }
const ATTEMPTING = fileURLToPath(new URL('./fixtures/attempting-child.ts', import.meta.url))
const APPLICATION = fileURLToPath(new URL('../../../../', import.meta.url))
const child = await startChild(LIMITS, 'all')
afterAll(() => child.end())

const run = async (code: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...childFlags(LIMITS.memoryMb),
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
  expect(limits).toMatch(/^Max cpu time\s+45\s+50\s/m)
  const dataSize = Number(/^Max data size\s+(\d+)\s/m.exec(limits)?.[1])
  const { dataBytes = 0, privateBytes = 0 } = readMemory(child.processId) ?? {}
  // What it takes after the limit is set.
  expect(Math.abs(dataSize - (dataBytes - privateBytes + 200 * MIB))).toBeLessThan(20 * MIB)
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

describe('a document that passes a limit', () => {
  /** Runs the code in a child of its own, as a parser that met such a document. */
  async function findFailure(code: string, limits: Partial<ChildLimits> = {}): Promise<unknown> {
    await using started = await startAttempting({ ...LIMITS, ...limits })
    const header = { contentType: 'text/plain', givenTitle: null }
    return await started.parse(header, Buffer.from(code)).then(
      (reply) => ('failure' in reply ? reply.failure : reply),
      (error: unknown) => error,
    )
  }

  test('of memory in the heap is unreadable', async () => {
    expect(await findFailure('var held = []; for (;;) held.push({ held: [held] })')).toEqual(
      new UnreadableDocument('it needs more than 200 MB'),
    )
  })

  test('of memory outside of the heap gets no more', async () => {
    const hog = 'var held = []; while (held.length < 1_000) held.push(Buffer.alloc(2 ** 20, 1))'
    const failure = await findFailure(hog)
    expect(failure instanceof Error ? failure.message : failure).toMatch(
      /it needs more than 200 MB|allocation failed/,
    )
  })

  test('of CPU time is unreadable', async () => {
    expect(await findFailure('for (;;);', { cpuSeconds: 1 })).toEqual(
      new UnreadableDocument('it took longer than 1 s'),
    )
  })

  test('of the time it may wait is not called unreadable, so it is tried again', async () => {
    const failure = await findFailure('new Promise(() => undefined)', { waitMs: 5_000 })
    expect(failure).toMatchObject({ message: 'The parser did not reply within 5 s.' })
    expect(failure).not.toBeInstanceOf(UnreadableDocument)
  })
})

const startAttempting = async (limits: ChildLimits) => {
  const started = await startChild(limits, 'common', ATTEMPTING)
  return { ...started, [Symbol.asyncDispose]: () => started.end() }
}
