import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { findLock } from '../../parsing/child/lock-child.ts'
import type { Finding } from './finding.ts'
import { ok, problem, readText, warning } from './finding.ts'

const OLDEST_NODE = 24
/** An archive of uploaded files, or a repository, is unpacked there. */
const FEW_BYTES = 1_000_000_000
const TOO_FEW_BYTES = 100_000_000

export function checkNode(version: string): Finding {
  const major = Number(version.split('.')[0])
  return major >= OLDEST_NODE
    ? ok('node', `Node ${version}.`)
    : problem(
        'node',
        `Node ${version} is too old.`,
        `Run Footnote with Node ${OLDEST_NODE} or newer.`,
      )
}

export async function checkParser(lock = findLock()): Promise<Finding> {
  switch (await lock) {
    case 'available':
      return ok('parser', 'Documents are parsed without files and network.')
    case 'unsupported':
      return warning(
        'parser',
        'On this system the process that parses documents has network access.',
        'Run workers on Linux if you index documents of people you do not trust.',
      )
    case 'missing':
      return problem(
        'parser',
        'prlimit is not installed, and workers do not start without it.',
        'Install it: on Debian it is in the package util-linux.',
      )
  }
}

type Disk = { readonly bavail: number; readonly bsize: number }

/** This machine's. PostgreSQL tells nobody how full its own is. */
export async function checkDisk(
  folder: string = tmpdir(),
  look: (folder: string) => Promise<Disk> = statfs,
): Promise<Finding> {
  try {
    const { bavail, bsize } = await look(folder)
    const free = bavail * bsize
    const message = `${folder} has ${(free / 1e9).toFixed(1)} GB free.`
    if (free >= FEW_BYTES) return ok('disk', message)
    const remedy = 'Free some space, or set TMPDIR or GIT_CACHE_DIR to a larger disk.'
    return free >= TOO_FEW_BYTES
      ? warning('disk', message, remedy)
      : problem('disk', message, remedy)
  } catch (error) {
    return problem('disk', readText(error), 'Set TMPDIR to a folder that exists.')
  }
}
