import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import type { FsClient } from 'isomorphic-git'
import { SourceError } from '../connector.ts'

export type GitFilesOptions = {
  /** Nothing outside it is read or written, whatever a repository calls its branches. */
  readonly folder: string
  /** null: read only. */
  readonly checkPack: ((pack: Uint8Array) => Promise<void>) | null
}

/** A file system for the git library: one folder only, and packs are checked before they are written. */
export function createGitFiles({ folder, checkPack }: GitFilesOptions) {
  const inside = (path: string): string => {
    const way = relative(folder, resolve(path))
    if (way.startsWith('..') || isAbsolute(way)) throw new SourceError('The repository is corrupt.')
    return path
  }
  const refuse = async (): Promise<never> => {
    throw new SourceError('The repository is read-only.')
  }
  const write = async (path: string, data: Uint8Array | string): Promise<void> => {
    if (checkPack === null) return refuse()
    if (path.endsWith('.pack') && typeof data !== 'string') await checkPack(data)
    // Renamed into place, since another worker may be reading it.
    const draft = `${inside(path)}.${randomUUID()}`
    await mkdir(dirname(path), { recursive: true })
    await writeFile(draft, data)
    await rename(draft, path)
  }
  return {
    promises: {
      // Must reject rather than throw: that is how the library detects promises.
      readFile: async (path: string, options?: BufferEncoding | { encoding?: BufferEncoding }) =>
        readFile(inside(path), options ?? null),
      writeFile: write,
      mkdir: async (path: string) => {
        if (checkPack === null) return refuse()
        return mkdir(inside(path))
      },
      readdir: async (path: string) => readdir(inside(path)),
      stat: async (path: string) => stat(inside(path)),
      lstat: async (path: string) => lstat(inside(path)),
      readlink: refuse,
      symlink: refuse,
      unlink: refuse,
      rmdir: refuse,
    },
  } satisfies FsClient
}
