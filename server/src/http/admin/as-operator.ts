import type { Route } from '@footnote/contract/route'
import type { FastifyRequest } from 'fastify'
import { findKnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import { isClash } from '../../platform/database/database-errors.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { withTenant } from '../../platform/database/tenant.ts'
import { findPerson } from '../../access/operators/operator.ts'
import { recordAudit } from '../../workspaces/audit.ts'
import { findWorkspace } from '../../workspaces/workspaces.ts'
import { auditChanges } from '../accounts/audit-changes.ts'
import { stringsIn } from '../strings-in.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What a handler is about to change, as the audit log will say it was before. */
    auditedBefore?: Readonly<Record<string, unknown>>
    /** What the audit log says it is since, where the body alone would not do. Nothing secret. */
    auditedAfter?: Readonly<Record<string, unknown>>
  }
}

/** Changing a source's rules updates many documents at once, which may deadlock with indexing. */
const MAX_ATTEMPTS = 3

export type OperatorOptions = {
  /** For a tenant that the path cannot find: it is being created or deleted. */
  tenant?: Tenant
  /** A dry run, or a request for something already in progress: there is nothing to record. */
  changesNothing?: boolean
}

/**
 * The one way from an admin request to data: finds the knowledge base or workspace in the path, works in
 * a transaction of that tenant, and writes the route's audit row in the same transaction.
 */
export async function asOperator<Result>(
  db: Db,
  request: FastifyRequest,
  work: (tx: TenantTransaction, tenant: Tenant) => Promise<Result>,
  options: OperatorOptions = {},
): Promise<Result> {
  const tenant = options.tenant ?? (await findTenant(db, request))
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withTenant(db, tenant, async (tx) => {
        const result = await work(tx, tenant)
        if (!options.changesNothing) await recordChange(tx, tenant, request, result)
        request.isAudited = true
        return result
      })
    } catch (error) {
      if (!isClash(error) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

/** Only the tenant, for work in several transactions. The audited one goes through `asOperator`. */
export async function findTenant(db: Db, request: FastifyRequest): Promise<Tenant> {
  const { knowledgeBaseId: id, workspaceId } = stringsIn(request.params)
  if (id === undefined) return ofWorkspace((await findWorkspace(db, workspaceId ?? '')).id)
  const found = await findKnowledgeBase(db, id)
  return { workspaceId: found.workspaceId, knowledgeBaseId: found.knowledgeBaseId }
}

/** For what belongs to a workspace and to no knowledge base. */
export const ofWorkspace = (workspaceId: string): Tenant => ({ workspaceId, knowledgeBaseId: '' })

async function recordChange(
  tx: TenantTransaction,
  { workspaceId }: Tenant,
  request: FastifyRequest,
  result: unknown,
): Promise<void> {
  const { route } = request.routeOptions.config
  if (route?.audit === undefined) return
  const { params, auditedBefore, auditedAfter = request.body } = request
  await recordAudit(tx, {
    workspaceId,
    ...auditedCaller(request),
    action: route.audit,
    // The id of something created or changed is in the result; of something deleted, in the path.
    subjectId: stringsIn(result)['id'] ?? lastInPath(route, params),
    changes: auditChanges(route, auditedAfter, auditedBefore),
  })
}

/** Who did it, as the audit log says it. */
export function auditedCaller({ operator, ip, id }: FastifyRequest) {
  const { identity, actor } = operator
  return {
    actor,
    actorId: findPerson(identity)?.id ?? null,
    tokenId: identity.via === 'access_token' ? identity.bounds.id : null,
    address: ip,
    requestId: id,
  }
}

/** The last parameter of the path: the document in `…/knowledge-bases/{id}/documents/{id}`. */
function lastInPath({ path }: Route, params: unknown): string {
  const name = [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? ''
  return stringsIn(params)[name] ?? ''
}
