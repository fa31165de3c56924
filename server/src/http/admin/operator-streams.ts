import { includesRole } from '@footnote/contract/role'
import type { FastifyRequest } from 'fastify'
import type { Identity } from '../../access/operators/operator.ts'
import { identifyAgain } from '../../access/operators/identify-again.ts'
import type { FeedOptions } from '../../platform/feed.ts'
import { createFeed } from '../../platform/feed.ts'
import { errorFields } from '../../platform/log.ts'
import type { Deps } from '../deps.ts'
import type { PolicyDeps } from '../hooks/admin-policy.ts'
import { placeIn } from '../hooks/admin-policy.ts'
import type { ConcurrencyLimit } from '../load/concurrency-limit.ts'
import { createConcurrencyLimit } from '../load/concurrency-limit.ts'
import { sendFrames } from '../sse.ts'

/** A console shows a few at a time. */
const MAX_STREAMS = 200
/** As for readers' answers: a stream ends within a second. */
const CHECK_INTERVAL_MS = 500

type Reply = Parameters<typeof sendFrames>[0]
type Frames = (signal: AbortSignal) => AsyncGenerator<readonly object[]>

/** What all streams that operators follow share. */
export type OperatorStreams = {
  /** A limit for what is followed. */
  streams: ConcurrencyLimit
  /** What to do when a read fails. */
  feedOptions: FeedOptions
  /** Sends to an operator for as long as they may use the route: nothing more to who was removed. */
  send: (request: FastifyRequest, reply: Reply, frames: Frames) => Promise<void>
}

export function createOperatorStreams(
  deps: Deps,
  { findRole }: Pick<PolicyDeps, 'findRole'>,
): OperatorStreams {
  const { metrics, isReady, log, operatorDb } = deps
  const feedOptions: FeedOptions = {
    isReady,
    onError: (error) => log.warn(errorFields(error), 'what operators follow could not be read'),
  }
  /** One check for all streams of one credential at one place. */
  const permissions = createFeed<boolean>({ ...feedOptions, pollMs: CHECK_INTERVAL_MS })

  async function watch(request: FastifyRequest, stop: AbortSignal): Promise<boolean> {
    const { operator, routeOptions, params } = request
    const { route } = routeOptions.config
    if (!route) return true
    const place = placeIn(route, params)
    const needed = route.role ?? 'owner'
    const read = async (): Promise<boolean> => {
      const identity = await identifyAgain(operatorDb, operator.identity)
      const role = identity && (await findRole(identity, place))
      return role !== null && includesRole(role, needed)
    }
    const key = JSON.stringify([nameOf(operator.identity), place, needed])
    const followed = { key, first: true, read, isLast: (isAllowed: boolean) => !isAllowed }
    for await (const [isAllowed] of permissions.follow(followed, stop)) {
      if (isAllowed === false) return false
    }
    return true
  }

  return {
    streams: createConcurrencyLimit(MAX_STREAMS, (open) => metrics.syncStreams.set(open)),
    feedOptions,
    async send(request, reply, frames) {
      const closed = new AbortController()
      const revoked = new AbortController()
      void watch(request, closed.signal).then((isAllowed) => isAllowed || revoked.abort())
      try {
        await sendFrames(reply, deps, (client) => whileAllowed(frames, client, revoked.signal))
      } finally {
        closed.abort()
      }
    },
  }
}

const nameOf = (identity: Identity): string => {
  if (identity.via === 'admin_token') return identity.via
  return identity.via === 'session' ? identity.sessionId : identity.bounds.id
}

/** What was written before the check and is read after it is not sent either. */
async function* whileAllowed(
  frames: Frames,
  client: AbortSignal,
  revoked: AbortSignal,
): AsyncGenerator<readonly object[]> {
  for await (const batch of frames(AbortSignal.any([client, revoked]))) {
    if (revoked.aborted) return
    yield batch
  }
}

/** Follows what has no end of its own for a time. */
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
