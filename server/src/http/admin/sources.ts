import { sourceRoutes as routes } from '@footnote/contract/admin/routes/source-routes'
import type { Source as SourceResponse, SourcePatch } from '@footnote/contract/admin/sources'
import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import { SourceType } from '@footnote/contract/admin/sources'
import type { Sync } from '@footnote/contract/admin/syncs'
import type { SourceCredential } from '@footnote/contract/admin/source-credentials'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { fetchedAddress } from '../../connectors/fetched-address.ts'
import { previewWebsite } from '../../ingestion/preview-website.ts'
import { lastSyncs } from '../../ingestion/sync/find-syncs.ts'
import { listSourcePages } from '../../ingestion/sync/pages/list-sync-pages.ts'
import { startSync } from '../../ingestion/sync/start-sync.ts'
import { requireGroups } from '../../knowledge/groups.ts'
import { dropForeignCredential, listCredentials } from '../../sources/source-credentials.ts'
import { previewRules } from '../../sources/preview-rules.ts'
import { applySourceRules } from '../../sources/source-rules.ts'
import type { Source, SourceCounts } from '../../sources/sources.ts'
import {
  changeSource,
  countSourcePages,
  createSource,
  findSource,
  listSources,
  requireFittingRules,
  toSettings,
} from '../../sources/sources.ts'
import { defined } from '../../platform/defined.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { disconnectSignal } from '../client-disconnect.ts'
import type { Deps } from '../deps.ts'
import { requireMayWidenAccess, requireMayMove } from '../hooks/access-widening.ts'
import { privateVisibility, requirePrivate } from '../hooks/private-pages.ts'
import { requireFetchable } from '../hooks/require-fetchable.ts'
import { serve } from '../serve.ts'
import { createConcurrencyLimit } from '../load/concurrency-limit.ts'
import { asOperator, findTenant } from './as-operator.ts'
import { removeSource } from './remove-source.ts'
import {
  auditCredential,
  createCredentialTest,
  requireFitting,
  requireKind,
  saveNewCredential,
} from './source-credential.ts'

/** Each reads a site and parses some of its pages; several people may set one up. */
const MAX_PREVIEWS = 5

export const sourceRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db, queue } = deps
    const previews = createConcurrencyLimit(MAX_PREVIEWS)
    const testCredential = createCredentialTest(deps)

    serve(app, routes.createSource, async (request, reply) => {
      const { sync, credential, open_private_pages: isOpenAllowed, ...input } = request.body
      await requireFetchableSource(deps, input.settings)
      const signal = disconnectSignal(reply, deps.stopSignal)
      const given = credential && requireFitting(deps.secrets, input.settings, credential)
      if (given) await testCredential(given, signal)
      return asOperator(db, request, async (tx, tenant) => {
        const { group_id, rules } = input
        await requireGroups(tx, groupsIn(input))
        const usual = given ? await privateVisibility(tx, group_id) : 'public'
        const { visibility = usual } = input
        if (given) {
          await requirePrivate(tx, { visibility, rules, group_id }, isOpenAllowed)
        }
        const source = await createSource(tx, tenant.knowledgeBaseId, { ...input, visibility })
        if (given) {
          await saveNewCredential(tx, deps, request, { tenant, sourceId: source.id, given })
        }
        if (sync) await startSync({ tx, queue, tenant }, source, 'created')
        return describe(tx, source)
      })
    })
    serve(app, routes.previewSource, async (request, reply) => {
      await findTenant(db, request)
      using _slot = previews.take()
      const signal = disconnectSignal(reply, deps.stopSignal)
      const { settings, credential } = request.body
      if (credential) requireKind(settings, credential)
      return await previewWebsite(deps.preview, { settings, credential }, signal)
    })
    serve(app, routes.listSources, (request) =>
      asOperator(db, request, async (tx) => {
        const facts = await readFacts(tx)
        return { sources: (await listSources(tx)).map((source) => toSource(source, facts)) }
      }),
    )
    serve(app, routes.getSource, (request) =>
      asOperator(db, request, async (tx) =>
        describe(tx, await findSource(tx, request.params.sourceId)),
      ),
    )
    serve(app, routes.changeSource, async (request) => {
      await requireFetchableSource(deps, request.body.settings)
      return asOperator(db, request, async (tx, tenant) => {
        const { open_private_pages: isOpenAllowed, ...patch } = defined(request.body)
        await requireGroups(tx, groupsIn(patch))
        const { sourceId } = request.params
        const change = await changeSource(tx, tenant.knowledgeBaseId, sourceId, patch)
        requireMayWidenAccess(request, change.before, patch)
        await requireMayMove(tx, request, change.before, patch.group_id)
        request.auditedBefore = change.before
        const dropped = await dropForeign(tx, request, tenant, change.after)
        if (!dropped && (await listCredentials(tx)).has(sourceId)) {
          await requirePrivate(tx, change.after, isOpenAllowed === true, change.before)
        }
        await applySourceRules({ tx, queue, tenant }, change, patch)
        return { ...(await describe(tx, change.after)), credential_dropped: dropped }
      })
    })
    serve(app, routes.previewSourceRules, (request) =>
      asOperator(
        db,
        request,
        async (tx) => {
          const { rules } = request.body
          await requireGroups(tx, groupsIn({ rules }))
          const source = await findSource(tx, request.params.sourceId)
          requireFittingRules(source, rules)
          return previewRules(tx, source, rules)
        },
        { changesNothing: true },
      ),
    )
    serve(app, routes.deleteSource, async (request) => {
      await removeSource(deps, request, request.params.sourceId)
    })
    serve(app, routes.listSourcePages, async (request) => {
      const { state, limit, cursor } = request.query
      return asOperator(db, request, async (tx) => {
        const source = await findSource(tx, request.params.sourceId)
        return listSourcePages(tx, source.id, { state, limit, after: cursor })
      })
    })
  }

