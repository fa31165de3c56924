import { GroupBody } from '@footnote/contract/admin/groups'
import { AdminKnowledgeBaseParams } from '@footnote/contract/admin/params'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Group } from '../../knowledge/groups.ts'
import { createGroup, listGroups } from '../../knowledge/groups.ts'
import { findKnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import { withTenant } from '../../platform/tenant.ts'
import { recordAudit } from '../../workspaces/audit.ts'
import type { Deps } from '../deps.ts'
import { OPERATOR } from './actor.ts'

export const groupRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/knowledge-bases/:knowledgeBaseId/groups',
      {
        schema: { params: AdminKnowledgeBaseParams, body: GroupBody },
        config: { allow: 'operator' },
      },
      async (request, reply) => {
        const tenant = await findKnowledgeBase(deps.operatorDb, request.params.knowledgeBaseId)
        const group = await withTenant(deps.operatorDb, tenant, async (tx) => {
          const created = await createGroup(tx, tenant.knowledgeBaseId, request.body.name)
          await recordAudit(tx, {
            workspaceId: tenant.workspaceId,
            actor: OPERATOR,
            action: 'group.create',
            subjectId: created.id,
          })
          return created
        })
        return reply.status(201).send(toGroup(group))
      },
    )
    app.get(
      '/knowledge-bases/:knowledgeBaseId/groups',
      { schema: { params: AdminKnowledgeBaseParams }, config: { allow: 'operator' } },
      async (request) => {
        const tenant = await findKnowledgeBase(deps.operatorDb, request.params.knowledgeBaseId)
        const groups = await withTenant(deps.operatorDb, tenant, listGroups)
        return { groups: groups.map(toGroup) }
      },
    )
  }

const toGroup = ({ created_at, ...group }: Group) => ({
  ...group,
  created_at: created_at.toISOString(),
})
