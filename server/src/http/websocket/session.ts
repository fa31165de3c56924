import type { Socket } from 'node:net'
import type { RefusalCode } from '@footnote/contract/errors'
import { WEBSOCKET_INIT_TIMEOUT_SECONDS, WEBSOCKET_PING_SECONDS } from '@footnote/contract/limits'
import type { InitMessage } from '@footnote/contract/public/websocket'
import { CLOSE_CODES } from '@footnote/contract/public/websocket'
import type { RawData, WebSocket } from 'ws'
import type { PresentedCredential } from '../../access/credential.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findRefusal } from '../errors/error-handler.ts'
import { recordRefusal } from '../errors/record-refusal.ts'
import { refuseBeyond } from '../hooks/rate-limit.ts'
import type { Presented } from '../identify-caller.ts'
import { identifyCaller, presentCredential } from '../identify-caller.ts'
import { createMessageLimit } from './message-limit.ts'
import { createSender, HIGH_WATER_BYTES } from './sender.ts'
import type { QuestionDeps, Questions } from './questions.ts'
import { createQuestions } from './questions.ts'
import { readMessage } from './read-message.ts'
import type { Sockets } from './sockets.ts'
import { createStallMeter } from './stall-meter.ts'

/** Time for a client to read the last frames and close. */
const CLOSE_TIMEOUT_MS = 5_000
/** The same for a client that floods the connection, which is no longer read from. */
const FLOOD_TIMEOUT_MS = 1_000

export type Visitor = {
  address: string
  network: string
  origin: string | undefined
  knowledgeBaseId: string
  connection: Socket
}

export type SessionDeps = QuestionDeps & { sockets: Sockets }

/** One connection from open to close: `init`, then questions, several at a time. */
export function openSession(socket: WebSocket, visitor: Visitor, deps: SessionDeps): void {
  const sender = createSender(socket, visitor.connection)
  const isStalled = createStallMeter(socket, visitor.connection)
  const isOverLimit = createMessageLimit()
  const self = { drain: () => endWith(CLOSE_CODES.restarting, 'RESTARTING') }
  const started = performance.now()
  let stage: 'new' | 'checking' | 'ready' = 'new'
  let questions: Questions | null = null
  let ending: { code: number; reason: string } | null = null
  let isOver = false
  let isAlive = true

  const noInit = setTimeout(
    () => close(CLOSE_CODES.noInit, 'NO_INIT'),
    WEBSOCKET_INIT_TIMEOUT_SECONDS * 1000,
  )
  const pings = setInterval(() => {
    if (!isAlive || isStalled()) return socket.terminate()
    isAlive = false
    socket.ping()
  }, WEBSOCKET_PING_SECONDS * 1000)

  function close(code: number, reason: string): void {
    if (isOver) return
    isOver = true
    questions?.cancelAll()
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref()
  }

  /** Closes once every open question has sent its last frame. */
  function endWith(code: number, reason: string): void {
    questions?.stopAccepting()
    if (!questions || questions.count() === 0) return close(code, reason)
    ending ??= { code, reason }
  }

  async function begin(message: InitMessage): Promise<void> {
    stage = 'checking'
    const { address, network, origin, knowledgeBaseId } = visitor
    const presentedWith = (readerToken: string | undefined): Presented => ({
      ...presentCredential(deps.callers, credentialIn(message), readerToken),
      address,
      network,
      origin,
      knowledgeBaseId,
    })
    const presented = presentedWith(message.reader_token)
    try {
      const { keyId } = await identifyCaller(deps, presented, refuseBeyond)
      if (isOver) return
      if (!deps.sockets.identify(self, keyId)) throw new Refusal('RATE_LIMITED')
    } catch (error) {
      const refusal = findRefusal(error)
      const { code } = refusal
      recordRefusal(deps.metrics, deps.log, { refusal, error })
      return close(CLOSE_CODE_OF[code] ?? CLOSE_CODES.internal, code)
    }
    clearTimeout(noInit)
    stage = 'ready'
    questions = createQuestions(deps, { presented, presentedWith, origin }, sender, {
      onIdle: () => ending && close(ending.code, ending.reason),
      onStalled() {
        questions?.cancelAll()
        endWith(CLOSE_CODES.tooMany, 'SLOW_READER')
      },
      onMoved: () => endWith(CLOSE_CODES.restarting, 'MOVED'),
      onUnauthorised: ({ code }) => close(CLOSE_CODES.notAuthorised, code),
    })
    void sender.send({ type: 'ready' })
  }

  /** Counts every incoming frame. Control frames cost as much as messages. */
  function isFlood(): boolean {
    isAlive = true
    if (!isOverLimit()) return false
    close(CLOSE_CODES.tooMany, 'RATE_LIMITED')
    socket.pause()
    setTimeout(() => socket.terminate(), FLOOD_TIMEOUT_MS).unref()
    return true
  }

  function receive(data: RawData, isBinary: boolean): void {
    if (isOver) return
    if (isFlood()) return
    const message = isBinary ? null : readMessage(readText(data))
    const isInit = message?.type === 'init'
    if (
      !message ||
      isInit !== (stage === 'new') ||
      (message.type === 'ask' && isOpen(message.id))
    ) {
      return close(CLOSE_CODES.badMessage, 'BAD_REQUEST')
    }
    switch (message.type) {
      case 'init':
        return void begin(message)
      case 'ask':
        return questions?.ask(message)
      case 'cancel':
        return questions?.cancel(message.id)
      case 'ping':
        return void sender.send({ type: 'pong' })
    }
  }
  const isOpen = (id: string) => questions?.isOpen(id) ?? false

  socket.on('message', receive)
  socket.on('pong', () => void (isOver || isFlood()))
  socket.on('ping', (data) => {
    if (isOver || isFlood()) return
    // A client that reads nothing needs no pong, and none may pile up in memory.
    if (socket.bufferedAmount < HIGH_WATER_BYTES) socket.pong(data)
  })
  socket.once('close', (code) => {
    isOver = true
    clearTimeout(noInit)
    clearInterval(pings)
    questions?.cancelAll()
    deps.sockets.close(self)
    const lasted = Math.round(performance.now() - started)
    deps.log.info({ route: 'ws', code: String(code), duration_ms: lasted }, 'connection')
  })
  if (!deps.sockets.open(self, visitor.network)) close(CLOSE_CODES.tooMany, 'RATE_LIMITED')
}

const CLOSE_CODE_OF: Partial<Record<RefusalCode, number>> = {
  UNAUTHORIZED: CLOSE_CODES.notAuthorised,
  READER_TOKEN_INVALID: CLOSE_CODES.notAuthorised,
  FORBIDDEN: CLOSE_CODES.notAuthorised,
  ORIGIN_NOT_ALLOWED: CLOSE_CODES.notAuthorised,
  RATE_LIMITED: CLOSE_CODES.tooMany,
  UNAVAILABLE: CLOSE_CODES.unavailable,
  MOVED: CLOSE_CODES.restarting,
}

const credentialIn = (message: InitMessage): PresentedCredential =>
  'client_key' in message
    ? { clientKey: message.client_key, clientId: undefined, clientSecret: undefined }
    : {
        clientKey: undefined,
        clientId: message.client_id,
        clientSecret: message.client_secret,
      }

/** By default `ws` delivers each message as one Buffer. */
const readText = (data: RawData): string => (Buffer.isBuffer(data) ? data.toString('utf8') : '')
