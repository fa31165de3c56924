import { isDatabaseUnavailable, isStatementTimeout } from '../platform/database/database-errors.ts'
import { ModelError } from './model-error.ts'

/** The database or the embedding server is unreachable or too slow: a retry may succeed. */
export const isTransientError = (error: unknown): boolean =>
  error instanceof ModelError || isDatabaseUnavailable(error) || isStatementTimeout(error)
