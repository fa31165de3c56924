import type pg from 'pg'
import { KEY_CHANGES_CONNECTION } from '../../access/clients/key-changes.ts'
import type { Finding } from './finding.ts'
import { ok, problem, warning } from './finding.ts'

/** PostgreSQL as it describes itself. */
export type ServerFacts = {
  readonly version: string
  readonly version_number: number
  readonly extensions: Readonly<Record<string, string>>
  readonly available_vector: string | null
  readonly settings: Readonly<Record<string, string>>
  /** How far its clock is ahead of this process's, in seconds. */
  readonly clock_ahead: number
  /** Of Footnote, in any database of this server. */
  readonly processes: number
  /** Connections of anything else. */
  readonly others: number
}

const OLDEST_SERVER = 150_000
/** Has iterative index scans, without which a search with an index finds too little. */
const OLDEST_VECTOR = '0.8.0'
const MAX_CLOCK_SECONDS = 5
/** In kB. The build of a vector index that does not fit takes many times as long. */
const LITTLE_MAINTENANCE = 64 * 1024
/** For the queue, notifications and building an index. */
const OTHER_CONNECTIONS = 10

/** How many connections a process may open. */
export const getConnections = (perRole: number): number => 2 * perRole + OTHER_CONNECTIONS

/** All databases of a server share its connections. */
const countSessions = (condition: string): string =>
  `(select count(*)::int from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() and ${condition})`

export async function readServerFacts(client: pg.ClientBase): Promise<ServerFacts> {
  const beforeMs = Date.now()
  const { rows } = await client.query<Omit<ServerFacts, 'clock_ahead'> & { now_ms: number }>(
    `
    select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms,
           split_part(current_setting('server_version'), ' ', 1) as version,
           current_setting('server_version_num')::int as version_number,
           (select coalesce(json_object_agg(extname, extversion), '{}') from pg_extension) as extensions,
           (select default_version from pg_available_extensions where name = 'vector') as available_vector,
           (select json_object_agg(name, setting) from pg_settings where name in
             ('max_connections', 'superuser_reserved_connections', 'fsync', 'full_page_writes',
              'synchronous_commit', 'autovacuum', 'maintenance_work_mem')) as settings,
           ${countSessions('application_name = $1')} as processes,
           ${countSessions("not starts_with(application_name, 'footnote')")} as others`,
    [KEY_CHANGES_CONNECTION],
  )
  const [row] = rows
  if (!row) throw new Error('PostgreSQL returned no row of settings')
  const { now_ms, ...facts } = row
  // The clock was read somewhere between the two.
  const middleMs = (beforeMs + Date.now()) / 2
  return { ...facts, clock_ahead: (now_ms - middleMs) / 1000 }
}

export function judgeVersion({ version, version_number }: ServerFacts): Finding {
  return version_number >= OLDEST_SERVER
    ? ok('postgresql', `PostgreSQL ${version}.`)
    : problem(
        'postgresql',
        `PostgreSQL ${version} is too old.`,
        'Move to PostgreSQL 15 or newer: pg_upgrade, or a dump and restore.',
      )
}

export function judgeVector({ extensions, available_vector }: ServerFacts): Finding {
  const check = 'pgvector'
  const installed = extensions['vector']
  const isOnServer = available_vector !== null && !isOlder(available_vector, OLDEST_VECTOR)
  const install = `Install pgvector ${OLDEST_VECTOR} or newer on the server (on Debian: postgresql-<version>-pgvector)`
  if (installed === undefined) {
    const create = 'as a superuser run in this database: create extension vector'
    return problem(
      check,
      'The database lacks the extension vector.',
      isOnServer ? `A superuser has to create it: ${create}` : `${install}, then ${create}`,
    )
  }
  if (!isOlder(installed, OLDEST_VECTOR)) return ok(check, `pgvector ${installed}.`)
  const update = 'as a superuser run in this database: alter extension vector update'
  return problem(
    check,
    `pgvector ${installed} is too old; ${OLDEST_VECTOR} is needed.`,
    isOnServer ? `The server has ${available_vector}: ${update}` : `${install}, then ${update}`,
  )
}

