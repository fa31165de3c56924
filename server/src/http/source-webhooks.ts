import { rawRoutes } from '@footnote/contract/raw-routes'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { pepperList } from '../access/digest.ts'
import type { HookSecrets, TokenCollector, WebhookCheck } from '../access/source-webhook.ts'
import { checkWebhook, collectVerificationToken, webhookSecret } from '../access/source-webhook.ts'
import { startWebhookSync } from '../ingestion/sync/start-webhook-sync.ts'
import { findKnowledgeBase } from '../knowledge/knowledge-bases.ts'
import { keepHookToken, openHookSecrets } from '../sources/hook-secrets.ts'
import type { Source } from '../sources/sources.ts'
import { findSource, storeHookFingerprint } from '../sources/sources.ts'
import { Refusal } from '../platform/refusal.ts'
import { computeFingerprint } from '../platform/secret-fingerprints.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { Deps } from './deps.ts'
import { countAddress } from './hooks/rate-limit.ts'
import { serveRaw } from './serve.ts'

declare module 'fastify' {
  interface FastifyRequest {
    hook: Hook
  }
}

type Hooked = { tenant: Tenant; source: Source; peppers: readonly string[]; secrets: HookSecrets }

/** What reads the body: a check of its sender, or what waits for the first call of a product. */
type Hook = Hooked & ({ check: WebhookCheck } | { check: null; collector: TokenCollector })

/** Syncs a source when its git host, its product or its build calls. */
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
    if (check) request.hook = { ...found, check }
    else if (found && awaitsToken(found)) {
      request.hook = { ...found, check: null, collector: collectVerificationToken() }
    }
    // The same response for a source that does not exist, so that ids cannot be guessed.
    else throw new Refusal('UNAUTHORIZED')
  })
  await app.register(hookRoutes(deps))
}

/** Notion says in its first call with what it will sign the others. Nothing replaces what is in use. */
const awaitsToken = ({ source, secrets }: Hooked): boolean =>
  source.type === 'notion' && secrets.product === null

async function passThrough({ hook, raw }: FastifyRequest): Promise<void> {
  const reader = hook.check ?? hook.collector
  if (Number(raw.headers['content-length']) > reader.maxBytes) {
    throw new Refusal('PAYLOAD_TOO_LARGE')
  }
  let bytes = 0
  // Not destroyed when it is too long: the refusal has to go back over the same connection.
  for await (const part of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > reader.maxBytes) throw new Refusal('PAYLOAD_TOO_LARGE')
    reader.update(part)
  }
}

const hookRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db, queue, peppers } = deps
    serveRaw(app, rawRoutes.sourceWebhook, async ({ hook }, reply) => {
      if (!hook.check) return takeToken(deps, hook, hook.collector, reply)
      const { tenant, source, secrets } = hook
      const proof = hook.check.prove()
      if (!proof) throw new Refusal('UNAUTHORIZED')
      const number = secrets.own.indexOf(proof.secret)
      const pepper = hook.peppers[number] ?? peppers.current
      const syncId = await withTenant(db, tenant, async (tx) => {
        if (number !== -1) {
          await storeHookFingerprint(tx, source.id, computeFingerprint('KEY_PEPPER', pepper))
        }
        return startWebhookSync({ tx, queue, tenant }, source, proof.delivery)
      })
      return reply.status(202).send({ sync_id: syncId })
    })
  }

async function takeToken(
  { operatorDb, secrets }: Deps,
  { tenant, source }: Hooked,
  collector: TokenCollector,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const token = collector.token()
  if (token === null || !secrets) throw new Refusal('UNAUTHORIZED')
  await withTenant(operatorDb, tenant, (tx) =>
    keepHookToken(tx, secrets, tenant, { sourceId: source.id, token }),
  )
  return reply.status(200).send({})
}

async function findHooked(
  deps: Deps,
  knowledgeBaseId: string,
  sourceId: string,
): Promise<Hooked | undefined> {
  try {
    const tenant = await findKnowledgeBase(deps.operatorDb, knowledgeBaseId)
    const { source, product } = await withTenant(deps.operatorDb, tenant, async (tx) => ({
      source: await findSource(tx, sourceId),
      product: (await openHookSecrets(tx, deps.secrets, { knowledgeBaseId, sourceId })).secret,
    }))
    const peppers = pepperList(deps.peppers)
    const own = peppers.map((pepper) => webhookSecret(pepper, source.id, source.hook_number))
    return { tenant, source, secrets: { own, product }, peppers }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
