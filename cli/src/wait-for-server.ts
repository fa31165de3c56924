import { setTimeout as sleep } from 'node:timers/promises'
import { errorChain, errorCode } from './error-chain.ts'

const LOOK_EVERY_MS = 250
const CALL_TIMEOUT_MS = 5_000

/**
 * Waits while nothing listens at the address, because the server may still be starting. Any other
 * error is left to the command itself.
 */
export async function waitForServer(
  baseUrl: string,
  patienceSeconds: number,
  note: (text: string) => void,
): Promise<void> {
  const deadlineMs = performance.now() + patienceSeconds * 1000
  let isNoted = false
  while (await isRefused(baseUrl)) {
    if (performance.now() > deadlineMs) return
    if (!isNoted) {
      note(
        `No server listens at ${baseUrl} yet. Waiting up to ${patienceSeconds} s for it to start; ` +
          'press Ctrl-C to stop.',
      )
    }
    isNoted = true
    await sleep(LOOK_EVERY_MS)
  }
}

async function isRefused(baseUrl: string): Promise<boolean> {
  try {
    await fetch(`${baseUrl}/healthz`, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
    return false
  } catch (error) {
    return errorChain(error).some((link) => errorCode(link) === 'ECONNREFUSED')
  }
}
