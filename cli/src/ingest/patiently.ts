import { setTimeout as sleep } from 'node:timers/promises'
import { FootnoteError } from '@footnote/sdk/error'

const MAX_TRIES = 6

/**
 * Calls again after a failure that may pass. A rate limit is waited out for as long as it lasts:
 * the server says when to come back, and it is no sign of trouble.
 */
export async function patiently<Result>(
  call: () => Promise<Result>,
  onWait: (error: FootnoteError, seconds: number) => void,
): Promise<Result> {
  let tries = 0
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof FootnoteError) || !error.retryable) throw error
      if (error.code !== 'RATE_LIMITED') tries += 1
      if (tries === MAX_TRIES) throw error
      const seconds = error.retryAfterSeconds ?? 2 ** tries
      onWait(error, seconds)
      await sleep(seconds * 1000)
    }
  }
}
