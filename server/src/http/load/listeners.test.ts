import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { addListeners, CAN_SHARE_PORT, requireFreePort } from './listeners.ts'

const HOST = '127.0.0.1'

async function listen() {
  const server = createServer((_request, response) => void response.end('ok'))
  server.listen({ host: HOST, port: 0, reusePort: true })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, port }
}

test.runIf(CAN_SHARE_PORT)(
  'many new connections wait for few rounds of the event loop',
  async () => {
    const { server, port } = await listen()
    const listeners = await addListeners(server, 511)
    let accepted = 0
    server.on('connection', () => void (accepted += 1))
    const clients = Array.from({ length: 64 }, () => connect(port, HOST))
    let rounds = 0
    for (; accepted < clients.length; rounds += 1) await new Promise(setImmediate)
    for (const client of clients) client.destroy()
    server.close()
    await listeners.close()
    // One socket takes a round for each.
    expect(rounds).toBeLessThan(clients.length)
  },
)

test('whichever socket accepts, the server answers, and closes with all of them', async () => {
  const { server, port } = await listen()
  const listeners = await addListeners(server, 511)
  const agent = { agent: false } as const
  for (let at = 0; at < 32; at += 1) {
    const [response] = await once(get({ host: HOST, port, ...agent }), 'response')
    expect(response.statusCode).toBe(200)
    response.resume()
    await once(response, 'end')
  }
  server.close()
  await listeners.close()
  const refused = connect(port, HOST)
  await expect(once(refused, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('a port that another process has is not shared', async () => {
  const { server, port } = await listen()
  await expect(requireFreePort(HOST, port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  server.close()
})
