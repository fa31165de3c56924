import { KeyBody } from '@footnote/contract/admin/keys'
import { AdminKeyParams, AdminKnowledgeBaseParams } from '@footnote/contract/admin/params'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ListedKey } from '../../access/keys.ts'
import { createClientKey, listClientKeys, revokeClientKey } from '../../access/keys.ts'
import { requireGroups } from '../../knowledge/groups.ts'
import { findKnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import { Refusal } from '../../platform/refusal.ts'
import { withTenant } from '../../platform/tenant.ts'
import { recordAudit } from '../../workspaces/audit.ts'
import type { Deps } from '../deps.ts'
import { OPERATOR } from './actor.ts'

export const keyRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/knowledge-bases/:knowledgeBaseId/keys',
      {
        schema: { params: AdminKnowledgeBaseParams, body: KeyBody },
        config: { allow: 'operator' },
      },
      async (request, reply) => {
        const { name, kind, allowed_group_ids } = request.body
        const tenant = await findKnowledgeBase(deps.operatorDb, request.params.knowledgeBaseId)
        const key = await withTenant(deps.operatorDb, tenant, async (tx) => {
          await requireGroups(tx, allowed_group_ids)
          const wanted = { name, kind, allowedGroupIds: allowed_group_ids }
          const created = await createClientKey(tx, tenant, deps.keyMaking, wanted)
          await recordAudit(tx, {
            workspaceId: tenant.workspaceId,
            actor: OPERATOR,
            action: 'key.create',
            subjectId: created.id,
          })
          return created
        })
        const created_at = key.createdAt.toISOString()
        return reply
          .status(201)
          .send({ id: key.id, name, kind, allowed_group_ids, created_at, ...key.credential })
      },
    )
    app.get(
      '/knowledge-bases/:knowledgeBaseId/keys',
      { schema: { params: AdminKnowledgeBaseParams }, config: { allow: 'operator' } },
      async (request) => {
        const tenant = await findKnowledgeBase(deps.operatorDb, request.params.knowledgeBaseId)
        const keys = await withTenant(deps.operatorDb, tenant, listClientKeys)
        return { keys: keys.map(toKey) }
      },
    )
    app.delete(
      '/knowledge-bases/:knowledgeBaseId/keys/:keyId',
      { schema: { params: AdminKeyParams }, config: { allow: 'operator' } },
      async (request, reply) => {
        const { knowledgeBaseId, keyId } = request.params
        const tenant = await findKnowledgeBase(deps.operatorDb, knowledgeBaseId)
        await withTenant(deps.operatorDb, tenant, async (tx) => {
          if (!(await revokeClientKey(tx, keyId))) throw new Refusal('NOT_FOUND')
          await recordAudit(tx, {
            workspaceId: tenant.workspaceId,
            actor: OPERATOR,
            action: 'key.revoke',
            subjectId: keyId,
          })
        })
        return reply.status(204).send()
      },
    )
  }

const toKey = ({ created_at, revoked_at, ...key }: ListedKey) => ({
  ...key,
  created_at: created_at.toISOString(),
  revoked_at: revoked_at?.toISOString() ?? null,
})
