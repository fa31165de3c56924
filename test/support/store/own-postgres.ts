import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { runAsPostgres } from '../chaos/as-postgres.ts'
import { freePort } from '../network/free-port.ts'

/** Unlike that of the tests' server, so that whoever mixes the two up is refused. */
const PASSWORD = 'another-superuser'

export type OwnPostgres = { readonly url: string } & AsyncDisposable

/** A server beside the one of the tests: no roles, no databases but its own. */
export async function startEmptyPostgres(): Promise<OwnPostgres> {
  const { BINDIR = '' } = await readPaths()
  return startCluster(await mkdtemp(join(tmpdir(), 'footnote-empty-')), BINDIR)
}

/** Makes a cluster in the folder, which is removed at the end, with the binaries of `bin`. */
export async function startCluster(folder: string, bin: string): Promise<OwnPostgres> {
  const data = join(folder, 'data')
  await writeFile(join(folder, 'password'), PASSWORD)
  await chmod(folder, 0o777)
  const init = ['--pgdata', data, '--username=postgres', '--auth=scram-sha-256', '--no-sync']
  await runAsPostgres(join(bin, 'initdb'), [...init, `--pwfile=${join(folder, 'password')}`])
  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`
  const control = (...args: string[]) =>
    runAsPostgres(join(bin, 'pg_ctl'), ['--pgdata', data, ...args])
  await control('start', '--wait', '--options', options, '--log', join(folder, 'log'))
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    async [Symbol.asyncDispose]() {
      await control('stop', '--mode=immediate')
      await rm(folder, { recursive: true })
    },
  }
}

/** Where the PostgreSQL of the tests has its files. */
export async function readPaths(): Promise<Record<string, string>> {
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
