import { AdminKnowledgeBaseParams, AdminSourceParams } from '@footnote/contract/admin/params'
import type { Source as SourceResponse, SourceHook } from '@footnote/contract/admin/sources'
import { SourceBody, SourcePatch, SourceType } from '@footnote/contract/admin/sources'
import type { Sync } from '@footnote/contract/admin/syncs'
import { SourcePagesQuery } from '@footnote/contract/admin/syncs'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { hookSecret } from '../../access/source-hook.ts'
import { lastSyncs } from '../../ingestion/sync/find-syncs.ts'
import { listSourcePages } from '../../ingestion/sync/list-sync-pages.ts'
import { startSync } from '../../ingestion/sync/start-sync.ts'
import { requireGroups } from '../../knowledge/groups.ts'
import { findKnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import { applySourceRules } from '../../knowledge/source-rules.ts'
import type { Source } from '../../knowledge/sources.ts'
import {
  changeSource,
  countHookUp,
  countSourceDocuments,
  createSource,
  findSource,
  listSources,
  settingsOf,
} from '../../knowledge/sources.ts'
import { isClash } from '../../platform/database-errors.ts'
import type { Db } from '../../platform/db.ts'
import { defined } from '../../platform/defined.ts'
import type { Tenant, TenantTransaction } from '../../platform/tenant.ts'
import { withTenant } from '../../platform/tenant.ts'
import { recordAudit } from '../../workspaces/audit.ts'
import type { Deps } from '../deps.ts'
import { OPERATOR } from './actor.ts'
import { removeSource } from './remove-source.ts'

const SOURCES = '/knowledge-bases/:knowledgeBaseId/sources'
const SOURCE = `${SOURCES}/:sourceId`
const config = { allow: 'operator' } as const
const MAX_TRIES = 3
const ofSource = { schema: { params: AdminSourceParams }, config }

export const sourceRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { operatorDb: db, queue } = deps

    app.post(
      SOURCES,
      { schema: { params: AdminKnowledgeBaseParams, body: SourceBody }, config },
      async (request, reply) => {
        const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
        const { sync, ...input } = request.body
        const created = await withTenant(db, tenant, async (tx) => {
          await requireGroups(tx, input.group_id === null ? [] : [input.group_id])
          const source = await createSource(tx, tenant.knowledgeBaseId, input)
          if (sync) await startSync(tx, queue, tenant, source, 'created')
          await audit(tx, tenant, 'source.create', source.id)
          return describe(tx, source)
        })
        return reply.status(201).send(created)
      },
    )
    app.get(SOURCES, { schema: { params: AdminKnowledgeBaseParams }, config }, async (request) => {
      const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
      return withTenant(db, tenant, async (tx) => {
        const [counts, syncs] = [await countSourceDocuments(tx), await lastSyncs(tx)]
        const sources = (await listSources(tx)).map((source) => toSource(source, counts, syncs))
        return { sources }
      })
    })
    app.get(SOURCE, ofSource, async (request) => {
      const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
      const { sourceId } = request.params
      return withTenant(db, tenant, async (tx) => describe(tx, await findSource(tx, sourceId)))
    })
    app.patch(
      SOURCE,
      { schema: { params: AdminSourceParams, body: SourcePatch }, config },
      async (request) => {
        const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
        const { sourceId } = request.params
        return withTenantAgain(db, tenant, async (tx) => {
          const patch = defined(request.body)
          await requireGroups(tx, patch.group_id ? [patch.group_id] : [])
          const change = await changeSource(tx, tenant.knowledgeBaseId, sourceId, patch)
          await applySourceRules(tx, queue, tenant, change, patch)
          await audit(tx, tenant, 'source.change', sourceId)
          return describe(tx, change.after)
        })
      },
    )
    app.delete(SOURCE, ofSource, async (request, reply) => {
      const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
      await removeSource(deps, tenant, request.params.sourceId)
      return reply.status(204).send()
    })
    app.get(
      `${SOURCE}/pages`,
      { schema: { params: AdminSourceParams, querystring: SourcePagesQuery }, config },
      async (request) => {
        const { state, limit, cursor } = request.query
        const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
        return withTenant(db, tenant, async (tx) => {
          const source = await findSource(tx, request.params.sourceId)
          return listSourcePages(tx, source.id, { state, limit, after: cursor })
        })
      },
    )
    app.get(`${SOURCE}/hook`, ofSource, async (request): Promise<SourceHook> => {
      const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
      const source = await withTenant(db, tenant, (tx) => findSource(tx, request.params.sourceId))
      settingsOf(source)
      return toHook(deps, tenant, source.id, source.hook_number)
    })
    app.post(`${SOURCE}/hook/rotate`, ofSource, async (request): Promise<SourceHook> => {
      const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
      const { sourceId } = request.params
      const number = await withTenant(db, tenant, async (tx) => {
        settingsOf(await findSource(tx, sourceId))
        await audit(tx, tenant, 'source.rotate_hook', sourceId)
        return countHookUp(tx, sourceId)
      })
      return toHook(deps, tenant, sourceId, number)
    })
  }

/** The rules of a source change many documents at once, while others are indexed. */
async function withTenantAgain<Result>(
  db: Db,
  tenant: Tenant,
  work: (tx: TenantTransaction) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await withTenant(db, tenant, work)
    } catch (error) {
      if (!isClash(error) || tries === MAX_TRIES) throw error
    }
  }
}

const audit = (tx: TenantTransaction, tenant: Tenant, action: string, subjectId: string) =>
  recordAudit(tx, { workspaceId: tenant.workspaceId, actor: OPERATOR, action, subjectId })

const toHook = ({ keyMaking }: Deps, tenant: Tenant, id: string, number: number): SourceHook => ({
  path: `/api/v1/hooks/knowledge-bases/${tenant.knowledgeBaseId}/sources/${id}`,
  secret: hookSecret(keyMaking.pepper, id, number),
})

const describe = async (tx: TenantTransaction, source: Source): Promise<SourceResponse> =>
  toSource(source, await countSourceDocuments(tx), await lastSyncs(tx))

function toSource(
  source: Source,
  counts: ReadonlyMap<string, number>,
  syncs: ReadonlyMap<string, Sync>,
): SourceResponse {
  const { hook_number: _, next_sync_at, created_at, updated_at, ...rest } = source
  return {
    ...rest,
    type: SourceType.parse(source.type),
    settings: source.type === 'api' ? null : settingsOf(source),
    next_sync_at: source.paused ? null : (next_sync_at?.toISOString() ?? null),
    documents: counts.get(source.id) ?? 0,
    last_sync: syncs.get(source.id) ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}
