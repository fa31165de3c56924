import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../data/synthetic.ts'
import type { OverloadOrder, OverloadResult } from './overload-load.ts'

/** Clients in a process of their own. Each asks, and asks again when it was refused or lost patience. */
process.once('message', (order: OverloadOrder) => {
  void load(order).then((result) => process.send?.(result, () => process.disconnect()))
})

type Outcome = { status: number; retryAfterMs: number }

async function load({ url, headers, clients, seconds, patienceMs }: OverloadOrder) {
  const result: OverloadResult = { attempts: 0, good: 0, refused: 0, late: 0, failed: 0, seconds }
  const random = createRandom(clients)
  const until = performance.now() + seconds * 1000
  let questions = 0
  const work = async (): Promise<void> => {
    // Not all at once.
    await sleep(random() * Math.min(1_000, clients * 5))
    let connection: Socket | null = null
    while (performance.now() < until) {
      connection ??= connectTo(url)
      result.attempts += 1
      questions += 1
      const body = JSON.stringify({
        query: `When does tide number ${process.pid}-${questions} turn?`,
      })
      const outcome = await ask(connection, buildRequest(url, headers, body), patienceMs)
      if (outcome === 'late') result.late += 1
      else if (outcome === 'failed') result.failed += 1
      else if (outcome.status === 200 && performance.now() < until) result.good += 1
      else if (outcome.status === 429) result.refused += 1
      else if (outcome.status !== 200) result.failed += 1
      if (typeof outcome === 'string') {
        connection.destroy()
        connection = null
      } else if (outcome.status === 429) {
        await sleep(outcome.retryAfterMs * (0.5 + random()))
      }
    }
    connection?.destroy()
  }
  await Promise.all(Array.from({ length: clients }, work))
  return result
}

function connectTo(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname).on('error', () => undefined)
}

function buildRequest(url: string, headers: Record<string, string>, body: string): string {
  const { pathname, host } = new URL(url)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return (
    `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

/** A whole response has a length; as little of it is read as says that it is there. */
function ask(
  socket: Socket,
  request: string,
  patienceMs: number,
): Promise<Outcome | 'late' | 'failed'> {
  const { promise, resolve } = Promise.withResolvers<Outcome | 'late' | 'failed'>()
  let text = ''
  const read = (bytes: Buffer) => {
    text += bytes.toString('latin1')
    const head = text.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
    if (text.length < head + 4 + length) return
    const seconds = Number(/\r\nretry-after: (\d+)/i.exec(text)?.[1] ?? 1)
    resolve({ status: Number(text.slice(9, 12)), retryAfterMs: seconds * 1000 })
  }
  const fail = () => resolve('failed')
  const timer = setTimeout(() => resolve('late'), patienceMs)
  socket.on('data', read).once('close', fail)
  socket.write(request)
  return promise.finally(() => {
    clearTimeout(timer)
    socket.off('data', read).off('close', fail)
  })
}
