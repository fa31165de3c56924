import { errorChain, errorCode } from '../error-chain.ts'

export const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

const HOW_TO_START =
  'For development, start one with `scripts/services up`, then run\n' +
  '  eval "$(scripts/services env)"\nin this shell, which sets DATABASE_URL.'

/** Why a server process could not start and what to do; undefined for an unexpected error. */
export function describeStartError(
  error: unknown,
  databaseUrl: string | undefined,
): string | undefined {
  for (const link of errorChain(error)) {
    const described = describeLink(link, whereIs(databaseUrl))
    if (described !== undefined) return described
  }
  return undefined
}

function describeLink(error: Error, where: string): string | undefined {
  const code = errorCode(error)
  if (UNREACHABLE.has(code)) {
    return `The database at ${where} cannot be reached (${code}).\n${HOW_TO_START}`
  }
  // pg-boss says this of a database that was never migrated.
  if (error.message === 'pg-boss is not installed') return notSetUp(error, where)
  switch (code) {
    case '57P03':
      return `The database at ${where} is still starting. Try again in a moment.`
    case '28P01':
    case '28000':
      return `The database at ${where} refused the user or password in DATABASE_URL.`
    case '3D000':
      return `${error.message}, at ${where}. Create the database, or correct DATABASE_URL.`
    // Unknown relation, schema or role.
    case '42P01':
    case '3F000':
    case '22023':
      return notSetUp(error, where)
    case 'EADDRINUSE':
      return `${takenAddress(error)} Choose another with HOST and PORT, or with WORKER_PORT for a worker.`
    default:
      return undefined
  }
}

function takenAddress(error: Error): string {
  const { address = '', port } = error as Error & { address?: string; port?: number }
  const host = address.includes(':') ? `[${address}]` : address
  return `Another program, perhaps another Footnote, already listens on ${host}:${port}.`
}

const notSetUp = (error: Error, where: string): string =>
  `The database at ${where} is not set up (${error.message}).\nRun: footnote migrate`

/** Host, port and database; never the user or password. */
export function whereIs(databaseUrl: string | undefined): string {
  if (databaseUrl === undefined || !URL.canParse(databaseUrl)) return 'DATABASE_URL'
  const { hostname, port, pathname } = new URL(databaseUrl)
  return `${hostname}:${port === '' ? '5432' : port}${pathname}`
}
