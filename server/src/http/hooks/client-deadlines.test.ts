import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addResponseDeadline } from './client-deadlines.ts'

const UNREAD_MS = 1_500
const STOPS = 8
/** More than the kernel keeps for both ends. */
const TOTAL_BYTES = 64 * 1024 * 1024
const CHUNK = Buffer.alloc(64 * 1024, 'x')

const app = fastify()
let given = 0
let isEnded = false

function* chunks() {
  try {
    for (; given < TOTAL_BYTES; given += CHUNK.length) yield CHUNK
  } finally {
    isEnded = true
  }
}

beforeAll(async () => {
  addResponseDeadline(app, UNREAD_MS)
  app.get('/large', () => Readable.from(chunks()))
  app.get('/small', () => 'small')
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

async function request(path: string): Promise<Socket> {
  given = 0
  isEnded = false
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
  return socket
}

test('a client that stops reading loses its connection, and the response its source', async () => {
  const socket = await request('/large')
  socket.on('error', () => undefined).pause()
  await expect.poll(() => isEnded, { timeout: 20_000 }).toBe(true)
  expect(given).toBeLessThan(TOTAL_BYTES)
  socket.destroy()
})

test('a client that reads slowly gets all of it, however long it takes', async () => {
  const socket = await request('/large')
  let bytes = 0
  let stops = 0
  // Stops now and then, for less than the limit, and for longer than it altogether.
  socket.on('data', (read) => {
    bytes += read.length
    if (stops === STOPS || bytes < ((stops + 1) * TOTAL_BYTES) / (2 * STOPS)) return
    stops += 1
    socket.pause()
    setTimeout(() => socket.resume(), UNREAD_MS / 4)
  })
  await expect.poll(() => bytes, { timeout: 60_000 }).toBeGreaterThan(TOTAL_BYTES)
  expect(stops).toBe(STOPS)
  socket.destroy()
})

test('a connection is kept for the next request once the response was read', async () => {
  const socket = await request('/small')
  await once(socket, 'data')
  await sleep(2 * UNREAD_MS)
  socket.write('GET /small HTTP/1.1\r\nhost: a\r\n\r\n')
  const [read] = await once(socket, 'data')
  expect(String(read)).toContain('200 OK')
  socket.destroy()
})
