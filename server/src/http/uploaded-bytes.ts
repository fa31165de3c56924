import type { FastifyRequest } from 'fastify'
import { Refusal } from '../platform/refusal.ts'

/** The body of a route that takes bytes, as they arrive and up to the route's limit. */
export async function* uploadedBytes(request: FastifyRequest): AsyncGenerator<Uint8Array> {
  const { raw, body, deadline, routeOptions } = request
  // With another content type it has been parsed, and without one there is none.
  if (body !== raw) throw new Refusal('UNSUPPORTED_MEDIA_TYPE')
  const maxBytes = routeOptions.bodyLimit
  if (Number(raw.headers['content-length']) > maxBytes) throw new Refusal('PAYLOAD_TOO_LARGE')
  let bytes = 0
  // How long it takes to arrive depends on the client; a whole request has a limit of its own.
  deadline.pause()
  // Not destroyed when it is too long: the refusal has to go back over the same connection.
  for await (const piece of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > maxBytes) throw new Refusal('PAYLOAD_TOO_LARGE')
    yield piece
  }
  deadline.resume()
}
