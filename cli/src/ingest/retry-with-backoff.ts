import { setTimeout as sleep } from 'node:timers/promises'
import { FootnoteError } from '@footnote/client'

const MAX_TRIES = 6

/**
 * Retries after a transient error. It waits out a rate limit, however long: the server says when to
 * retry, and nothing is wrong.
 */
export async function retryWithBackoff<Result>(
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
