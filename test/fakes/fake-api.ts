import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type ApiCall = {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** An object is sent as JSON. */
export type ApiAnswer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export type FakeApi = {
  readonly origin: string
  readonly calls: ApiCall[]
  /** Answers the next calls to such a path with these, in turn, and none of them twice. */
  interrupt(path: RegExp, ...answers: ApiAnswer[]): void
  /** Comes before each answer, with the number of the call. null: nothing is in the way. */
  hinder: (call: ApiCall, number: number) => Promise<ApiAnswer | null>
  close(): Promise<void>
}

/** JSON that ends in the middle. */
export const CUT_OFF: ApiAnswer = {
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"articles": [{"id": 1, "ti'),
}

export const SIGN_IN_PAGE: ApiAnswer = {
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from('<html><form action="/login"><input type="password"></form></html>'),
}

/** A server that speaks the API of another product, faults included. */
export async function startFakeApi(
  answer: (call: ApiCall, origin: string) => ApiAnswer | Promise<ApiAnswer>,
): Promise<FakeApi> {
  const calls: ApiCall[] = []
  const interruptions: { path: RegExp; answers: ApiAnswer[] }[] = []
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', api.origin)
    const body = await buffer(request)
    const call = { method: request.method ?? 'GET', url, headers: request.headers, body }
    calls.push(call)
    const interruption = interruptions.find(
      ({ path, answers }) => answers.length > 0 && path.test(url.pathname),
    )
    const given =
      interruption?.answers.shift() ??
      (await api.hinder(call, calls.length)) ??
      (await answer(call, api.origin))
    const isRaw = Buffer.isBuffer(given.body)
    response.writeHead(given.status ?? 200, {
      ...(isRaw || given.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...given.headers,
    })
    response.end(isRaw ? given.body : given.body === undefined ? '' : JSON.stringify(given.body))
  }
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const api: FakeApi = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    hinder: async () => null,
    interrupt: (path, ...answers) => void interruptions.push({ path, answers }),
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return api
}
