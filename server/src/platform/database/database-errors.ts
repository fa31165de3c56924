import { Refusal } from '../refusal.ts'

/** Connection errors as Node and PostgreSQL report them: shutdown, I/O error, read-only. */
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
  '58030',
  '25006',
  // The workspace has moved to another cell.
  'FN421',
])

/** Connection exceptions; insufficient resources (disk full, out of memory, too many connections). */
const UNAVAILABLE_CLASSES = ['08', '53']

/** A statement on this connection timed out here, so nothing more is sent over it. */
export class ConnectionAbandonedError extends Error {
  override readonly name = 'ConnectionAbandonedError'
  override readonly message = 'An earlier statement on this database connection timed out'
}

/** Errors to which node-postgres gives no code. */
const UNAVAILABLE_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Connection ended/

/** Whether the database is unreachable or not accepting work, so that a retry makes sense. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true
  if (error instanceof ConnectionAbandonedError || UNAVAILABLE_MESSAGE.test(error.message))
    return true
  const code = readCode(error)
  if (UNAVAILABLE_CODES.has(code)) return true
  return isOverdue(error) || UNAVAILABLE_CLASSES.some((each) => code.startsWith(each))
}

/** node-postgres gave up waiting for the statement. */
export const isOverdue = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** lock_not_available: another transaction held what was to be locked for longer than was waited. */
const LOCK_NOT_AVAILABLE = '55P03'
export const isLockTimeout = (error: unknown): boolean => readCode(error) === LOCK_NOT_AVAILABLE

/** Deadlock, serialisation failure, lock not available: the same work succeeds on a retry. */
const CLASH_CODES = new Set(['40P01', '40001', LOCK_NOT_AVAILABLE])

export const isClash = (error: unknown): boolean => CLASH_CODES.has(readCode(error))

/** Another row already has the value. */
export const isUniqueViolation = (error: unknown): boolean => readCode(error) === '23505'

/** For `catch`: a value that another row has is refused, anything else is thrown again. */
export function refuseTaken(error: unknown): never {
  throw isUniqueViolation(error) ? new Refusal('CONFLICT') : error
}

/** It names a row that is not there. */
export const isForeignKeyViolation = (error: unknown): boolean => readCode(error) === '23503'

/** query_canceled: the statement exceeded its role's timeout. */
export const isStatementTimeout = (error: unknown): boolean => readCode(error) === '57014'

/** The cell that serves the workspace, if this one does not: see `enter_tenant`. */
export const movedTo = (error: unknown): string | null =>
  readCode(error) === 'FN421' && error instanceof Error && 'detail' in error
    ? String(error.detail)
    : null

const readCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
