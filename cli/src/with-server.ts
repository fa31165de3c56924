import type * as ServerModule from '@footnote/server/main'
import { describeStartError } from './errors/describe-start-error.ts'
import { Failure, USAGE_EXIT_CODE } from './failure.ts'

/** What went wrong and what to do; undefined for an unexpected error. */
type DescribeError = (error: unknown, databaseUrl: string | undefined) => string | undefined

/** Loads the server only for commands that need it, because that takes over a second of CPU time. */
export async function withServer<Result>(
  databaseUrl: string | undefined,
  run: (server: typeof ServerModule) => Promise<Result>,
  describe: DescribeError = describeStartError,
): Promise<Result> {
  const server = await import('@footnote/server/main')
  try {
    return await run(server)
  } catch (error) {
    if (error instanceof server.ConfigError) {
      throw new Failure(error.message, USAGE_EXIT_CODE, { cause: error })
    }
    const described = describe(error, databaseUrl)
    throw described === undefined ? error : new Failure(described, 1, { cause: error })
  }
}
