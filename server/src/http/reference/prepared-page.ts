import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { once } from '../../platform/once.ts'

/** A body that is the same for everybody: rendered, hashed and compressed when first asked for. */
export type PreparedPage = {
  type: string
  cacheControl: string
  body: () => { plain: Buffer; gzipped: Buffer; etag: string }
}

/** Browsers and proxies keep it but revalidate each time, so an upgrade shows at once. */
const ASK_ANEW = 'no-cache'

export function preparePage(
  type: string,
  render: () => string | Buffer,
  cacheControl: string = ASK_ANEW,
): PreparedPage {
  return { type, cacheControl, body: once(() => prepareBody(render())) }
}

function prepareBody(content: string | Buffer) {
  const plain = Buffer.from(content)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return { plain, gzipped: gzipSync(plain), etag: `"${hash}"` }
}

export function sendPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, cacheControl, body }: PreparedPage,
): FastifyReply {
  const { plain, gzipped, etag } = body()
  reply.header('etag', etag).header('cache-control', cacheControl)
  appendVary(reply, 'accept-encoding')
  if (isSame(headers['if-none-match'], etag)) return reply.status(304).send()
  reply.type(type)
  if (!acceptsGzip(headers['accept-encoding'])) return reply.send(plain)
  return reply.header('content-encoding', 'gzip').send(gzipped)
}

export function appendVary(reply: FastifyReply, name: string): void {
  const before = reply.getHeader('vary')
  reply.header('vary', before === undefined ? name : `${String(before)}, ${name}`)
}

/** RFC 9110, 13.1.2: compared weakly, so a proxy that marked it weak still finds it the same. */
const isSame = (given: string | undefined, etag: string): boolean =>
  given !== undefined &&
  (given.trim() === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))

/** Named, and not with a weight of 0. */
const acceptsGzip = (given: string | string[] | undefined): boolean =>
  /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/i.test(
    String(given ?? ''),
  )
