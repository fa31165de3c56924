import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type WireCount = { statements: number; exchanges: number }

/**
 * Stands between a service and PostgreSQL and counts what is asked: statements that are executed, and
 * exchanges, each of which ends with PostgreSQL saying that it is ready.
 */
export async function openWireCounter(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const count: WireCount = { statements: 0, exchanges: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    const read = readMessages(count)
    client.on('data', (chunk) => {
      read(chunk)
      database.write(chunk)
    })
    database.on('data', (chunk) => client.write(chunk))
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The counter has no port')
  const url = new URL(databaseUrl)
  url.port = String(address.port)
  return {
    url: url.href,
    /** What is said while `work` runs, for each of so many. */
    async countEach(work: () => Promise<unknown>, many: number): Promise<WireCount> {
      const start = { ...count }
      await work()
      return {
        statements: (count.statements - start.statements) / many,
        exchanges: (count.exchanges - start.exchanges) / many,
      }
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Reads the protocol's messages: a letter, four bytes of length, and the rest. The first has no letter. */
export function readMessages(count: WireCount): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0)
  let isStarted = false
  return (chunk) => {
    pending = Buffer.concat([pending, chunk])
    for (;;) {
      const letterBytes = isStarted ? 1 : 0
      if (pending.length < letterBytes + 4) return
      const end = letterBytes + pending.readInt32BE(letterBytes)
      if (pending.length < end) return
      if (isStarted) add(count, pending.subarray(0, end))
      isStarted = true
      pending = pending.subarray(end)
    }
  }
}

/** Every part of a simple query is a statement: no text that Footnote sends so has another `;` in it. */
function add(count: WireCount, message: Buffer): void {
  const letter = String.fromCharCode(message[0] ?? 0)
  if (letter === 'E') count.statements += 1
  if (letter === 'Q') {
    const text = message.toString('utf8', 5, message.length - 1)
    count.statements += text.split(';').filter((part) => part.trim() !== '').length
  }
  if (letter === 'Q' || letter === 'S') count.exchanges += 1
}
