import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

/** What one request meets instead of a good reply. */
export type RerankFault =
  | { kind: 'status'; status: number; retryAfterSeconds?: number }
  /** Takes the request and never replies. */
  | { kind: 'hang' }
  /** Sends half of the reply, then drops the connection. */
  | { kind: 'cut' }
  /** Drops the connection before any reply. */
  | { kind: 'drop' }
  /** A page instead of JSON, as a wrong address or a proxy sends it. */
  | { kind: 'page' }
  /** A good reply that lacks its last entry. */
  | { kind: 'short' }
  /** As many entries as texts, but one of them twice. */
  | { kind: 'twice' }
  /** Entries in the order of the texts, not the best first. */
  | { kind: 'unsorted' }

export type RerankRequest = {
  readonly body: z.infer<typeof RerankBody>
  readonly atMs: number
}

export type RerankServer = {
  /** Base address with the version, for a client's `url`. */
  readonly url: string
  readonly requests: RerankRequest[]
  /** The next requests meet these, one each. */
  fail(...faults: RerankFault[]): void
  close(): Promise<void>
}

/** Cohere takes `top_n`, Voyage `top_k`; a field of the other's is refused. */
const RerankBody = z.strictObject({
  model: z.string().min(1),
  query: z.string().min(1),
  documents: z.array(z.string().min(1)).min(1).max(1000),
})

type Options = { apiKey?: string; format?: 'cohere' | 'voyage'; delayMs?: number }
type State = { options: Options; requests: RerankRequest[]; faults: RerankFault[] }

/** A server that speaks `POST /v2/rerank` as Cohere or Voyage does, faults included. */
export async function startRerankServer(options: Options = {}): Promise<RerankServer> {
  const requests: RerankRequest[] = []
  const faults: RerankFault[] = []
  const server = createServer((request, response) => {
    reply(request, response, { options, requests, faults }).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v2`,
    requests,
    fail: (...next) => faults.push(...next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  { options, requests, faults }: State,
): Promise<void> {
  if (request.method !== 'POST' || request.url !== '/v2/rerank') {
    return sendError(response, 404, 'page not found')
  }
  if (
    options.apiKey !== undefined &&
    request.headers.authorization !== `Bearer ${options.apiKey}`
  ) {
    return sendError(response, 401, 'invalid api token')
  }
  const parsed = RerankBody.safeParse(await json(request))
  // Like the real ones, it repeats what it was sent.
  if (!parsed.success) return sendError(response, 400, z.prettifyError(parsed.error))
  const body = parsed.data
  requests.push({ body, atMs: performance.now() })
  const fault = faults.shift()
  if (fault?.kind === 'hang') return
  if (fault?.kind === 'drop') return void response.destroy()
  if (fault?.kind === 'page') {
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>')
  }
  if (fault?.kind === 'status') {
    const retryAfter = fault.retryAfterSeconds
    if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter))
    return sendError(response, fault.status, `could not rerank for "${body.query}"`)
  }
  await new Promise((resolve) => setTimeout(resolve, options.delayMs ?? 0))
  const text = JSON.stringify(replyFor(body, options.format ?? 'cohere', fault))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
  if (fault?.kind !== 'cut') return void response.end(text)
  response.write(text.slice(0, text.length / 2), () => response.destroy())
}

function replyFor(
  { model, query, documents }: z.infer<typeof RerankBody>,
  format: 'cohere' | 'voyage',
  fault: RerankFault | undefined,
) {
  const results = documents.map((text, index) => ({
    index,
    relevance_score: fakeScore(query, text),
  }))
  if (fault?.kind !== 'unsorted') results.sort((a, b) => b.relevance_score - a.relevance_score)
  if (fault?.kind === 'short') results.pop()
  if (fault?.kind === 'twice') results.splice(-1, 1, results[0]!)
  if (format === 'voyage') {
    return { object: 'list', data: results, model, usage: { total_tokens: 26 } }
  }
  const meta = { api_version: { version: '2' }, billed_units: { search_units: 1 } }
  return { id: '07734bd2-2473-4f07-94e1-0d9f0e6843cf', results, meta }
}

/** The share of the query's words that the text has. */
export function fakeScore(query: string, text: string): number {
  const words = [...splitWords(query)]
  const found = splitWords(text)
  return words.filter((word) => found.has(word)).length / Math.max(1, words.length)
}

const splitWords = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

function sendError(response: ServerResponse, status: number, message: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ message }))
}
