import type * as ServerModule from '@footnote/server/main'
import { describeStartError } from './describe-start-error.ts'
import { Failure, USAGE_EXIT_CODE } from './failure.ts'

/** Loads the server only for the commands that need it: that costs over a second of processor time. */
export async function withServer<Result>(
  databaseUrl: string | undefined,
  run: (server: typeof ServerModule) => Promise<Result>,
): Promise<Result> {
  const server = await import('@footnote/server/main')
  try {
    return await run(server)
  } catch (error) {
    if (error instanceof server.ConfigError) {
      throw new Failure(error.message, USAGE_EXIT_CODE, { cause: error })
    }
    const described = describeStartError(error, databaseUrl)
    throw described === undefined ? error : new Failure(described, 1, { cause: error })
  }
}
