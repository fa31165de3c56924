import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runSql } from '../store/services.ts'
import { readPaths } from '../store/own-postgres.ts'
import { freePort } from '../network/free-port.ts'
import { runAsPostgres } from './as-postgres.ts'
import type { ChaosPostgres } from './postgres.ts'

/** A streaming standby of a test's own PostgreSQL, and what can happen to it. */
export type Standby = {
  /** The owner's login, as on the primary. */
  databaseUrl: string
  name: string
  /** Receives and does not replay. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Replays everything so late. */
  delay(milliseconds: number): Promise<void>
  /** Receives nothing. */
  cutOff(): Promise<void>
  reconnect(): Promise<void>
  /** SIGKILL for the postmaster. */
  kill(): Promise<void>
  /** SIGSTOP for all its processes: connections stay open, and nothing is answered. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  start(): Promise<void>
  promote(): Promise<void>
  /** From a new base backup, on the same port. */
  rebuild(): Promise<void>
  /** A setting of its own, by alter system. */
  set(name: string, value: string): Promise<void>
  stop(): Promise<void>
}

export async function startStandby(primary: ChaosPostgres): Promise<Standby> {
  const { BINDIR: bin = '' } = await readPaths()
  const folder = await mkdtemp(join(tmpdir(), 'footnote-standby-'))
  await chmod(folder, 0o777)
  const data = join(folder, 'data')
  const port = await freePort()
  const at = (url: string) => Object.assign(new URL(url), { port: String(port) }).href
  const superuserUrl = at(primary.superuserUrl)
  const primaryConninfo = new URL(primary.superuserUrl)
  const control = (...args: string[]) =>
    runAsPostgres(join(bin, 'pg_ctl'), ['--pgdata', data, ...args])

  const copy = () =>
    runAsPostgres(join(bin, 'pg_basebackup'), [
      `--dbname=${primary.superuserUrl}`,
      `--pgdata=${data}`,
      '--checkpoint=fast',
      '--write-recovery-conf',
      '--no-sync',
    ])
  const start = async () => {
    // The files of a primary say where that one listens.
    const options = [
      `-p ${port}`,
      `-c unix_socket_directories=${folder}`,
      '-c wal_retrieve_retry_interval=200ms',
    ].join(' ')
    await control('start', '--wait', '--options', options, '--log', join(folder, 'log'))
  }
  const pids = async (): Promise<number[]> => {
    const [first = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
    const pid = Number(first)
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return [pid, ...children.trim().split(' ').map(Number)]
  }
  const signalAll = async (signal: NodeJS.Signals) => {
    for (const pid of await pids()) {
      try {
        process.kill(pid, signal)
      } catch {
        // Ended meanwhile.
      }
    }
  }
  const set = async (name: string, value: string) => {
    await runSql(superuserUrl, `alter system set ${name} = '${value}'`)
    await runSql(superuserUrl, 'select pg_reload_conf()')
  }
  const { username, password, hostname } = primaryConninfo
  const conninfo = `user=${username} password=${password} host=${hostname} port=${primaryConninfo.port}`
  const build = async () => {
    await copy()
    await start()
    // As the guide has it for standbys that search.
    await set('hot_standby_feedback', 'on')
    await set('max_standby_streaming_delay', '1s')
  }
  await build()
  return {
    databaseUrl: at(primary.databaseUrl),
    name: `127.0.0.1:${port}`,
    pause: () => runSql(superuserUrl, 'select pg_wal_replay_pause()'),
    resume: () => runSql(superuserUrl, 'select pg_wal_replay_resume()'),
    delay: (milliseconds) => set('recovery_min_apply_delay', `${milliseconds}ms`),
    set,
    cutOff: () => set('primary_conninfo', ''),
    reconnect: () => set('primary_conninfo', conninfo),
    kill: async () => {
      await signalAll('SIGKILL')
      // As long as a process is left, pg_ctl would not start another.
      await control('stop', '--mode=immediate').catch(() => undefined)
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    start,
    promote: async () => void (await control('promote', '--wait')),
    async rebuild() {
      await control('stop', '--mode=immediate').catch(() => undefined)
      await rm(data, { recursive: true })
      await build()
    },
    async stop() {
      await signalAll('SIGCONT').catch(() => undefined)
      await control('stop', '--mode=immediate').catch(() => undefined)
      await rm(folder, { recursive: true })
    },
  }
}
