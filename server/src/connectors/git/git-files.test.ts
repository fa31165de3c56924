import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import git from 'isomorphic-git'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGitFiles } from './git-files.ts'

let root = ''
let folder = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'footnote-files-'))
  folder = join(root, 'repository')
  await writeFile(join(root, 'secret'), 'secret')
})
afterAll(() => rm(root, { recursive: true }))

const refusing = async () => {
  throw new Error('a bomb')
}

test('what a repository calls its files leads nowhere outside of it', async () => {
  const fs = createGitFiles({ folder, checkPack: async () => undefined })
  await git.init({ fs, gitdir: folder, bare: true })
  const refs = { fs, gitdir: folder, force: true, value: 'a'.repeat(40) }
  const { promises } = fs
  await git.writeRef({ ...refs, ref: 'refs/heads/fine' })
  for (const path of [join(root, 'secret'), `${folder}/../secret`, `${folder}-other/x`]) {
    await expect(promises.readFile(path)).rejects.toThrow('is corrupt')
    await expect(promises.writeFile(path, 'x')).rejects.toThrow('is corrupt')
    await expect(promises.mkdir(path)).rejects.toThrow('is corrupt')
    await expect(promises.readdir(path)).rejects.toThrow('is corrupt')
    await expect(promises.stat(path)).rejects.toThrow('is corrupt')
    await expect(promises.lstat(path)).rejects.toThrow('is corrupt')
  }
  await expect(promises.symlink()).rejects.toThrow('is read-only')
  expect((await readdir(root)).toSorted()).toEqual(['repository', 'secret'])
})

test('a pack that is refused is not stored', async () => {
  const fs = createGitFiles({ folder, checkPack: refusing })
  const { promises } = fs
  const path = join(folder, 'objects/pack/x.pack')
  await expect(promises.writeFile(path, Buffer.from('PACK'))).rejects.toThrow('a bomb')
  await expect(promises.readFile(path)).rejects.toThrow('ENOENT')
})

test('a repository that is read by its path is not written to', async () => {
  const fs = createGitFiles({ folder, checkPack: null })
  const refs = { fs, gitdir: folder, force: true, value: 'b'.repeat(40) }
  await expect(git.writeRef({ ...refs, ref: 'refs/heads/fine' })).rejects.toThrow('is read-only')
  expect(await git.resolveRef({ fs, gitdir: folder, ref: 'refs/heads/fine' })).toBe('a'.repeat(40))
})
