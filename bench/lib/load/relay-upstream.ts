import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

/**
 * A model that sends all its text at once: 200 chunks in OpenAI's wire format. A prompt that asks to
 * wait gets nothing for as long as the connection lives; one that asks for a lot gets up to 60 MB, as
 * fast as the client reads. Prints its port; ends with its parent.
 */
const PIECES = 200
const MANY_PIECES = 1_200
const LONG_PIECE_CHARACTERS = 50_000

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'relayed',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`

const pieces = Array.from({ length: PIECES }, (_, index) =>
  chunk({
    content: index === PIECES - 1 ? 'turn at noon [1].' : index === 0 ? 'Tides ' : 'slowly ',
  }),
)
const longPiece = chunk({ content: 'x'.repeat(LONG_PIECE_CHARACTERS) })
const last = `${chunk({}, 'stop')}data: [DONE]\n\n`

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (text: string) => (body += text))
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    if (body.includes('Wait for it')) return
    if (body.includes('Say a lot')) {
      Readable.from(Array.from({ length: MANY_PIECES }, () => longPiece)).pipe(response)
      return
    }
    for (const piece of pieces) response.write(piece)
    response.end(last)
  })
})
server.keepAliveTimeout = 60_000
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
process.on('disconnect', () => process.exit(0))
