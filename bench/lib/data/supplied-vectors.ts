import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { createWordVectors } from './word-vectors.ts'

/**
 * An embedding server with precomputed vectors, so that everything else is measured. A GET returns
 * how many texts it was asked for. Prints its port; ends with its parent.
 */
const DIMENSIONS = Number(process.argv[2])
const KINDS = 64

let embedded = 0

/** Unlike one another, as JSON. */
const vectors = Array.from({ length: KINDS }, (_, kind) =>
  JSON.stringify(
    Array.from({ length: DIMENSIONS }, (__, axis) =>
      Number(Math.sin((kind + 1) * (axis + 1)).toFixed(6)),
    ),
  ),
)

const ofWords = createWordVectors(DIMENSIONS)
const makeVector = (text: string): string =>
  process.argv[3] === 'words'
    ? JSON.stringify(Array.from(ofWords(text)))
    : (vectors[text.length % KINDS] ?? '')

async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') return void response.end(String(embedded))
  const { input } = (await json(request)) as { input: string | string[] }
  const texts = typeof input === 'string' ? [input] : input
  embedded += texts.length
  const data = texts.map(
    (text, index) => `{"object":"embedding","index":${index},"embedding":${makeVector(text)}}`,
  )
  response.setHeader('content-type', 'application/json')
  response.end(
    `{"object":"list","model":"supplied","data":[${data.join(',')}],"usage":{"prompt_tokens":1,"total_tokens":1}}`,
  )
}

const server = createServer((request, response) => void reply(request, response))
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
process.once('disconnect', () => process.exit(0))
