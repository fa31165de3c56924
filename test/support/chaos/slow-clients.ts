import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import type { Service } from '../service.ts'

/** A client's end of a connection, byte by byte. */
export type SlowClient = {
  socket: Socket
  /** Everything received so far. */
  received: () => string
  isClosed: () => boolean
  /** A reset discards what had arrived and was not yet read. */
  isReset: () => boolean
}

export async function connectSlowly({ baseUrl }: Pick<Service, 'baseUrl'>): Promise<SlowClient> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  let text = ''
  let closed = false
  socket.on('data', (bytes) => (text += String(bytes)))
  let reset = false
  socket.on('error', () => (reset = true))
  socket.once('close', () => (closed = true))
  await once(socket, 'connect')
  return { socket, received: () => text, isClosed: () => closed, isReset: () => reset }
}

export type SlowRequest = {
  method?: string
  path: string
  headers: Record<string, string>
  contentLength: number
}

/** The head of a request, and the first byte of its body. */
export function beginRequest(
  { socket }: SlowClient,
  { method = 'POST', path, headers, contentLength }: SlowRequest,
): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}` +
      `content-length: ${contentLength}\r\n\r\n{`,
  )
}

/** Sends one byte a second to each, while it accepts it. */
export function dripTo(clients: readonly SlowClient[]): Disposable {
  const timer = setInterval(() => {
    for (const { socket } of clients) if (socket.writable) socket.write(' ')
  }, 1_000)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
