import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { inject } from 'vitest'
import { freePort } from '../network/free-port.ts'

const run = promisify(execFile)

/** PostgreSQL refuses to run as root. */
const asOwner = (command: string, args: string[]) =>
  process.getuid?.() === 0
    ? run('runuser', ['-u', 'postgres', '--', command, ...args])
    : run(command, args)

/**
 * The PostgreSQL of the tests without pgvector: it looks for its files next to its binary, so a copy in
 * another folder finds only what is copied there.
 */
export async function startWithoutVector(): Promise<{ url: string } & AsyncDisposable> {
  const { BINDIR = '', PKGLIBDIR = '', SHAREDIR = '' } = await readPaths()
  const folder = await mkdtemp(join(tmpdir(), 'footnote-no-vector-'))
  const [bin, library, share, data] = [BINDIR, PKGLIBDIR, SHAREDIR, '/data'].map((path) =>
    join(folder, path),
  ) as [string, string, string, string]
  for (const name of ['postgres', 'initdb', 'pg_ctl']) await cp(join(BINDIR, name), join(bin, name))
  await mkdir(dirname(library), { recursive: true })
  await symlink(PKGLIBDIR, library)
  const filter = (path: string) => !basename(path).startsWith('vector')
  await cp(SHAREDIR, share, { recursive: true, filter, verbatimSymlinks: false })
  await writeFile(join(folder, 'password'), 'postgres')
  await chmod(folder, 0o777)
  const init = ['--pgdata', data, '--username=postgres', '--auth=scram-sha-256', '--no-sync']
  await asOwner(join(bin, 'initdb'), [...init, `--pwfile=${join(folder, 'password')}`])
  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`
  const control = (...args: string[]) => asOwner(join(bin, 'pg_ctl'), ['--pgdata', data, ...args])
  await control('start', '--wait', '--options', options, '--log', join(folder, 'log'))
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async [Symbol.asyncDispose]() {
      await control('stop', '--mode=immediate')
      await rm(folder, { recursive: true })
    },
  }
}

async function readPaths(): Promise<Record<string, string>> {
  const client = new Client({ connectionString: inject('services').adminDatabaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      'select name, setting from pg_config',
    )
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  } finally {
    await client.end()
  }
}
