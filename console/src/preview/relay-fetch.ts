import type { FromPreview, ToPreview } from './protocol.ts'

type Reply = Exclude<ToPreview, { type: 'show' }>
type Pending = {
  resolve: (response: Response) => void
  controller?: ReadableStreamDefaultController<Uint8Array>
}

/** A `fetch` whose requests are answered by messages. */
export function relayFetch(send: (message: FromPreview) => void) {
  const pending = new Map<number, Pending>()
  const encoder = new TextEncoder()
  let lastId = 0

  function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    lastId += 1
    const id = lastId
    const { signal, body } = init ?? {}
    const address = input instanceof Request ? input.url : String(input)
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => {
        const { controller } = pending.get(id) ?? {}
        pending.delete(id)
        send({ type: 'abort', id })
        controller?.error(signal.reason)
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
      })
      pending.set(id, { resolve })
      const { pathname } = new URL(address, location.href)
      send({ type: 'fetch', id, path: pathname, body: typeof body === 'string' ? body : null })
    })
  }

  function receive(reply: Reply): void {
    const request = pending.get(reply.id)
    if (!request) return
    if (reply.type === 'head') {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          request.controller = controller
        },
      })
      const headers = { 'content-type': reply.contentType }
      request.resolve(new Response(body, { status: reply.status, headers }))
    } else if (reply.type === 'chunk') {
      request.controller?.enqueue(encoder.encode(reply.text))
    } else {
      request.controller?.close()
      pending.delete(reply.id)
    }
  }

  return { fetch, receive }
}
