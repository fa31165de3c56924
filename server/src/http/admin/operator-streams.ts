import { EventEmitter, once } from 'node:events'
import { includesRole } from '@footnote/contract/role'
import type { FastifyReply, FastifyRequest } from 'fastify'
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
import type { Export } from '../stream-export.ts'
import { streamExport } from '../stream-export.ts'

/** A console shows a few at a time. */
const MAX_STREAMS = 200
/** As for readers' answers: a stream ends within a second. */
const CHECK_INTERVAL_MS = 500
/** Nothing is sent on a check that began longer ago. */
const MAX_AGE_MS = 1_000
/** How long a stream waits for a check that is slow or fails, before it ends. */
const MAX_WAIT_MS = 5_000

type Reply = Parameters<typeof sendFrames>[0] & Pick<FastifyReply, 'elapsedTime'>
type Frames = (signal: AbortSignal) => AsyncGenerator<readonly object[]>

/** What all streams that operators follow share. */
export type OperatorStreams = {
  /** A limit for what is followed. */
  streams: ConcurrencyLimit
  /** What to do when a read fails. */
  feedOptions: FeedOptions
  /** Sends to an operator for as long as they have the role they began with: nothing more to who was removed. */
  send: (request: FastifyRequest, reply: Reply, frames: Frames) => Promise<void>
  /** The same of a file. */
  sendFile: <Row>(request: FastifyRequest, reply: Reply, file: Export<Row>) => Promise<void>
}

/** What a check found, and when it began. */
type Permission = { isAllowed: boolean; atMs: number }

/** What a stream asks while it goes on. */
type PermissionWatch = {
  revoked: AbortSignal
  /** Resolves when more may be sent, usually at once, or when nothing may be. */
  confirm: () => Promise<void>
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
  const permissions = createFeed<Permission>({
    ...feedOptions,
    // A stream that a stopping process lets end is checked until then.
    isReady: () => true,
    pollMs: CHECK_INTERVAL_MS,
  })

  /** The checks of a request, until one finds that it may not go on. */
  function follow({ operator, routeOptions, params }: FastifyRequest, signal: AbortSignal) {
    const { route } = routeOptions.config
    const place = route ? placeIn(route, params) : {}
    const read = async (): Promise<Permission> => {
      const atMs = performance.now()
      const identity = await identifyAgain(operatorDb, operator.identity)
      const role = identity && (await findRole(identity, place))
      return { isAllowed: role !== null && includesRole(role, operator.role), atMs }
    }
    const key = JSON.stringify([getName(operator.identity), place, operator.role])
    const first = { isAllowed: true, atMs: -Infinity }
    const isLast = ({ isAllowed }: Permission) => !isAllowed
    return permissions.follow({ key, first, read, isLast }, signal)
  }

  async function whileAllowed(
    request: FastifyRequest,
    reply: Reply,
    send: (watch: PermissionWatch) => Promise<void>,
  ): Promise<void> {
    const closed = new AbortController()
    const revoked = new AbortController()
    const checks = new EventEmitter()
    // When the request came; its policy has checked it since.
    let confirmedMs = performance.now() - reply.elapsedTime
    const isFresh = () => performance.now() - confirmedMs <= MAX_AGE_MS

    async function watch(): Promise<void> {
      for await (const [checked] of follow(request, closed.signal)) {
        if (!checked?.isAllowed) break
        confirmedMs = Math.max(confirmedMs, checked.atMs)
        checks.emit('check')
      }
      if (!closed.signal.aborted) revoked.abort()
    }
    async function confirm(): Promise<void> {
      if (isFresh()) return
      const signal = AbortSignal.any([revoked.signal, AbortSignal.timeout(MAX_WAIT_MS)])
      while (!isFresh() && !signal.aborted) {
        await once(checks, 'check', { signal }).catch(() => undefined)
      }
      if (!isFresh()) revoked.abort()
    }
    void watch()
    try {
      await send({ revoked: revoked.signal, confirm })
    } finally {
      closed.abort()
    }
  }

  return {
    streams: createConcurrencyLimit(MAX_STREAMS, (open) => metrics.syncStreams.set(open)),
    feedOptions,
    send: (request, reply, frames) =>
      whileAllowed(request, reply, (watch) =>
        sendFrames(reply, deps, (client) =>
          untilRevoked(frames(AbortSignal.any([client, watch.revoked])), watch),
        ),
      ),
    sendFile: (request, reply, file) =>
      whileAllowed(request, reply, ({ revoked, confirm }) => {
        const read: typeof file.read = async (after) => {
          const page = await file.read(after)
          await confirm()
          return page
        }
        return streamExport(request, reply, { ...file, read }, revoked)
      }),
  }
}

const getName = (identity: Identity): string => {
  if (identity.via === 'admin_token') return identity.via
  return identity.via === 'session' ? identity.sessionId : identity.bounds.id
}

/** What was written before the check and is read after it is not sent either. */
async function* untilRevoked(
  batches: ReturnType<Frames>,
  { revoked, confirm }: PermissionWatch,
): ReturnType<Frames> {
  for await (const batch of batches) {
    await confirm()
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
