import { rawRoutes } from '@footnote/contract/raw-routes'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { pepperList } from '../access/digest.ts'
import type { WebhookCheck } from '../access/source-webhook.ts'
import { checkWebhook, webhookSecret } from '../access/source-webhook.ts'
import { startWebhookSync } from '../ingestion/sync/start-webhook-sync.ts'
import { findKnowledgeBase } from '../knowledge/knowledge-bases.ts'
import { findSource, storeHookFingerprint } from '../sources/sources.ts'
import { Refusal } from '../platform/refusal.ts'
import { computeFingerprint } from '../platform/secret-fingerprints.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { Deps } from './deps.ts'
import { countAddress } from './hooks/rate-limit.ts'
import { serveRaw } from './serve.ts'

/**
 * What a push notification says does not matter, only who sends it. GitHub's have at most 25 MB. They
 * pass through a signature check and none of it is kept.
 */
const MAX_BODY_BYTES = 25 * 1024 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    hook: Hook
  }
}

type Hook = NonNullable<Awaited<ReturnType<typeof findHooked>>> & { check: WebhookCheck }

/** Syncs a source when its git host or its build calls. */
export const webhooksApp = (deps: Deps) => async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request: FastifyRequest) => passThrough(request))
  app.decorateRequest('hook')
  // No body is read from anyone who could not be its sender.
  app.addHook('onRequest', async (request, reply) => {
    await countAddress(deps.addressLimiter, request, reply)
    const { knowledgeBaseId, sourceId } = rawRoutes.sourceWebhook.params.parse(request.params)
    const found = await findHooked(deps, knowledgeBaseId, sourceId)
    const check = found && checkWebhook(found.secrets, request.headers, Date.now())
    // The same response for a source that does not exist, so that ids cannot be guessed.
    if (!check) throw new Refusal('UNAUTHORIZED')
    request.hook = { ...found, check }
  })
  await app.register(hookRoutes(deps))
}

async function passThrough({ hook: { check }, raw }: FastifyRequest): Promise<void> {
  if (Number(raw.headers['content-length']) > MAX_BODY_BYTES) throw new Refusal('PAYLOAD_TOO_LARGE')
  let bytes = 0
  // Not destroyed when it is too long: the refusal has to go back over the same connection.
  for await (const part of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MAX_BODY_BYTES) throw new Refusal('PAYLOAD_TOO_LARGE')
    check.update(part)
  }
}

const hookRoutes =
  ({ operatorDb: db, queue, peppers: { current } }: Deps): FastifyPluginAsync =>
  async (app) => {
    serveRaw(app, rawRoutes.sourceWebhook, async ({ hook }, reply) => {
      const { tenant, source, peppers, secrets, check } = hook
      const proof = check.prove()
      if (!proof) throw new Refusal('UNAUTHORIZED')
      const pepper = peppers[secrets.indexOf(proof.secret)] ?? current
      const syncId = await withTenant(db, tenant, async (tx) => {
        await storeHookFingerprint(tx, source.id, computeFingerprint('KEY_PEPPER', pepper))
        return startWebhookSync({ tx, queue, tenant }, source, proof.delivery)
      })
      return reply.status(202).send({ sync_id: syncId })
    })
  }

async function findHooked(deps: Deps, knowledgeBaseId: string, sourceId: string) {
  try {
    const tenant = await findKnowledgeBase(deps.operatorDb, knowledgeBaseId)
    const source = await withTenant(deps.operatorDb, tenant, (tx) => findSource(tx, sourceId))
    const peppers = pepperList(deps.peppers)
    const secrets = peppers.map((pepper) => webhookSecret(pepper, source.id, source.hook_number))
    return { tenant, source, secrets, peppers }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
