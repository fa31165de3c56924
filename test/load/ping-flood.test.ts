import { setImmediate as turn } from 'node:timers/promises'
import { MAX_MESSAGES_PER_10_SECONDS } from '@footnote/contract/limits'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { residentMb } from '../../bench/lib/load/idle-streams.ts'
import { sendSearch } from '../acceptance/support/wire.ts'
import { acceptance } from '../support/acceptance.ts'
import type { Knowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { LONG_MINUTE } from '../support/service.ts'
import { openSocket } from '../support/network/socket.ts'

/** 400,000 unread pongs would take about 250 MB in the process. */
const PINGS = process.env['CHAOS'] === 'full' ? 4_000_000 : 400_000
const MAX_GROWTH_MB = 64

/** All is sent in one of the windows by which messages are counted. */
const { test } = acceptance({ NODE_OPTIONS: LONG_MINUTE })

const open = (service: Service, { knowledgeBaseId, clientKey }: Knowledge) =>
  openSocket(service, knowledgeBaseId, { client_key: clientKey })

test('a socket that sends pings and reads nothing is closed, and uses no memory', async ({
  service,
  knowledge,
}) => {
  const pid = service.process.pid ?? 0
  await sendSearch(service, knowledge, { query: 'tarn' })
  const before = residentMb(pid)
  await using socket = await open(service, knowledge)
  const isClosed = () => socket.raw.readyState === WebSocket.CLOSED
  socket.raw.pause()
  const payload = Buffer.alloc(125)
  let most = before
  let sent = 0
  for (; sent < PINGS && !isClosed(); sent += 1) {
    socket.raw.ping(payload, undefined, () => undefined)
    if (sent % 1_000 > 0) continue
    // No more than the connection takes, so that this process does not fill up instead.
    while (socket.raw.bufferedAmount > 1_000_000 && !isClosed()) await turn()
    most = Math.max(most, residentMb(pid))
  }
  await expect.poll(isClosed).toBe(true)
  expect(sent).toBeLessThan(PINGS)
  expect(most - before).toBeLessThan(MAX_GROWTH_MB)
  expect((await sendSearch(service, knowledge, { query: 'tarn' })).status).toBe(200)
})

test('pings are answered up to the limit of messages, and one more closes', async ({
  service,
  knowledge,
}) => {
  await using socket = await open(service, knowledge)
  let pongs = 0
  socket.raw.on('pong', () => (pongs += 1))
  // One was `init`.
  for (let sent = 1; sent < MAX_MESSAGES_PER_10_SECONDS; sent += 1) socket.raw.ping()
  await expect.poll(() => pongs).toBe(MAX_MESSAGES_PER_10_SECONDS - 1)
  socket.raw.ping()
  expect(await socket.closed).toEqual({ code: 4429, reason: 'RATE_LIMITED' })
  expect(pongs).toBe(MAX_MESSAGES_PER_10_SECONDS - 1)
})

test('pongs that nobody asked for count too', async ({ service, knowledge }) => {
  await using socket = await open(service, knowledge)
  for (let sent = 0; sent < MAX_MESSAGES_PER_10_SECONDS; sent += 1) socket.raw.pong()
  expect(await socket.closed).toEqual({ code: 4429, reason: 'RATE_LIMITED' })
})
