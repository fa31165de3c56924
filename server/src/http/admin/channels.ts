import { channelRoutes as routes } from '@footnote/contract/admin/channels/channel-routes'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { sealConnection } from '../../channels/channel-credentials.ts'
import { ChannelError } from '../../channels/channel-error.ts'
import type { StoredChannel } from '../../channels/channels.ts'
import {
  changeChannel,
  createChannel,
  deleteChannel,
  findChannel,
  listChannels,
  requestUrlOf,
  storeConnection,
  storeProblem,
  toChannel,
} from '../../channels/channels.ts'
import type { OpenChannel } from '../../channels/open-channel.ts'
import { openChannel, productOf } from '../../channels/open-channel.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { requireSecretBox } from '../../platform/secret-box.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { requireFetchable } from '../hooks/require-fetchable.ts'
import { serve } from '../serve.ts'
import { asOperator, findTenant } from './as-operator.ts'

/** An operator waits for it. */
const PATIENCE_MS = 20_000

export const channelRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db, secrets, whyRefused } = deps
    const { fetchPage } = deps.preview
    const originOf = ({ protocol, host }: FastifyRequest) =>
      deps.publicUrl ?? `${protocol}://${host}`

    serve(app, routes.listChannels, (request) =>
      asOperator(db, request, async (tx, tenant) => ({
        channels: (await listChannels(tx)).map((each) =>
          toChannel(tenant, each, originOf(request)),
        ),
      })),
    )
    serve(app, routes.createChannel, (request) =>
      asOperator(db, request, async (tx, tenant) =>
        toChannel(tenant, await createChannel(tx, tenant, request.body), originOf(request)),
      ),
    )
    serve(app, routes.changeChannel, (request) =>
      asOperator(db, request, async (tx, tenant) => {
        const { channelId } = request.params
        request.auditedBefore = describe(await findChannel(tx, channelId))
        const changed = await changeChannel(tx, tenant, channelId, request.body)
        return toChannel(tenant, changed, originOf(request))
      }),
    )
    serve(app, routes.connectChannel, async (request) => {
      const { channelId } = request.params
      const { credential } = request.body
      const box = requireSecretBox(secrets)
      await requireFetchable(whyRefused, 'credential.api_url', credential.api_url)
      const tenant = await findTenant(db, request)
      const { kind } = await withTenant(db, tenant, (tx) => findChannel(tx, channelId))
      if (credential.kind !== kind) {
        throw new Refusal('BAD_REQUEST', {
          message: `kind must be ${kind}, as that of the channel`,
        })
      }
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const product = productOf(fetchPage, credential)
      // The product is asked before a transaction begins.
      const identity = await product.identify(signal).catch(refuseProblem)
      await asOperator(db, request, (tx, { knowledgeBaseId }) => {
        const sealed = sealConnection(box, knowledgeBaseId, channelId, credential)
        return storeConnection(tx, channelId, { identity, credential: sealed })
      })
      // It may call at once, to see who answers there.
      const requestUrl = requestUrlOf(tenant.knowledgeBaseId, channelId, originOf(request))
      const problem = await product.register?.(identity, requestUrl, signal).then(none, problemIn)
      return withTenant(db, tenant, async (tx) => {
        await storeProblem(tx, channelId, problem ?? null)
        return toChannel(tenant, await findChannel(tx, channelId), originOf(request))
      })
    })
    serve(app, routes.testChannel, async (request) => {
      const { tenant, opened } = await requireConnected(deps, request, request.params.channelId)
      const { channelId } = request.params
      const { product, identity } = opened
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const requestUrl = requestUrlOf(tenant.knowledgeBaseId, channelId, originOf(request))
      const problem = await product
        .identify(signal)
        .then(async ({ app: found }) => {
          if (found !== identity.app) return 'The token belongs to another app now.'
          await product.register?.(identity, requestUrl, signal)
          return null
        })
        .catch(problemIn)
      await withTenant(db, tenant, (tx) => storeProblem(tx, channelId, problem))
      return { ok: problem === null, problem }
    })
    serve(app, routes.listChannelPlaces, async (request) => {
      const { opened } = await requireConnected(deps, request, request.params.channelId)
      const signal = AbortSignal.timeout(PATIENCE_MS)
      return { places: await opened.product.listPlaces(signal).catch(conflictWithProblem) }
    })
    serve(app, routes.deleteChannel, (request) =>
      asOperator(db, request, async (tx) => {
        const { channelId } = request.params
        request.auditedBefore = describe(await findChannel(tx, channelId))
        await deleteChannel(tx, channelId)
      }),
    )
  }

const none = () => null

/** What the audit log may have of it. */
const describe = ({
  kind,
  name,
  group_ids,
  places,
  questions_per_minute,
  unasked,
  say_not_covered,
  enabled,
}: StoredChannel) => ({
  kind,
  name,
  group_ids,
  places,
  questions_per_minute,
  unasked,
  say_not_covered,
  enabled,
})

async function requireConnected(
  { operatorDb: db, secrets, preview: { fetchPage } }: Deps,
  request: FastifyRequest,
  channelId: string,
): Promise<{ tenant: Tenant; opened: OpenChannel }> {
  const { tenant, channel } = await asOperator(db, request, async (tx, own) => ({
    tenant: own,
    channel: await findChannel(tx, channelId),
  }))
  const opened = openChannel({ fetchPage, secrets }, tenant.knowledgeBaseId, channel)
  if (!opened) {
    const message = channel.identity
      ? 'The credentials of the channel cannot be decrypted. Enter them again.'
      : 'The channel is not connected.'
    throw new Refusal('CONFLICT', { message })
  }
  return { tenant, opened }
}

function problemIn(error: unknown): string {
  if (error instanceof ChannelError) return error.message
  if (error instanceof Error && error.name === 'TimeoutError') return 'It does not answer in time.'
  throw error
}

function refuseProblem(error: unknown): never {
  throw new Refusal('BAD_REQUEST', { message: problemIn(error) })
}

function conflictWithProblem(error: unknown): never {
  throw new Refusal('CONFLICT', { message: problemIn(error) })
}