export function judgeClock({ clock_ahead }: ServerFacts): Finding {
  const away = Math.abs(clock_ahead)
  return away <= MAX_CLOCK_SECONDS
    ? ok('clock', 'This machine and the database agree on the time.')
    : problem(
        'clock',
        `The database’s clock is ${away.toFixed(0)} s ${clock_ahead > 0 ? 'ahead of' : 'behind'} this machine’s: sign-ins, signatures and schedules go wrong.`,
        'Let both machines set their clocks by NTP (timedatectl set-ntp true).',
      )
}

/** Of one process it is a problem; of all together only when all their pools are full at once. */
export function judgeConnections(
  { settings, processes, others }: ServerFacts,
  connectionsPerRole: number,
): Finding {
  const number = (name: string) => Number(settings[name] ?? 0)
  const reserved = number('superuser_reserved_connections')
  const free = number('max_connections') - reserved
  const count = Math.max(processes, 1)
  const one = getConnections(connectionsPerRole)
  const needed = count * one + others
  const parts = [
    count === 1 ? `one process may open ${one}` : `${count} processes may open ${one} each`,
    ...(others > 0 ? [`others have ${others}`] : []),
  ].join(', and ')
  const said = `PostgreSQL allows ${free} connections; ${parts}.`
  if (free >= needed) return ok('connections', said)
  const fitting = Math.floor(((free - others) / count - OTHER_CONNECTIONS) / 2)
  const lower = fitting >= 2 ? `, or DATABASE_CONNECTIONS to ${fitting}` : ''
  const remedy = `Set max_connections to at least ${needed + reserved} in postgresql.conf and restart PostgreSQL${lower}.`
  return (count === 1 ? problem : warning)('connections', said, remedy)
}

export function judgeSettings({ settings }: ServerFacts): Finding[] {
  const number = (name: string) => Number(settings[name] ?? 0)
  const findings: Finding[] = []
  const unsafe = ['fsync', 'full_page_writes'].filter((name) => settings[name] === 'off')
  if (unsafe.length > 0) {
    findings.push(
      problem(
        'durability',
        `${unsafe.join(' and ')} ${unsafe.length > 1 ? 'are' : 'is'} off: a crash can destroy the database.`,
        `Switch ${unsafe.join(' and ')} on in postgresql.conf and reload.`,
      ),
    )
  } else if (settings['synchronous_commit'] === 'off') {
    findings.push(
      warning(
        'durability',
        'synchronous_commit is off: a crash loses the last answers, and restrictions of documents.',
        'Switch synchronous_commit on in postgresql.conf and reload.',
      ),
    )
  } else {
    findings.push(ok('durability', 'What is committed survives a crash.'))
  }
  if (settings['autovacuum'] === 'off') {
    findings.push(
      problem(
        'vacuum',
        'autovacuum is off: tables grow without end, and plans become wrong.',
        'Switch autovacuum on in postgresql.conf and reload.',
      ),
    )
  }
  if (number('maintenance_work_mem') < LITTLE_MAINTENANCE) {
    findings.push(
      warning(
        'index memory',
        `maintenance_work_mem is ${number('maintenance_work_mem')} kB: vector indexes of large knowledge bases are built slowly.`,
        'Set maintenance_work_mem to 512MB or more in postgresql.conf and reload.',
      ),
    )
  }
  return findings
}

function isOlder(version: string, than: string): boolean {
  const parts = (text: string) => text.split('.').map(Number)
  const [theirs, wanted] = [parts(version), parts(than)]
  for (const [index, part] of wanted.entries()) {
    const other = theirs[index] ?? 0
    if (other !== part) return other < part
  }
  return false
}