/** Those of the source and of its rules. */
const groupsIn = ({ group_id, rules = [] }: Pick<SourcePatch, 'group_id' | 'rules'>): string[] =>
  [group_id, ...rules.map((rule) => rule.group_id)].flatMap((id) => id ?? [])

async function requireFetchableSource({ whyRefused }: Deps, settings: SourceSettings | undefined) {
  const fetched = settings && fetchedAddress(settings)
  if (fetched) await requireFetchable(whyRefused, `settings.${fetched.setting}`, fetched.address)
}

const NO_PAGES: SourceCounts = { documents: 0, failed_pages: 0, skipped_pages: 0 }

/** Deletes the credential of a source that now reads another origin. False: there was nothing to delete. */
async function dropForeign(
  tx: TenantTransaction,
  request: FastifyRequest,
  tenant: Tenant,
  source: Source,
): Promise<boolean> {
  if (source.type === 'api') return false
  const before = (await listCredentials(tx)).get(source.id)
  if (!before || !(await dropForeignCredential(tx, source.id, toSettings(source)))) return false
  const { type, signed_in_as, origin } = before
  const gone = { type, signed_in_as, origin }
  const changes = Object.entries(gone).map(([field, from]) => ({ field, from }))
  await auditCredential(tx, request, { tenant, sourceId: source.id, action: 'delete', changes })
  return true
}

type Facts = {
  counts: ReadonlyMap<string, SourceCounts>
  syncs: ReadonlyMap<string, Sync>
  credentials: ReadonlyMap<string, SourceCredential>
}

const readFacts = async (tx: TenantTransaction): Promise<Facts> => ({
  counts: await countSourcePages(tx),
  syncs: await lastSyncs(tx),
  credentials: await listCredentials(tx),
})

const describe = async (tx: TenantTransaction, source: Source): Promise<SourceResponse> =>
  toSource(source, await readFacts(tx))

function toSource(source: Source, { counts, syncs, credentials }: Facts): SourceResponse {
  const { hook_number: _, next_sync_at, created_at, updated_at, ...rest } = source
  return {
    ...rest,
    type: SourceType.parse(source.type),
    settings: source.type === 'api' ? null : toSettings(source),
    next_sync_at: source.paused ? null : (next_sync_at?.toISOString() ?? null),
    ...(counts.get(source.id) ?? NO_PAGES),
    last_sync: syncs.get(source.id) ?? null,
    credential: credentials.get(source.id) ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}
