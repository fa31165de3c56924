import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Denies a running process any new file descriptor for good: the hard limit is 0 too. Without one it
 * can open no socket, file or pipe, and look up no name. What is open stays: the pipe to the parent.
 * Its private memory is limited too. It needs no privilege, so it works in containers as well.
 */
export async function lockChild(processId: number, memoryMb: number): Promise<void> {
  if (!canLock()) return
  const memory = readMemory(processId)
  // Node maps half a gigabyte for machine code, which the kernel counts and hardly anything uses.
  const unused = memory && memory.dataBytes - memory.privateBytes
  const data = unused === null ? [] : [`--data=${unused + memoryMb * 1024 * 1024}`]
  await run('prlimit', [`--pid=${processId}`, '--nofile=0:0', ...data])
}

/** What a process has mapped of its own, and what it uses of that. null where Linux does not say. */
export function readMemory(processId: number): { dataBytes: number; privateBytes: number } | null {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'latin1')
    const [data, used] = ['VmData', 'RssAnon'].map((name) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]),
    )
    if (!data || !used) return null
    return { dataBytes: data * 1024, privateBytes: used * 1024 }
  } catch {
    return null
  }
}

/** Elsewhere there is only Node's permission model, which in Node 24 does not cover the network. */
const canLock = (): boolean => process.platform === 'linux'

/** `missing`: on Linux no document is parsed without the lock. */
export async function findLock(): Promise<'available' | 'missing' | 'unsupported'> {
  if (!canLock()) return 'unsupported'
  return run('prlimit', ['--version']).then(
    () => 'available',
    () => 'missing',
  )
}
