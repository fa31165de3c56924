import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * Node's own HTTP server, which reads what it is sent and parses it: what a request costs at least, as
 * a measure for others. Prints its port; ends with its parent.
 */
const reply = JSON.stringify({ results: Array.from({ length: 10 }, () => 'x'.repeat(200)) })

const server = createServer((request, response) => void answer(request, response))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  JSON.parse(await text(request))
  response.writeHead(200, { 'content-type': 'application/json' }).end(reply)
}

server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
if (address === null || typeof address === 'string') throw new Error('It has no port')
process.stdout.write(`${address.port}\n`)
process.on('disconnect', () => process.exit(0))
