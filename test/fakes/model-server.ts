import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { ModelScript } from './model-scripts.ts'
import { refusesKey, says } from './model-scripts.ts'

export type ModelRequest = {
  readonly headers: IncomingMessage['headers']
  /** Which connection it came on. */
  readonly clientPort: number | undefined
  readonly body: z.infer<typeof ChatBody>
  /** Text of the system messages, and of all others in order. */
  readonly system: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly atMs: number
  /** When the client hung up before the reply was over. */
  closedByClientAtMs: number | undefined
  /** Pieces that were handed to the socket. */
  sentPieces: number
}

export type ModelServer = {
  /** Base address with the version, for a client's `base_url`. */
  readonly url: string
  readonly requests: ModelRequest[]
  /** The next requests meet these, one each. */
  script(...scripts: ModelScript[]): void
  /** What requests without a script meet. */
  answer(choose: (request: ModelRequest) => ModelScript): void
  /** As it was when it started. */
  reset(): void
  close(): Promise<void>
}

const Content = z.union([
  z.string(),
  z
    .array(z.object({ type: z.literal('text'), text: z.string() }))
    .transform((parts) => parts.map(({ text }) => text).join('')),
])

const ChatBody = z.object({
  model: z.string().min(1),
  messages: z
    .array(
      z.object({ role: z.enum(['system', 'developer', 'user', 'assistant']), content: Content }),
    )
    .min(1),
  stream: z.boolean().default(false),
  stream_options: z.object({ include_usage: z.boolean() }).optional(),
  max_tokens: z.int().positive().optional(),
  max_completion_tokens: z.int().positive().optional(),
})

type Options = {
  apiKey?: string
  port?: number
  /** Other paths, such as /v1/embeddings, and the servers that serve them. */
  forward?: Readonly<Record<string, { readonly url: string }>>
}

type State = {
  options: Options
  requests: ModelRequest[]
  scripts: ModelScript[]
  choose: (request: ModelRequest) => ModelScript
}

const answerByDefault = (): ModelScript => says('All is well [1].')

