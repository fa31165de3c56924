import type { Credential } from '../credential.ts'
import { credentialFields } from '../credential.ts'
import { lostCall } from '../http.ts'
import { closedError, refusedError } from './refused.ts'
import type { ReaderToken } from '../reader-token.ts'
import type { SocketQuestion } from './socket-question.ts'
import type {
  DeltaFrameMessage,
  ErrorFrameMessage,
  FirstFrameMessage,
  LastFrameMessage,
  PongMessage,
  ReadyMessage,
  RefusedMessage,
} from '../../wire/public.ts'

type FrameMessage = FirstFrameMessage | DeltaFrameMessage | LastFrameMessage | ErrorFrameMessage
type ServerMessage = ReadyMessage | PongMessage | FrameMessage | RefusedMessage

export type SocketOptions = {
  readonly url: string
  readonly credential: Credential
  /** Sent with each question. */
  readonly readerToken?: ReaderToken | undefined
  /** Default: the global one. */
  readonly WebSocket?: typeof globalThis.WebSocket | undefined
}

/** An authenticated connection. */
export type OpenSocket = {
  send(message: object): void
  /** Routes messages with this id to the question, until `forget` is called. */
  listen(id: string, question: SocketQuestion): void
  forget(id: string): void
  isOpen(): boolean
  lastHeardMs(): number
  close(): void
}

/** The service is restarting. It had not started on questions that have no frame yet. */
export class Restarting extends Error {}

const RESTARTING = 1012

/** Connects and authenticates. Rejects with the reason if the service closes the connection. */
export function openSocket(options: SocketOptions): Promise<OpenSocket> {
  const WebSocket = options.WebSocket ?? globalThis.WebSocket
  const socket = new WebSocket(options.url)
  const questions = new Map<string, SocketQuestion>()
  let heardMs = Date.now()
  const open: OpenSocket = {
    send: (message) => socket.send(JSON.stringify(message)),
    listen: (id, question) => void questions.set(id, question),
    forget: (id) => void questions.delete(id),
    isOpen: () => socket.readyState === WebSocket.OPEN,
    lastHeardMs: () => heardMs,
    close: () => socket.close(1000),
  }
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => {
      open.send({ type: 'init', ...credentialFields(options.credential) })
    })
    socket.addEventListener('message', ({ data }) => {
      heardMs = Date.now()
      const message = readMessage(data)
      if (message?.type === 'ready') resolve(open)
      else if (message?.type === 'frame') give(questions, message)
      else if (message?.type === 'refused') questions.get(message.id)?.fail(refusedError(message))
    })
    // The event has no details, and `close` follows it.
    socket.addEventListener('close', ({ code, reason }) => {
      const lost = lostCall('NETWORK', options.url, { code, reason })
      const error =
        code === RESTARTING ? new Restarting(reason) : (closedError(code, reason) ?? lost)
      for (const question of questions.values()) question.fail(error)
      reject(error)
    })
  })
}

function give(questions: ReadonlyMap<string, SocketQuestion>, message: FrameMessage): void {
  const { type: _, id, ...frame } = message
  questions.get(id)?.push(frame)
}

/** Ignores kinds of messages that only a newer service sends. */
function readMessage(data: unknown): ServerMessage | undefined {
  try {
    const message: ServerMessage | undefined = JSON.parse(String(data))
    return message
  } catch {
    return undefined
  }
}
