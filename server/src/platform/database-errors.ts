/** Connection trouble as Node reports it, and as PostgreSQL does (class 08, shutdown, too many, read-only). */
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
])

/** node-postgres gives these no code. */
const UNAVAILABLE_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Connection ended/

/** Whether the database could not be reached or is not taking work: worth trying again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true
  if (UNAVAILABLE_MESSAGE.test(error.message)) return true
  const code = codeOf(error)
  return UNAVAILABLE_CODES.has(code) || code.startsWith('08')
}

/** Deadlock, serialisation failure, lock not available: the same work succeeds when it is done again. */
const CLASH_CODES = new Set(['40P01', '40001', '55P03'])

export const isClash = (error: unknown): boolean => CLASH_CODES.has(codeOf(error))

/** query_canceled: the statement passed the time that its role has. */
export const isStatementTimeout = (error: unknown): boolean => codeOf(error) === '57014'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
