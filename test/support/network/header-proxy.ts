import { once } from 'node:events'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

export type HeaderProxy = AsyncDisposable & { url: string }

/** Passes requests on with more headers, for programs that cannot be told to send them. */
export async function startHeaderProxy(
  target: string,
  headers: Record<string, string>,
): Promise<HeaderProxy> {
  const server = createServer((request, response) => {
    const onward = sendRequest(
      new URL(request.url ?? '/', target),
      { method: request.method, headers: { ...request.headers, ...headers } },
      (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        pipeline(reply, response, () => undefined)
      },
    )
    onward.on('error', () => response.destroy())
    pipeline(request, onward, () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
