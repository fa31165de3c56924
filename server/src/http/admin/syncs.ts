import { AdminSourceParams, AdminSyncParams } from '@footnote/contract/admin/params'
import type { Sync } from '@footnote/contract/admin/syncs'
import { SyncListQuery, SyncPagesQuery } from '@footnote/contract/admin/syncs'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { cancelSync } from '../../ingestion/sync/cancel-sync.ts'
import { findSync, listSyncs } from '../../ingestion/sync/find-syncs.ts'
import { confirmHeld, discardHeld } from '../../ingestion/sync/held-sync.ts'
import { listSyncPages } from '../../ingestion/sync/list-sync-pages.ts'
import { startSync } from '../../ingestion/sync/start-sync.ts'
import { findKnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import { findSource } from '../../knowledge/sources.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Tenant, TenantTransaction } from '../../platform/tenant.ts'
import { withTenant } from '../../platform/tenant.ts'
import { recordAudit } from '../../workspaces/audit.ts'
import type { Deps } from '../deps.ts'
import { OPERATOR } from './actor.ts'

const SYNCS = '/knowledge-bases/:knowledgeBaseId/sources/:sourceId/syncs'
const SYNC = `${SYNCS}/:syncId`
const config = { allow: 'operator' } as const
const ofSync = { schema: { params: AdminSyncParams }, config }

export const syncRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { operatorDb: db, queue } = deps

    /** Changes a sync and says so in the audit log, in one transaction. */
    async function change(
      { knowledgeBaseId, sourceId, syncId }: AdminSyncParams,
      action: string,
      work: (tx: TenantTransaction, tenant: Tenant) => Promise<void>,
    ): Promise<Sync> {
      const tenant = await findKnowledgeBase(db, knowledgeBaseId)
      return withTenant(db, tenant, async (tx) => {
        await findSync(tx, sourceId, syncId)
        await work(tx, tenant)
        const { workspaceId } = tenant
        await recordAudit(tx, { workspaceId, actor: OPERATOR, action, subjectId: syncId })
        return findSync(tx, sourceId, syncId)
      })
    }

    app.post(SYNCS, { schema: { params: AdminSourceParams }, config }, async (request, reply) => {
      const { knowledgeBaseId, sourceId } = request.params
      const tenant = await findKnowledgeBase(db, knowledgeBaseId)
      const { sync, created } = await withTenant(db, tenant, async (tx) => {
        const source = await findSource(tx, sourceId)
        const started = await startSync(tx, queue, tenant, source, 'manual')
        return { created: started.created, sync: await findSync(tx, sourceId, started.syncId) }
      })
      return reply.status(created ? 201 : 200).send(sync)
    })
    app.get(
      SYNCS,
      { schema: { params: AdminSourceParams, querystring: SyncListQuery }, config },
      async (request) => {
        const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
        return withTenant(db, tenant, async (tx) => {
          const source = await findSource(tx, request.params.sourceId)
          return { syncs: await listSyncs(tx, source.id, request.query) }
        })
      },
    )
    app.get(SYNC, ofSync, async (request) => {
      const { knowledgeBaseId, sourceId, syncId } = request.params
      const tenant = await findKnowledgeBase(db, knowledgeBaseId)
      return withTenant(db, tenant, (tx) => findSync(tx, sourceId, syncId))
    })
    app.get(
      `${SYNC}/pages`,
      { schema: { params: AdminSyncParams, querystring: SyncPagesQuery }, config },
      async (request) => {
        const { knowledgeBaseId, sourceId, syncId } = request.params
        const { state, limit, cursor } = request.query
        const tenant = await findKnowledgeBase(db, knowledgeBaseId)
        return withTenant(db, tenant, async (tx) => {
          const sync = await findSync(tx, sourceId, syncId)
          return listSyncPages(tx, sync.id, { state, limit, after: cursor })
        })
      },
    )
    app.post(`${SYNC}/cancel`, ofSync, async (request) =>
      change(request.params, 'sync.cancel', (tx, tenant) =>
        cancelSync(tx, queue, tenant, request.params.syncId),
      ),
    )
    app.post(`${SYNC}/confirm`, ofSync, async (request) =>
      change(request.params, 'sync.confirm', (tx, tenant) =>
        confirmHeld(tx, queue, tenant, request.params.syncId),
      ),
    )
    app.post(`${SYNC}/discard`, ofSync, async (request) =>
      change(request.params, 'sync.discard', async (tx) => {
        const { sourceId, syncId } = request.params
        const { state } = await findSync(tx, sourceId, syncId)
        if (state !== 'held') throw new Refusal('CONFLICT')
        await discardHeld(tx, sourceId, 'The deletions were discarded.')
      }),
    )
  }
