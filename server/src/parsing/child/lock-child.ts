import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Denies a running process any new file descriptor for good: the hard limit is 0 too. Without one it
 * can open no socket, file or pipe, and look up no name. What is open stays: the pipe to the parent.
 * It needs no privilege, so it works in containers as well.
 */
export async function lockChild(processId: number): Promise<void> {
  if (canLock()) await run('prlimit', [`--pid=${processId}`, '--nofile=0:0'])
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
