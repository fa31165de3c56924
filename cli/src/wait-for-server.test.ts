import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { waitForServer } from './wait-for-server.ts'

/** A URL that nothing listens at until `open` is called. */
async function closedAddress() {
  const server = createServer((_, response) => response.end('{}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await close()
  const open = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  return { url: `http://127.0.0.1:${port}`, open, close }
}

test('waits for a server that starts late, and says so once', async () => {
  const { url, open, close } = await closedAddress()
  const notes: string[] = []
  const waiting = waitForServer(url, 25, (text) => {
    notes.push(text)
    // Not at once, so that it has to try more than once.
    setTimeout(() => void open(), 600)
  })
  await waiting
  expect(notes).toEqual([
    `No server listens at ${url} yet. Waiting up to 25 s for it to start; press Ctrl-C to stop.`,
  ])
  expect((await fetch(url)).status).toBe(200)
  await close()
})

test('does not wait for a running server, nor longer than told for one that never starts', async () => {
  const { url, open, close } = await closedAddress()
  await waitForServer(url, 0, () => undefined)
  await open()
  await waitForServer(url, 25, () => expect.unreachable())
  await close()
})
