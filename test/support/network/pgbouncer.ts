import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { untilListening } from './nginx.ts'

export type Pgbouncer = {
  /** The same login and database, through the pooler. */
  through: (databaseUrl: string) => string
  close(): Promise<void>
}

export type PgbouncerOptions = {
  /** Addresses of the PostgreSQL behind it, with the passwords of all who log in. */
  databaseUrls: readonly string[]
  poolMode: 'session' | 'transaction'
}

/** The installed PgBouncer as a process of its own, which drops the start-up parameters of sessions. */
export async function startPgbouncer(options: PgbouncerOptions): Promise<Pgbouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-pgbouncer-'))
  const port = await freePort()
  const logins = options.databaseUrls.map((url) => new URL(url))
  await writeFile(
    join(folder, 'users.txt'),
    logins.map(({ username, password }) => `"${username}" "${password}"\n`).join(''),
  )
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(settings, toSettings(folder, port, logins[0]?.port ?? '', options.poolMode))
  // It refuses to run as root, and another user has to be able to read the folder.
  await chmod(folder, 0o755)
  const user = process.getuid?.() === 0 ? ['--user=postgres'] : []
  const child = spawn('pgbouncer', ['--quiet', ...user, settings], { stdio: 'ignore' })
  await untilListening(port)
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl)
      url.port = String(port)
      return url.href
    },
    async close() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}

const toSettings = (folder: string, port: number, target: string, poolMode: string): string => `
[databases]
* = host=127.0.0.1 port=${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
pool_mode = ${poolMode}
default_pool_size = 60
ignore_startup_parameters = options, statement_timeout, idle_in_transaction_session_timeout
`
