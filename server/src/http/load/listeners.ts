import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { ListenOptions, Server } from 'node:net'
import { createServer } from 'node:net'

/**
 * Since libuv 1.45 a listening socket accepts one connection per turn of the event loop, and a
 * turn of a busy process takes milliseconds. With one socket, thousands of new connections kept a
 * health check waiting for seconds while those on open connections took 2 ms.
 */
const LISTENERS = 64

/** Only Linux spreads connections over sockets with the same port. */
export const CAN_SHARE_PORT = process.platform === 'linux'

export type Listeners = { close(): Promise<void> }

/** Adds sockets on the port of a server that listens with `reusePort`, so that it accepts faster. */
export async function addListeners(
  server: HttpServer,
  backlog: number,
  count = LISTENERS,
): Promise<Listeners> {
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port')
  const { address: host, port } = bound
  const listeners: Server[] = []
  const total = CAN_SHARE_PORT ? count : 1
  for (let at = 1; at < total; at += 1) {
    listeners.push(await listenFor(server, { host, port, backlog, reusePort: true }))
  }
  return toListeners(listeners)
}

/** Serves other ports too. */
export async function addPorts(
  server: HttpServer,
  { host, backlog }: { host: string; backlog: number },
  ports: readonly number[],
): Promise<Listeners> {
  const listeners: Server[] = []
  for (const port of new Set(ports)) {
    listeners.push(await listenFor(server, { host, port, backlog }))
  }
  return toListeners(listeners)
}

async function listenFor(server: HttpServer, options: ListenOptions): Promise<Server> {
  // The options of Node's own HTTP server.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.emit('connection', socket)
  })
  listener.listen(options)
  await once(listener, 'listening')
  return listener
}

const toListeners = (listeners: readonly Server[]): Listeners => ({
  async close() {
    await Promise.all(listeners.map((listener) => new Promise((done) => listener.close(done))))
  },
})

/** Throws if the port is in use: with `reusePort` a second process would silently get half the requests. */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const listener = createServer().listen({ host, port })
  await once(listener, 'listening')
  await new Promise((done) => listener.close(done))
}
