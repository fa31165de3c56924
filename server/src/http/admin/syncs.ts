import { syncRoutes as routes } from '@footnote/contract/admin/routes/sync-routes'
import type { AdminSyncParams } from '@footnote/contract/admin/params'
import type { Sync } from '@footnote/contract/admin/syncs'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { cancelSync } from '../../ingestion/sync/cancel-sync.ts'
import type { EndedSync } from '../../ingestion/sync/sync-counts.ts'
import { countEndedSync } from '../../ingestion/sync/sync-counts.ts'
import { findSync, findSyncState, listSyncs } from '../../ingestion/sync/find-syncs.ts'
import { confirmDeletions, discardDeletions } from '../../ingestion/sync/confirm-deletions.ts'
import { listSyncPages } from '../../ingestion/sync/pages/list-sync-pages.ts'
import { createSyncFeed } from '../../ingestion/sync/sync-feed.ts'
import { startSync } from '../../ingestion/sync/start-sync.ts'
import { findSource } from '../../sources/sources.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { asOperator } from './as-operator.ts'
import type { OperatorStreams } from './operator-streams.ts'

export const syncRoutes =
  (deps: Deps, { streams, feedOptions, send }: OperatorStreams): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db, queue, metrics } = deps
    const feed = createSyncFeed(db, feedOptions)

    const change = (
      request: FastifyRequest,
      { sourceId, syncId }: AdminSyncParams,
      work: (tx: TenantTransaction, tenant: Tenant) => Promise<void>,
    ): Promise<Sync> =>
      asOperator(db, request, async (tx, tenant) => {
        await findSyncState(tx, sourceId, syncId)
        await work(tx, tenant)
        return findSync(tx, sourceId, syncId)
      })

    serve(app, routes.startSync, async (request, reply) => {
      const { sourceId } = request.params
      return asOperator(db, request, async (tx, tenant) => {
        const source = await findSource(tx, sourceId)
        const { created, syncId } = await startSync({ tx, queue, tenant }, source, 'manual')
        reply.status(created ? 201 : 200)
        return findSync(tx, sourceId, syncId)
      })
    })
    serve(app, routes.listSyncs, (request) =>
      asOperator(db, request, async (tx) => {
        const source = await findSource(tx, request.params.sourceId)
        return { syncs: await listSyncs(tx, source.id, request.query) }
      }),
    )
    serve(app, routes.getSync, (request) => {
      const { sourceId, syncId } = request.params
      return asOperator(db, request, (tx) => findSync(tx, sourceId, syncId))
    })
    serve(app, routes.followSync, async (request, reply) => {
      const { sourceId, syncId } = request.params
      const { tenant, sync } = await asOperator(db, request, async (tx, own) => ({
        tenant: own,
        sync: await findSync(tx, sourceId, syncId),
      }))
      using _slot = streams.take()
      await send(request, reply, (signal) => feed.follow(tenant, sync, signal))
    })
    serve(app, routes.listSyncPages, (request) => {
      const { sourceId, syncId } = request.params
      const { state, limit, cursor } = request.query
      return asOperator(db, request, async (tx) => {
        await findSyncState(tx, sourceId, syncId)
        return listSyncPages(tx, syncId, { state, limit, after: cursor })
      })
    })
    serve(app, routes.cancelSync, async (request) => {
      let ended: EndedSync | undefined
      const sync = await change(request, request.params, async (tx, tenant) => {
        ended = await cancelSync({ tx, queue, tenant }, request.params.syncId)
      })
      countEndedSync(metrics, ended)
      return sync
    })
    serve(app, routes.confirmSync, (request) =>
      change(request, request.params, (tx, tenant) =>
        confirmDeletions({ tx, queue, tenant }, request.params.syncId),
      ),
    )
    serve(app, routes.discardSync, (request) =>
      change(request, request.params, async (tx) => {
        const { sourceId, syncId } = request.params
        const state = await findSyncState(tx, sourceId, syncId)
        if (state !== 'held') throw new Refusal('CONFLICT')
        await discardDeletions(tx, sourceId, 'The deletions were discarded.')
      }),
    )
  }
