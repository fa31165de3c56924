import { appendFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Writer } from './writer.ts'
import { openWriter } from './writer.ts'

const ROOT = join(import.meta.dirname, '../..')

const Body = z.object({
  model: z.string(),
  messages: z
    .array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
    .min(1),
  stream: z.boolean().default(false),
  max_tokens: z.int().positive().optional(),
  max_completion_tokens: z.int().positive().optional(),
})
type Body = z.infer<typeof Body>

const { values } = parseArgs({
  options: {
    weights: { type: 'string', default: join(ROOT, '.models/tinyllama/model.gguf') },
    port: { type: 'string', default: '8090' },
    threads: { type: 'string', default: '2' },
    /** Everything the model wrote, before Footnote has seen it. */
    log: { type: 'string' },
  },
})

/** OpenAI's `POST /v1/chat/completions`, streamed, one request after the other. */
async function reply(request: IncomingMessage, response: ServerResponse, writer: Writer) {
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
    return sendError(response, 404, `Unknown request URL: ${request.method} ${request.url}.`)
  }
  const parsed = Body.safeParse(await json(request))
  if (!parsed.success) return sendError(response, 400, z.prettifyError(parsed.error))
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.flushHeaders()
  await stream(parsed.data, response, writer, gone.signal)
}

async function stream(
  { model, messages, max_tokens, max_completion_tokens }: Body,
  response: ServerResponse,
  writer: Writer,
  signal: AbortSignal,
): Promise<void> {
  const send = (choices: unknown[], others = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: 'local', object: 'chat.completion.chunk', created: 0, model, choices, ...others })}\n\n`,
    )
  const maxTokens = max_completion_tokens ?? max_tokens ?? 300
  const written = await writer.write(messages, { maxTokens, signal }, (content) =>
    send([{ index: 0, delta: { content }, finish_reason: null }]),
  )
  if (values.log !== undefined) {
    const line = JSON.stringify({ question: messages.at(-1)?.content, ...written })
    await appendFile(values.log, `${line}\n`)
  }
  send([{ index: 0, delta: {}, finish_reason: written.finish }])
  const usage = { prompt_tokens: written.inputTokens, completion_tokens: written.outputTokens }
  send([], { usage: { ...usage, total_tokens: written.inputTokens + written.outputTokens } })
  response.end('data: [DONE]\n\n')
}

function sendError(response: ServerResponse, status: number, message: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { message, type: 'invalid_request_error', code: null } }))
}

const writer = await openWriter(values.weights, Number(values.threads))
const server = createServer((request, response) => {
  reply(request, response, writer).catch((error: unknown) => {
    console.error(error)
    response.destroy()
  })
})
server.listen(Number(values.port), '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
console.log(`http://127.0.0.1:${port}/v1`)
