import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A body that is the same for everybody: rendered, hashed and compressed once. */
export type PreparedPage = {
  type: string
  etag: string
  body: Buffer
  gzipped: Buffer
  cacheControl: string
}

/** Browsers and proxies keep it but revalidate each time, so an upgrade shows at once. */
const ASK_ANEW = 'no-cache'

export function preparePage(
  type: string,
  content: string | Buffer,
  cacheControl: string = ASK_ANEW,
): PreparedPage {
  const body = Buffer.from(content)
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return { type, etag: `"${hash}"`, body, gzipped: gzipSync(body), cacheControl }
}

export function sendPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, etag, body, gzipped, cacheControl }: PreparedPage,
): FastifyReply {
  reply.header('etag', etag).header('cache-control', cacheControl)
  appendVary(reply, 'accept-encoding')
  if (isSame(headers['if-none-match'], etag)) return reply.status(304).send()
  reply.type(type)
  if (!acceptsGzip(headers['accept-encoding'])) return reply.send(body)
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
