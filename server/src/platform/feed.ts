import { EventEmitter, once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import { Refusal } from './refusal.ts'

export type FeedOptions = {
  /** False: the process is about to stop, so streams end and their clients connect to another. */
  isReady: () => boolean
  onError: (error: unknown) => void
  pollMs?: number
}

/** Something that changes, and how it is read. */
export type Followed<Event> = {
  /** The same for all who follow the same. */
  key: string
  first: Event
  /** Refuses what is gone, and the stream ends. */
  read: (latest: Event) => Promise<Event>
  isLast: (event: Event) => boolean
}

export type Feed<Event> = {
  /** Its state, now and whenever that changes, up to the last. Ends early with the signal. */
  follow(followed: Followed<Event>, signal: AbortSignal): AsyncGenerator<readonly Event[]>
}

type Watched<Event> = Followed<Event> & {
  followers: number
  latest: Event
  isGone: boolean
  /** Emits `read` after each poll. */
  polls: EventEmitter
}

const POLL_MS = 1_000

/**
 * One poll for all who follow, whichever process changes what they follow: it is read once a second
 * however many follow it, and nothing is read while nobody does. Not LISTEN/NOTIFY: each page of a sync
 * would notify, and commits that notify wait for one another, readers' answers too.
 */
export function createFeed<Event>({
  isReady,
  onError,
  pollMs = POLL_MS,
}: FeedOptions): Feed<Event> {
  const watched = new Map<string, Watched<Event>>()
  let timer: NodeJS.Timeout | undefined

  async function poll(): Promise<void> {
    for (const one of watched.values()) {
      // The next read may succeed; until then the streams have their heartbeats.
      await read(one).catch(onError)
      one.polls.emit('read')
    }
    timer = watched.size === 0 ? undefined : setTimeout(() => void poll(), pollMs)
  }

  function join(followed: Followed<Event>): Watched<Event> {
    const polls = new EventEmitter().setMaxListeners(0)
    const fresh = { ...followed, followers: 0, latest: followed.first, isGone: false, polls }
    const joined = watched.get(followed.key) ?? fresh
    joined.followers += 1
    watched.set(followed.key, joined)
    timer ??= setTimeout(() => void poll(), pollMs)
    return joined
  }

  function leave(one: Watched<Event>): void {
    one.followers -= 1
    if (one.followers === 0) watched.delete(one.key)
  }

  return {
    async *follow(followed, signal) {
      const joined = join(followed)
      let sent: Event | undefined
      try {
        while (!signal.aborted && isReady() && !joined.isGone) {
          const { latest } = joined
          if (latest !== sent) {
            sent = latest
            yield [latest]
            if (followed.isLast(latest)) return
          } else await once(joined.polls, 'read', { signal }).catch(() => undefined)
        }
      } finally {
        leave(joined)
      }
    },
  }
}

async function read<Event>(one: Watched<Event>): Promise<void> {
  try {
    const event = await one.read(one.latest)
    if (!isDeepStrictEqual(event, one.latest)) one.latest = event
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    one.isGone = true
  }
}
