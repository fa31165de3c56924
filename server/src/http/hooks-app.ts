import { AdminSourceParams } from '@footnote/contract/admin/params'
import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { hookSecret, isFromHook } from '../access/source-hook.ts'
import { startSync } from '../ingestion/sync/start-sync.ts'
import { findKnowledgeBase } from '../knowledge/knowledge-bases.ts'
import { findSource } from '../knowledge/sources.ts'
import { Refusal } from '../platform/refusal.ts'
import { withTenant } from '../platform/tenant.ts'
import type { Deps } from './deps.ts'
import { enforceLimit } from './hooks/rate-limit.ts'

/** What a push notification says does not matter, only who sends it. GitHub's have at most 25 MB. */
const BODY_BYTES = 25 * 1024 * 1024

/** `POST /api/v1/hooks/knowledge-bases/:knowledgeBaseId/sources/:sourceId`: syncs the source. */
export const hooksApp = (deps: Deps) => async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  await app.register(hookRoutes(deps))
}

const hookRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/knowledge-bases/:knowledgeBaseId/sources/:sourceId',
      { schema: { params: AdminSourceParams }, bodyLimit: BODY_BYTES },
      async (request, reply) => {
        const { operatorDb: db, queue, addressLimiter } = deps
        if (addressLimiter) enforceLimit(reply, await addressLimiter.consume(request.ip))
        const { knowledgeBaseId, sourceId } = request.params
        const found = await findHooked(deps, knowledgeBaseId, sourceId)
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const { headers } = request
        // The same answer for a source that does not exist: ids are no secret, yet not for guessing.
        if (!found || !isFromHook(found.secret, { headers, body })) {
          throw new Refusal('UNAUTHORIZED')
        }
        const { syncId } = await withTenant(db, found.tenant, (tx) =>
          startSync(tx, queue, found.tenant, found.source, 'webhook'),
        )
        return reply.status(202).send({ sync_id: syncId })
      },
    )
  }

async function findHooked(deps: Deps, knowledgeBaseId: string, sourceId: string) {
  try {
    const tenant = await findKnowledgeBase(deps.operatorDb, knowledgeBaseId)
    const source = await withTenant(deps.operatorDb, tenant, (tx) => findSource(tx, sourceId))
    const secret = hookSecret(deps.keyMaking.pepper, source.id, source.hook_number)
    return { tenant, source, secret }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
