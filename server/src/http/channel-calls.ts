import { rawRoutes } from '@footnote/contract/raw-routes'
import type { FastifyInstance } from 'fastify'
import { readChannel } from '../channels/channels.ts'
import { receiveCall } from '../channels/receive-call.ts'
import { findKnowledgeBase } from '../knowledge/knowledge-bases.ts'
import { withTenant } from '../platform/database/tenant.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Deps } from './deps.ts'
import { countAddress } from './hooks/rate-limit.ts'
import { serveRaw } from './serve.ts'

/** What people say in Slack has at most 40,000 characters. */
const MAX_CALL_BYTES = 512 * 1024

/** What products call when something is said in a channel. */
export const channelCallsApp = (deps: Deps) => async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  // As it came: that is what is signed.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_CALL_BYTES }, (_, body, done) =>
    done(null, body),
  )
  const { fetchPage } = deps.preview
  serveRaw(app, rawRoutes.channelCall, async (request, reply) => {
    const { knowledgeBaseId, channelId } = rawRoutes.channelCall.params.parse(request.params)
    const found = await findCalled(deps, knowledgeBaseId, channelId)
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const call = { headers: request.headers, body }
    const received =
      found && (await receiveCall({ ...deps, fetchPage }, found.tenant, found.channel, call))
    if (!received) {
      // Only guesses are counted: a product speaks for many people from few addresses.
      await countAddress(deps.addressLimiter, request, reply)
      // The same response for a channel that does not exist, so that ids cannot be guessed.
      throw new Refusal('UNAUTHORIZED')
    }
    return reply.status(200).send(received.reply)
  })
}

async function findCalled({ operatorDb: db }: Deps, knowledgeBaseId: string, channelId: string) {
  try {
    const tenant = await findKnowledgeBase(db, knowledgeBaseId)
    const channel = await withTenant(db, tenant, (tx) => readChannel(tx, channelId))
    return channel && { tenant, channel }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
