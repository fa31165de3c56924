import { once } from 'node:events'
import type { ChatFrame } from '@footnote/contract/public/chat'
import type { ServerMessage } from '@footnote/contract/public/websocket'
import { WebSocket } from 'ws'
import type { Service } from '../service.ts'

export type SocketKey =
  | { client_key: string }
  | { client_id: string; client_secret: string }
  | Record<string, unknown>

export type Closed = { code: number; reason: string }

/** A reader's end of a connection, with everything that came over it. */
export type TestSocket = AsyncDisposable & {
  readonly raw: WebSocket
  readonly messages: ServerMessage[]
  readonly closed: Promise<Closed>
  send(message: unknown): void
  /** The first message that is so, of those that came and those that will. Rejects at the end. */
  next(isSo: (message: ServerMessage) => boolean): Promise<ServerMessage>
  /** Asks, and resolves with what came for the question when it is over. */
  ask(id: string, body: object): Promise<Answered>
}

/** A refusal, or frames. */
export type Answered = {
  refused: Extract<ServerMessage, { type: 'refused' }> | null
  frames: ChatFrame[]
}

export type SocketSettings = { origin?: string; headers?: Record<string, string> }

/** Opened, and nothing said yet. */
export async function connectSocket(
  { baseUrl }: Pick<Service, 'baseUrl'>,
  knowledgeBaseId: string,
  { origin, headers }: SocketSettings = {},
): Promise<TestSocket> {
  const url = `${baseUrl.replace('http', 'ws')}/api/v1/public/knowledge-bases/${knowledgeBaseId}/ws`
  const raw = new WebSocket(url, {
    ...(origin === undefined ? {} : { origin }),
    ...(headers ? { headers } : {}),
  })
  const socket = follow(raw)
  await once(raw, 'open')
  return socket
}

/** Opened, and let in with a key. */
export async function openSocket(
  service: Pick<Service, 'baseUrl'>,
  knowledgeBaseId: string,
  key: SocketKey,
  settings: SocketSettings = {},
): Promise<TestSocket> {
  const socket = await connectSocket(service, knowledgeBaseId, settings)
  socket.send({ type: 'init', ...key })
  await socket.next(({ type }) => type === 'ready')
  return socket
}

function follow(raw: WebSocket): TestSocket {
  const messages: ServerMessage[] = []
  const waiting = new Set<() => void>()
  const tell = () => {
    for (const look of waiting) look()
  }
  let end: Closed | undefined
  const closed = new Promise<Closed>((resolve) => {
    raw.once('close', (code, reason) => {
      end = { code, reason: String(reason) }
      resolve(end)
      tell()
    })
  })
  raw.on('error', () => undefined)
  raw.on('message', (data) => {
    messages.push(JSON.parse((data as Buffer).toString()) as ServerMessage)
    tell()
  })
  const next: TestSocket['next'] = (isSo) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = messages.find(isSo)
        if (!found && !end) return
        waiting.delete(look)
        if (found) resolve(found)
        else reject(new Error(`Closed with ${end?.code} ${end?.reason}`))
      }
      waiting.add(look)
      look()
    })
  return {
    raw,
    messages,
    closed,
    next,
    send: (message) => raw.send(JSON.stringify(message)),
    async ask(id, body) {
      // An id may be used again once its question is over.
      const from = messages.length
      raw.send(JSON.stringify({ type: 'ask', id, ...body }))
      const last = await next(
        (message) => isLastOf(id, message) && messages.indexOf(message) >= from,
      )
      const frames = getFrames(messages.slice(from), id)
      return { refused: last.type === 'refused' ? last : null, frames }
    },
    async [Symbol.asyncDispose]() {
      raw.terminate()
      await closed
    },
  }
}

const isLastOf = (id: string, message: ServerMessage): boolean =>
  'id' in message &&
  message.id === id &&
  (message.type === 'refused' || 'error_code' in message || message.done)

/** The chat frames of one question, as they would have come over a stream. */
export const getFrames = (messages: readonly ServerMessage[], id: string): ChatFrame[] =>
  messages.flatMap((message) => {
    if (message.type !== 'frame' || message.id !== id) return []
    const { type: _, id: __, ...frame } = message
    return [frame]
  })
