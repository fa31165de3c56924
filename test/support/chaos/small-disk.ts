import { execFile } from 'node:child_process'
import { chmod, mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const BLOCK = Buffer.alloc(4096, 1)

/** A file system small enough to be filled. */
export type SmallDisk = {
  folder: string
  /** Uses up the space that is left. */
  fill(): Promise<void>
  free(): Promise<void>
  remove(): Promise<void>
}

/** In memory, so only root can create one. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'footnote-test', folder])
  // PostgreSQL runs as another user.
  await chmod(folder, 0o1777)
  const filler = join(folder, 'filler')
  return {
    folder,
    async fill() {
      const file = await open(filler, 'w')
      try {
        for (;;) await file.write(BLOCK)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        await file.close()
      }
    },
    free: () => rm(filler),
    async remove() {
      await run('umount', [folder])
      await rmdir(folder)
    },
  }
}
