import { digestRoutes as routes } from '@footnote/contract/admin/digest/digest-routes'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { readDigest } from '../../digests/read-digest.ts'
import type { WrittenDigest } from '../../digests/write-digest.ts'
import { writeDigest } from '../../digests/write-digest.ts'
import type { Deps } from '../deps.ts'
import type { ServedReply } from '../serve.ts'
import { serve } from '../serve.ts'
import { findTenant } from './as-operator.ts'

/** As a mail program shows it: styles in attributes, and nothing loaded or run. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; sandbox"

export const digestRoutes =
  ({ operatorDb: db, publicUrl }: Deps): FastifyPluginAsync =>
  async (app) => {
    const read = async (request: FastifyRequest) => {
      const content = await readDigest(db, (await findTenant(db, request)).workspaceId)
      return { ...content.period, ...writeDigest(content, { publicUrl, unsubscribe: null }) }
    }
    serve(app, routes.getDigest, read)
    serve(app, routes.getDigestPage, async (request, reply) => sendHtml(reply, await read(request)))
  }

function sendHtml(reply: ServedReply, { html }: WrittenDigest): void {
  reply.hijack()
  // Headers that hooks have set, such as the request id.
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
  })
  reply.raw.end(html)
}
