import type { Socket } from 'node:net'
import type { RefusalCode } from '@footnote/contract/errors'
import { WEBSOCKET_INIT_TIMEOUT_SECONDS, WEBSOCKET_PING_SECONDS } from '@footnote/contract/limits'
import type { InitMessage } from '@footnote/contract/websocket'
import { CLOSE_CODES } from '@footnote/contract/websocket'
import type { RawData, WebSocket } from 'ws'
import type { PresentedCredential } from '../../access/credential.ts'
import { Refusal } from '../../platform/refusal.ts'
import { refusalOf } from '../error-handler.ts'
import { recordRefusal } from '../record-refusal.ts'
import { refuseBeyond } from '../hooks/rate-limit.ts'
import { identifyCaller, presentCredential } from '../identify-caller.ts'
import { createFloodGate } from './flood-gate.ts'
import { createOutlet } from './outlet.ts'
import type { QuestionDeps, Questions } from './questions.ts'
import { createQuestions } from './questions.ts'
import { readMessage } from './read-message.ts'
import type { Sockets } from './sockets.ts'

/** For a reader to take the last frames and say goodbye. */
const CLOSE_PATIENCE_MS = 5_000

export type Visitor = {
  address: string
  origin: string | undefined
  knowledgeBaseId: string
  connection: Socket
}

export type SessionDeps = QuestionDeps & { sockets: Sockets }

/** One connection from its opening to its end: `init`, then questions, side by side. */
export function openSession(socket: WebSocket, visitor: Visitor, deps: SessionDeps): void {
  const outlet = createOutlet(socket, visitor.connection)
  const isFlood = createFloodGate()
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
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, WEBSOCKET_PING_SECONDS * 1000)

  function close(code: number, reason: string): void {
    if (isOver) return
    isOver = true
    questions?.cancelAll()
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), CLOSE_PATIENCE_MS).unref()
  }

  /** Once every open question has sent its last frame. */
  function endWith(code: number, reason: string): void {
    questions?.stopTaking()
    if (!questions || questions.count() === 0) return close(code, reason)
    ending ??= { code, reason }
  }

  async function begin(message: InitMessage): Promise<void> {
    stage = 'checking'
    const { address, origin, knowledgeBaseId } = visitor
    const proof = presentCredential(deps.callers, credentialIn(message))
    const presented = { ...proof, address, knowledgeBaseId }
    try {
      const { keyId } = await identifyCaller(deps, presented, refuseBeyond)
      if (isOver) return
      if (!deps.sockets.identify(self, keyId)) throw new Refusal('RATE_LIMITED')
    } catch (error) {
      const refusal = refusalOf(error)
      const { code } = refusal
      recordRefusal(deps.metrics, deps.log, { refusal, error })
      return close(CLOSE_CODE_OF[code] ?? CLOSE_CODES.internal, code)
    }
    clearTimeout(noInit)
    stage = 'ready'
    questions = createQuestions(deps, { presented, origin }, outlet, {
      onIdle: () => ending && close(ending.code, ending.reason),
      onStalled() {
        questions?.cancelAll()
        endWith(CLOSE_CODES.tooMany, 'SLOW_READER')
      },
      onUnauthorised: ({ code }) => close(CLOSE_CODES.notAuthorised, code),
    })
    void outlet.send({ type: 'ready' })
  }

  function receive(data: RawData, isBinary: boolean): void {
    if (isOver) return
    isAlive = true
    if (isFlood()) return close(CLOSE_CODES.tooMany, 'RATE_LIMITED')
    const message = isBinary ? null : readMessage(textOf(data))
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
        return void outlet.send({ type: 'pong' })
    }
  }
  const isOpen = (id: string) => questions?.isOpen(id) ?? false

  socket.on('message', receive)
  socket.on('pong', () => (isAlive = true))
  socket.once('close', (code) => {
    isOver = true
    clearTimeout(noInit)
    clearInterval(pings)
    questions?.cancelAll()
    deps.sockets.close(self)
    const lasted = Math.round(performance.now() - started)
    deps.log.info({ route: 'ws', code: String(code), duration_ms: lasted }, 'connection')
  })
  if (!deps.sockets.open(self, visitor.address)) close(CLOSE_CODES.tooMany, 'RATE_LIMITED')
}

const CLOSE_CODE_OF: Partial<Record<RefusalCode, number>> = {
  UNAUTHORIZED: CLOSE_CODES.notAuthorised,
  FORBIDDEN: CLOSE_CODES.notAuthorised,
  RATE_LIMITED: CLOSE_CODES.tooMany,
  UNAVAILABLE: CLOSE_CODES.unavailable,
}

const credentialIn = (message: InitMessage): PresentedCredential =>
  'client_key' in message
    ? { clientKey: message.client_key, clientId: undefined, clientSecret: undefined }
    : {
        clientKey: undefined,
        clientId: message.client_id,
        clientSecret: message.client_secret,
      }

/** `ws` gives whole messages as one Buffer, unless told otherwise. */
const textOf = (data: RawData): string => (Buffer.isBuffer(data) ? data.toString('utf8') : '')
