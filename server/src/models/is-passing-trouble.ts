import { isDatabaseUnavailable, isStatementTimeout } from '../platform/database-errors.ts'
import { ModelError } from './model-error.ts'

/** The database or the embedding server is away, or too busy to answer in time: readers may try again. */
export const isPassingTrouble = (error: unknown): boolean =>
  error instanceof ModelError || isDatabaseUnavailable(error) || isStatementTimeout(error)
