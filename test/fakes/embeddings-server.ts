import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

/** What one request meets instead of a good reply. */
export type EmbeddingsFault =
  | { kind: 'status'; status: number; retryAfterSeconds?: number }
  /** Takes the request and never replies. */
  | { kind: 'hang' }
  /** Sends half of the reply, then drops the connection. */
  | { kind: 'cut' }
  /** Drops the connection before any reply. */
  | { kind: 'drop' }
  | { kind: 'dimensions'; dimensions: number }
  /** A good reply whose entries are not in the order of the texts. */
  | { kind: 'shuffle' }
  /** A good reply that lacks its last entry. */
  | { kind: 'short' }

export type EmbeddingsRequest = {
  readonly authorization: string | undefined
  readonly body: z.infer<typeof EmbeddingsBody>
  readonly atMs: number
}

export type EmbeddingsServer = {
  /** Base address with the version, for a client's `baseUrl`. */
  readonly url: string
  readonly requests: EmbeddingsRequest[]
  /** Most requests that were open at the same moment. */
  readonly mostAtOnce: () => number
  /** The next requests meet these, one each. */
  fail(...faults: EmbeddingsFault[]): void
  close(): Promise<void>
}

const EmbeddingsBody = z.object({
  model: z.string(),
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(2048)]),
  encoding_format: z.enum(['float', 'base64']).default('float'),
  dimensions: z.int().positive().optional(),
  user: z.string().optional(),
})

type Options = { dimensions: number; apiKey?: string; delayMs?: number }

/** A server that speaks OpenAI's `POST /v1/embeddings`, faults included, on a free local port. */
export async function startEmbeddingsServer(options: Options): Promise<EmbeddingsServer> {
  const requests: EmbeddingsRequest[] = []
  const faults: EmbeddingsFault[] = []
  let open = 0
  let mostOpen = 0
  const server = createServer((request, response) => {
    open += 1
    mostOpen = Math.max(mostOpen, open)
    response.once('close', () => (open -= 1))
    reply(request, response, { options, requests, faults }).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    mostAtOnce: () => mostOpen,
    fail: (...next) => faults.push(...next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type State = { options: Options; requests: EmbeddingsRequest[]; faults: EmbeddingsFault[] }

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  { options, requests, faults }: State,
): Promise<void> {
  if (request.method !== 'POST' || request.url !== '/v1/embeddings') {
    return sendError(response, 404, `Unknown request URL: ${request.method} ${request.url}.`)
  }
  const { authorization } = request.headers
  if (options.apiKey !== undefined && authorization !== `Bearer ${options.apiKey}`) {
    return sendError(response, 401, 'Incorrect API key provided.')
  }
  const parsed = EmbeddingsBody.safeParse(await json(request))
  if (!parsed.success) return sendError(response, 400, "'$.input' is invalid.")
  requests.push({ authorization, body: parsed.data, atMs: performance.now() })
  const fault = faults.shift()
  if (fault?.kind === 'hang') return
  if (fault?.kind === 'drop') return void response.destroy()
  if (fault?.kind === 'status') {
    const retryAfter = fault.retryAfterSeconds
    if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter))
    return sendError(response, fault.status, 'The server had an error.')
  }
  await new Promise((resolve) => setTimeout(resolve, options.delayMs ?? 0))
  const text = JSON.stringify(listFor(parsed.data, options.dimensions, fault))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
  if (fault?.kind !== 'cut') return void response.end(text)
  response.write(text.slice(0, text.length / 2), () => response.destroy())
}

function listFor(
  body: z.infer<typeof EmbeddingsBody>,
  ownDimensions: number,
  fault: EmbeddingsFault | undefined,
) {
  const texts = typeof body.input === 'string' ? [body.input] : body.input
  const dimensions =
    fault?.kind === 'dimensions' ? fault.dimensions : (body.dimensions ?? ownDimensions)
  const data = texts.map((text, index) => {
    const vector = fakeVector(text, dimensions)
    const embedding =
      body.encoding_format === 'base64'
        ? Buffer.from(Float32Array.from(vector).buffer).toString('base64')
        : vector
    return { object: 'embedding', index, embedding }
  })
  if (fault?.kind === 'shuffle') data.reverse()
  if (fault?.kind === 'short') data.pop()
  const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0)
  return {
    object: 'list',
    data,
    model: body.model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}

/** Words hashed to axes: texts that share words lie close together. Not of unit length. */
export function fakeVector(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0)
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']
  for (const word of words) {
    const axis = createHash('sha256').update(word).digest().readUInt32LE() % dimensions
    vector[axis] = (vector[axis] ?? 0) + 1
  }
  return vector
}

function sendError(response: ServerResponse, status: number, message: string): void {
  const type = status === 429 ? 'rate_limit_error' : 'invalid_request_error'
  const error = { message, type: status >= 500 ? 'server_error' : type, param: null, code: null }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
}