/** A server that speaks OpenAI's `POST /v1/chat/completions`, faults included, on a local port. */
export async function startModelServer(options: Options = {}): Promise<ModelServer> {
  const state: State = {
    options,
    requests: [],
    scripts: [],
    choose: answerByDefault,
  }
  const server = createServer((request, response) => {
    reply(request, response, state).catch(() => response.destroy())
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests: state.requests,
    script: (...next) => void state.scripts.push(...next),
    answer: (choose) => void (state.choose = choose),
    reset() {
      state.requests.length = 0
      state.scripts.length = 0
      state.choose = answerByDefault
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function reply(request: IncomingMessage, response: ServerResponse, state: State) {
  const { options } = state
  const elsewhere = options.forward?.[request.url ?? '']
  if (elsewhere) return forward(request, response, elsewhere.url)
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
    const message = `Unknown request URL: ${request.method} ${request.url}.`
    return sendStatus(response, 404, { message, type: 'invalid_request_error', code: null })
  }
  const { headers } = request
  if (options.apiKey !== undefined && headers.authorization !== `Bearer ${options.apiKey}`) {
    return act(refusesKey, response, undefined)
  }
  const parsed = ChatBody.safeParse(await json(request))
  if (!parsed.success) {
    const message = z.prettifyError(parsed.error)
    return sendStatus(response, 400, { message, type: 'invalid_request_error', code: null })
  }
  const received = receive(request, parsed.data)
  state.requests.push(received)
  response.once('close', () => {
    if (!response.writableFinished) received.closedByClientAtMs = performance.now()
  })
  await act(state.scripts.shift() ?? state.choose(received), response, received)
}

function receive({ headers, socket }: IncomingMessage, body: z.infer<typeof ChatBody>) {
  const isSystem = ({ role }: { role: string }) => role === 'system' || role === 'developer'
  const received: ModelRequest = {
    headers,
    clientPort: socket.remotePort,
    body,
    system: body.messages
      .filter(isSystem)
      .map(({ content }) => content)
      .join('\n'),
    messages: body.messages.filter((message) => !isSystem(message)),
    atMs: performance.now(),
    closedByClientAtMs: undefined,
    sentPieces: 0,
  }
  return received
}

async function act(
  { pieces = [], delayMs = 0, ending }: ModelScript,
  response: ServerResponse,
  request: ModelRequest | undefined,
): Promise<void> {
  if (ending.kind === 'status')
    return sendStatus(response, ending.status, ending.error, ending.headers)
  if (ending.kind === 'cut' && pieces.length === 0) return void response.destroy()
  if (request && !request.body.stream) return sendWhole(response, request, { pieces, ending })
  const contentType =
    ending.kind === 'garbage' ? (ending.contentType ?? 'text/event-stream') : 'text/event-stream'
  response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-cache' })
  response.flushHeaders()
  for (const content of pieces) {
    if (delayMs > 0) await sleep(delayMs)
    if (response.destroyed) return
    if (!send(response, makeChunk(request, { content }))) await drained(response)
    if (request) request.sentPieces += 1
  }
  await finish(response, request, ending)
}

/** Or gone. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })

async function finish(
  response: ServerResponse,
  request: ModelRequest | undefined,
  ending: ModelScript['ending'],
): Promise<void> {
  switch (ending.kind) {
    case 'finish':
      send(response, makeChunk(request, {}, ending.reason))
      if (request?.body.stream_options?.include_usage) {
        send(response, { ...makeChunk(request, {}), choices: [], usage: getUsage(request) })
      }
      return void response.end('data: [DONE]\n\n')
    case 'end':
      return void response.end()
    case 'garbage':
      return void response.end(ending.text)
    case 'error':
      send(response, { error: ending.error })
      return ending.hangs ? undefined : void response.end('data: [DONE]\n\n')
    case 'cut':
      // Flush what was written before closing the connection.
      await sleep(20)
      return void response.destroy()
    case 'hang':
    case 'status':
  }
}

function sendWhole(
  response: ServerResponse,
  request: ModelRequest,
  { pieces = [], ending }: Pick<ModelScript, 'pieces' | 'ending'>,
): void {
  if (ending.kind === 'hang') return
  const message = { role: 'assistant', content: pieces.join('') }
  const reason = ending.kind === 'finish' ? ending.reason : 'stop'
  const body = JSON.stringify({
    ...makeChunk(request, {}),
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: reason }],
    usage: getUsage(request),
  })
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(ending.kind === 'garbage' ? ending.text : body)
}

const send = (response: ServerResponse, chunk: unknown): boolean =>
  response.write(`data: ${JSON.stringify(chunk)}\n\n`)

const makeChunk = (
  request: ModelRequest | undefined,
  delta: { content?: string },
  finishReason: string | null = null,
) => ({
  id: 'chatcmpl-9yNNoPiMcJhVXPXqyPHT3mJB8jLWw',
  object: 'chat.completion.chunk',
  created: 1_760_000_000,
  model: request?.body.model ?? 'unknown',
  choices: [{ index: 0, delta, finish_reason: finishReason }],
})

/** A token is four characters of the prompt, or a piece of the answer. */
const getUsage = ({ body, sentPieces }: ModelRequest) => {
  const prompt = body.messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0)
  return {
    prompt_tokens: prompt,
    completion_tokens: sentPieces,
    total_tokens: prompt + sentPieces,
  }
}

function sendStatus(
  response: ServerResponse,
  status: number,
  error: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ error: { param: null, ...error } }))
}

async function forward(request: IncomingMessage, response: ServerResponse, url: string) {
  const { method, headers } = request
  const onward = sendRequest(new URL(request.url ?? '/', url), { method, headers })
  const replied = once(onward, 'response') as Promise<[IncomingMessage]>
  await pipeline(request, onward)
  const [answer] = await replied
  response.writeHead(answer.statusCode ?? 502, answer.headers)
  await pipeline(answer, response)
}
