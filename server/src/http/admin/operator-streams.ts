import type { FeedOptions } from '../../platform/feed.ts'
import { errorFields } from '../../platform/log.ts'
import type { Deps } from '../deps.ts'
import type { Slots } from '../load/slots.ts'
import { createSlots } from '../load/slots.ts'

/** A console shows a few at a time. */
const MAX_STREAMS = 200

/** What all streams that operators follow share: a limit, and what to do when a read fails. */
export type OperatorStreams = { slots: Slots; feedOptions: FeedOptions }

export const createOperatorStreams = ({ metrics, isReady, log }: Deps): OperatorStreams => ({
  slots: createSlots(MAX_STREAMS, (open) => metrics.syncStreams.set(open)),
  feedOptions: {
    isReady,
    onError: (error) => log.warn(errorFields(error), 'what operators follow could not be read'),
  },
})

/** Follows what has no end of its own for a time: whoever follows again is asked who they are. */
export async function* forSeconds<Event extends { done: boolean }>(
  seconds: number,
  signal: AbortSignal,
  follow: (signal: AbortSignal) => AsyncGenerator<readonly Event[]>,
): AsyncGenerator<readonly Event[]> {
  let last: Event | undefined
  const ended = AbortSignal.timeout(seconds * 1000)
  for await (const batch of follow(AbortSignal.any([signal, ended]))) {
    last = batch.at(-1) ?? last
    yield batch
  }
  if (last && !signal.aborted) yield [{ ...last, done: true }]
}
