import type { Finding } from './finding.ts'
import { problemFrom, readText } from './finding.ts'

/** Why a database cannot be used and what to do; undefined for an unexpected error. */
export type DescribeError = (error: unknown, databaseUrl: string) => string | undefined

export type Explain = (check: string, error: unknown, setting: string) => Finding

/** `describe` speaks of DATABASE_URL; the address may be in another setting. */
export const explainWith =
  (describe: DescribeError, buildUrl: (setting: string) => string): Explain =>
  (check, error, setting) => {
    const text = describe(error, buildUrl(setting))?.replaceAll('DATABASE_URL', setting)
    return problemFrom(check, text ?? readText(error), `Correct ${setting}, or the database.`)
  }
