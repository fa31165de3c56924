import { UNREACHABLE, whereIs } from './describe-start-error.ts'
import { howToInstallPgvector } from './install-pgvector.ts'
import { errorChain, errorCode } from '../error-chain.ts'

type Where = { where: string; database: string; user: string; migration: string | null }

/** Why `footnote migrate` failed and what to do; undefined for an unexpected error. */
export function describeMigrateError(
  error: unknown,
  databaseUrl: string | undefined,
): string | undefined {
  const chain = errorChain(error)
  const where = { ...getPlace(databaseUrl), migration: findMigration(chain) }
  for (const link of chain) {
    const described = describeLink(link, where)
    if (described !== undefined) return described
  }
  const cause = chain.find((link) => errorCode(link) !== '')
  if (!cause) return undefined
  const what =
    where.migration === null
      ? `${where.database} could not be set up`
      : `Migration ${where.migration} failed and changed nothing`
  return `${what} (${cause.message}). Fix that and run footnote migrate again.`
}

/** The migration named in the server's MigrationError. */
function findMigration(chain: readonly Error[]): string | null {
  const named = chain.find((link) => 'migration' in link && typeof link.migration === 'string')
  return named && 'migration' in named ? String(named.migration) : null
}

function getPlace(databaseUrl: string | undefined): Omit<Where, 'migration'> {
  const isUrl = databaseUrl !== undefined && URL.canParse(databaseUrl)
  const url = isUrl ? new URL(databaseUrl) : undefined
  return {
    where: whereIs(databaseUrl),
    database: decodeURIComponent(url?.pathname.slice(1) ?? '') || 'the database',
    user: decodeURIComponent(url?.username ?? '') || 'the user',
  }
}

function describeLink(error: Error, place: Where): string | undefined {
  const { where, database, user } = place
  const code = errorCode(error)
  if (UNREACHABLE.has(code)) {
    return `The database at ${where} cannot be reached (${code}). Start it, or correct the host and port in DATABASE_URL.`
  }
  // pg gives no code for a connection that it gave up on.
  if (/connection timeout|timeout (expired|exceeded)/i.test(error.message)) {
    return `The database at ${where} did not respond in time. Check that it is running and that no firewall blocks it.`
  }
  if (error.name === 'SchemaError') return error.message
  switch (code) {
    case 'ERR_INVALID_URL':
      return 'DATABASE_URL is not a database URL. Write it as postgres://user:password@host:5432/database.'
    case '57P03':
      return `The database at ${where} is still starting. Try again in a moment.`
    case '53300':
      return `The database at ${where} has no free connections. Raise its max_connections, or stop something that uses it.`
    case '28P01':
      return `The database at ${where} refused the password of ${user}. Correct the user and password in DATABASE_URL.`
    case '28000':
      return `The database at ${where} refused ${user} (${error.message}). Correct DATABASE_URL, or create the user and allow it in pg_hba.conf.`
    case '3D000':
      return `There is no database ${database} at ${where}. Create it with \`create database\`, or correct DATABASE_URL.`
    // The code of older servers, and the one that PostgreSQL 15.18 gives.
    case '58P01':
    case '0A000':
      return error.message.includes('vector') ? describeNoPgvector(error, where) : undefined
    case '42501':
      return describeDenied(error, place)
    case '55P03':
      return place.migration !== null
        ? `Migration ${place.migration} waited for two minutes for a table that a long transaction uses, and changed nothing. End that transaction (pg_stat_activity shows it) and run footnote migrate again.`
        : `Another migration of ${database} is running. Wait for it to finish and run footnote migrate again.`
    // Two databases on one server create the same roles.
    case '23505':
    case 'XX000':
      return /pg_auth|concurrently updated/.test(error.message)
        ? 'Another migration on the same server did the same at the same time. Run footnote migrate again.'
        : undefined
    default:
      return DUPLICATE.has(code) ? describeDuplicate(error, place) : undefined
  }
}

function describeNoPgvector(error: Error, where: string): string {
  const detail = 'detail' in error ? String(error.detail) : ''
  const way = howToInstallPgvector(
    `${error.message} ${detail}`,
    /^(127\.|localhost:|\[::1\])/.test(where),
  )
  return `The database server at ${where} does not have pgvector. Install it there ${way}, and run footnote migrate again.`
}

/** A schema, table, column, function or another object exists already. */
const DUPLICATE = new Set(['42P06', '42P07', '42701', '42723', '42710'])

const describeDuplicate = ({ message }: Error, { database, migration }: Where): string =>
  `Migration ${migration ?? 'set-up'} found in ${database} what it was about to create (${message}). The database is used by something else, or was only partly restored. Use an empty database, or restore a complete backup.`

function describeDenied({ message }: Error, { user, database }: Where): string {
  if (message.includes('create role')) {
    return `${user} may not create the roles that Footnote needs. Have a superuser run \`alter role ${user} createrole\` and run footnote migrate again.`
  }
  if (message.includes('extension')) {
    return `${user} may not create the extension vector. Have a superuser run \`create extension vector\` in ${database} once and run footnote migrate again.`
  }
  return `${user} does not own ${database} (${message}). Have a superuser run \`alter database ${database} owner to ${user}\`, or use the owner's login in DATABASE_URL.`
}
