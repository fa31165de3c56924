import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { DiffPageInput } from '@footnote/client/admin'
import { Failure } from '../failure.ts'
import { isDocument, walkFolder } from '../ingest/walk-folder.ts'

const run = promisify(execFile)
/** Of one file, and of a list of changed files. */
const MAX_BYTES = 64 * 1024 * 1024

export type Change = Required<DiffPageInput>

export type Compared = {
  base: string
  head: string
  /** Where git runs. */
  repository: string
  /** Only files below it; empty: all. */
  folder: string
}

/** What changes between two folders, or between two commits: since `head` left `base`, as in a pull request. */
export async function readChanges(compared: Compared): Promise<Change[]> {
  const [isBase, isHead] = [await isFolder(compared.base), await isFolder(compared.head)]
  return isBase && isHead ? compareFolders(compared) : compareCommits(compared)
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() ?? false

async function compareFolders({ base, head, folder }: Compared): Promise<Change[]> {
  const [before, after] = await Promise.all([base, head].map((root) => readAll(join(root, folder))))
  const changes: Change[] = []
  const toPath = (path: string) => (folder === '' ? path : `${folder.replace(/\/+$/, '')}/${path}`)
  for (const [path, content] of after ?? []) {
    const was = before?.get(path)
    if (was !== content) changes.push({ path: toPath(path), content, is_new: was === undefined })
  }
  for (const path of before?.keys() ?? []) {
    if (!after?.has(path)) changes.push({ path: toPath(path), content: null, is_new: false })
  }
  return changes
}

async function readAll(root: string): Promise<Map<string, string>> {
  const files = await walkFolder(root)
  const read = files.map(
    async ({ path }) => [path, await readFile(join(root, path), 'utf8')] as const,
  )
  return new Map(await Promise.all(read))
}

async function compareCommits({ base, head, repository, folder }: Compared): Promise<Change[]> {
  const listed = await git(repository, [
    'diff',
    '--name-status',
    '--no-renames',
    '-z',
    '--end-of-options',
    `${base}...${head}`,
    '--',
    folder === '' ? '.' : folder,
  ])
  const parts = listed.split('\0').filter((part) => part !== '')
  const changes: Change[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [status, path] = [parts[at] ?? '', parts[at + 1] ?? '']
    if (!isDocument(path)) continue
    const content =
      status === 'D' ? null : await git(repository, ['show', '--end-of-options', `${head}:${path}`])
    changes.push({ path, content, is_new: status === 'A' })
  }
  return changes
}

async function git(repository: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run('git', ['-C', repository, ...args], { maxBuffer: MAX_BYTES })
    return stdout
  } catch (error) {
    const told = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new Failure(`git ${args[0]} failed${told === '' ? '.' : `: ${told}`}`, 1, {
      cause: error,
    })
  }
}
