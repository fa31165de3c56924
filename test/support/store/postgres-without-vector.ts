import { cp, mkdir, mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { OwnPostgres } from './own-postgres.ts'
import { readPaths, startCluster } from './own-postgres.ts'

/**
 * The PostgreSQL of the tests without pgvector: it looks for its files next to its binary, so a copy in
 * another folder finds only what is copied there.
 */
export async function startWithoutVector(): Promise<OwnPostgres> {
  const { BINDIR = '', PKGLIBDIR = '', SHAREDIR = '' } = await readPaths()
  const folder = await mkdtemp(join(tmpdir(), 'footnote-no-vector-'))
  const [bin, library, share] = [BINDIR, PKGLIBDIR, SHAREDIR].map((path) => join(folder, path)) as [
    string,
    string,
    string,
  ]
  for (const name of ['postgres', 'initdb', 'pg_ctl']) await cp(join(BINDIR, name), join(bin, name))
  await mkdir(dirname(library), { recursive: true })
  await symlink(PKGLIBDIR, library)
  const filter = (path: string) => !basename(path).startsWith('vector')
  await cp(SHAREDIR, share, { recursive: true, filter, verbatimSymlinks: false })
  return startCluster(folder, bin)
}
