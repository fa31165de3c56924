import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../platform/database/db.ts'
import { withinSignal } from '../platform/within-signal.ts'
import type { AdmittedQuestion } from './admit.ts'
import { AccessRevoked } from './revalidate-access.ts'
import { revalidateTogether } from './revalidate-together.ts'

/** How often a running answer checks that it may go on. */
const CHECK_INTERVAL_MS = 500
/** Text is sent only if everything behind it was readable at most this long ago. */
const MAX_AGE_MS = 1_000
/** How long text waits for a check that is slow or fails, before the answer ends. */
const MAX_WAIT_MS = 5_000
const RETRY_AFTER_MS = 100

/** The check did not succeed in time. */
export class AccessUnconfirmed extends Error {
  constructor(options?: ErrorOptions) {
    super('Whether the answer may go on could not be checked', options)
    this.name = 'AccessUnconfirmed'
  }
}

export type AccessWatch = Disposable & {
  /** From now on the answer depends on these documents. */
  watchDocuments(documentIds: readonly string[]): void
  /**
   * Resolves when the answer may send more text; usually at once, since checks run in parallel.
   * Throws `AccessRevoked`, `AccessUnconfirmed`, or the signal's reason.
   */
  confirm(signal: AbortSignal): Promise<void>
}

/** Checks at an interval, also while the model is silent; `onRevoked` should end the answer. */
export function watchAccess(
  db: Db,
  question: AdmittedQuestion,
  onRevoked: (reason: AccessRevoked) => void,
): AccessWatch {
  let documentIds: readonly string[] = []
  const startedMs = performance.now()
  let confirmedMs = startedMs
  let running: Promise<void> | null = null

  async function check(): Promise<void> {
    const asked = documentIds
    const askedMs = performance.now()
    await revalidateTogether(db, question, asked)
    // A check that began before the documents were known says nothing about them.
    if (asked === documentIds) confirmedMs = askedMs
  }
  /** One at a time, shared by all who wait. */
  const checkOnce = (): Promise<void> => (running ??= check().finally(() => (running = null)))
  const isFresh = () => performance.now() - confirmedMs <= MAX_AGE_MS

  const timer = setInterval(() => {
    // Any other error matters only once there is text to send.
    checkOnce().catch((error: unknown) => {
      if (error instanceof AccessRevoked) onRevoked(error)
    })
  }, CHECK_INTERVAL_MS)
  timer.unref()

  async function wait(signal: AbortSignal): Promise<void> {
    const timeout = AbortSignal.timeout(MAX_WAIT_MS)
    const bounded = AbortSignal.any([signal, timeout])
    while (!isFresh()) {
      try {
        await withinSignal(bounded, checkOnce)
      } catch (error) {
        if (error instanceof AccessRevoked) throw error
        signal.throwIfAborted()
        if (timeout.aborted) throw new AccessUnconfirmed({ cause: error })
        await sleep(RETRY_AFTER_MS)
      }
    }
  }

  return {
    watchDocuments(ids) {
      documentIds = ids
      confirmedMs = startedMs
    },
    async confirm(signal) {
      signal.throwIfAborted()
      if (!isFresh()) await wait(signal)
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
