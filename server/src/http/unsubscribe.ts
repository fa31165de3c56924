import { DIGEST_PATHS } from '@footnote/contract/paths'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unsubscribe } from '../digests/subscriptions.ts'
import { readUnsubscribeToken } from '../digests/unsubscribe-link.ts'
import { withWorkspace } from '../platform/database/tenant.ts'
import { html } from '../text/html.ts'
import { findWorkspace } from '../workspaces/workspaces.ts'
import type { Deps } from './deps.ts'
import { addAddressLimit } from './hooks/rate-limit.ts'
import { page } from './oauth/pages.ts'
import { fastifyUrl } from './serve.ts'

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; " +
  "frame-ancestors 'none'"

/** As RFC 8058 has it, and more than any form sends. */
const MAX_BODY_BYTES = 16 * 1024

type Linked = FastifyRequest<{ Params: { token: string } }>

/**
 * The way out of the digests, for whoever has the link: no account is needed. A GET changes nothing,
 * because programs that look at mail open its links; a POST, from the button or from a mail program,
 * unsubscribes (RFC 8058).
 */
export const unsubscribeApp =
  ({ operatorDb: db, peppers, addressLimiter }: Deps) =>
  async (app: FastifyInstance) => {
    addAddressLimit(app, addressLimiter)
    app.removeAllContentTypeParsers()
    // What is in the body does not matter: the address says it all.
    const options = { parseAs: 'string', bodyLimit: MAX_BODY_BYTES } as const
    app.addContentTypeParser('*', options, async () => undefined)

    app.get(fastifyUrl(DIGEST_PATHS.unsubscribe), async (request: Linked, reply) => {
      const subscriber = readUnsubscribeToken(peppers, request.params.token)
      if (!subscriber) return send(reply, 404, NOT_OURS)
      const { name } = await findWorkspace(db, subscriber.workspaceId)
      return send(reply, 200, asking(name))
    })
    app.post(fastifyUrl(DIGEST_PATHS.unsubscribe), async (request: Linked, reply) => {
      const subscriber = readUnsubscribeToken(peppers, request.params.token)
      if (!subscriber) return send(reply, 404, NOT_OURS)
      const { workspaceId, personId } = subscriber
      await withWorkspace(db, workspaceId, (tx) => unsubscribe(tx, personId))
      return send(reply, 200, DONE)
    })
  }

const send = (reply: FastifyReply, status: number, text: string) =>
  reply
    .status(status)
    .header('content-security-policy', POLICY)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(text)

const asking = (name: string): string =>
  page(
    'Stop the weekly digest?',
    html`<p>You will get no more digests of ${name}. You can turn them on again in the console.</p>
      <form method="post"><button type="submit">Unsubscribe</button></form>`,
  )

const DONE = page(
  'You are unsubscribed',
  html`<p>No more digests of this workspace are sent to you.</p>`,
)
const NOT_OURS = page('This link is not complete', html`<p>Open it from the mail once more.</p>`)
