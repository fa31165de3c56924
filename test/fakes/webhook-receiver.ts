import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string }

/** A status, or no answer at all. */
export type Behaviour = number | 'hangs'

/** Somebody's server that takes webhooks, on loopback. */
export type WebhookReceiver = {
  readonly url: string
  readonly received: Received[]
  behave(behaviour: Behaviour): void
  /** Connections are refused until it is back, on the same port. */
  goDown(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = []
  let behaviour: Behaviour = 204
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      received.push({ path: request.url ?? '', headers: request.headers, body })
      if (behaviour === 'hangs') return
      response.writeHead(behaviour, { location: '/elsewhere' })
      // A body that never ends, which nobody has to read.
      if (behaviour === 200) response.write('x'.repeat(100_000))
      else response.end()
    })
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const stop = async () => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    behave: (next) => void (behaviour = next),
    goDown: stop,
    comeBack: () => listen(port),
    close: stop,
  }
}
