import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Pool } from 'pg'

/**
 * Node's own HTTP server, which parses what it is sent and asks PostgreSQL `STATEMENTS` empty questions,
 * one after the other: what such a request costs at least, as a measure for others. It does the
 * same kind of work, which costs more on one machine than on another. Prints its port; ends with its parent.
 */
const statements = Number(process.env['STATEMENTS'])
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 4 })
const reply = JSON.stringify({ results: Array.from({ length: 10 }, () => 'x'.repeat(200)) })

const server = createServer((request, response) => void answer(request, response))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  JSON.parse(await text(request))
  const client = await pool.connect()
  for (let sent = 0; sent < statements; sent += 1) {
    await client.query({ name: 'empty', text: 'select $1::int', values: [sent] })
  }
  client.release()
  response.writeHead(200, { 'content-type': 'application/json' }).end(reply)
}

server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
if (address === null || typeof address === 'string') throw new Error('It has no port')
process.stdout.write(`${address.port}\n`)
process.on('disconnect', () => process.exit(0))
