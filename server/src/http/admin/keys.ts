import { KeyBody, KeyPatch } from '@footnote/contract/admin/keys'
import { AdminKeyParams, AdminKnowledgeBaseParams } from '@footnote/contract/admin/params'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ListedKey } from '../../access/keys.ts'
import {
  changeClientKey,
  createClientKey,
  listClientKeys,
  requireUsableCaptcha,
  revokeClientKey,
} from '../../access/keys.ts'
import { requireGroups } from '../../knowledge/groups.ts'
import { findKnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import { defined } from '../../platform/defined.ts'
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
        const { name, kind, allowed_group_ids, captcha, captcha_hostnames } = request.body
        const keyCaptcha = { required: captcha, hostnames: captcha_hostnames }
        requireUsableCaptcha(kind, keyCaptcha)
        if (captcha) requireCaptchaSettings(deps)
        const tenant = await findKnowledgeBase(deps.operatorDb, request.params.knowledgeBaseId)
        const key = await withTenant(deps.operatorDb, tenant, async (tx) => {
          await requireGroups(tx, allowed_group_ids)
          const wanted = { name, kind, allowedGroupIds: allowed_group_ids, captcha: keyCaptcha }
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
          .send({ id: key.id, ...request.body, created_at, ...key.credential })
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
    app.patch(
      '/knowledge-bases/:knowledgeBaseId/keys/:keyId',
      { schema: { params: AdminKeyParams, body: KeyPatch }, config: { allow: 'operator' } },
      async (request) => {
        const { knowledgeBaseId, keyId } = request.params
        const tenant = await findKnowledgeBase(deps.operatorDb, knowledgeBaseId)
        if (request.body.captcha) requireCaptchaSettings(deps)
        return withTenant(deps.operatorDb, tenant, async (tx) => {
          const key = await changeClientKey(tx, keyId, defined(request.body))
          if (!key) throw new Refusal('NOT_FOUND')
          await recordAudit(tx, {
            workspaceId: tenant.workspaceId,
            actor: OPERATOR,
            action: 'key.change',
            subjectId: keyId,
          })
          return toKey(key)
        })
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

/** Without them no token could be verified, and the key would refuse every reader. */
function requireCaptchaSettings({ captcha }: Deps): void {
  if (captcha) return
  const message = 'needs RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET in the service’s configuration'
  throw new Refusal('BAD_REQUEST', { details: [{ path: 'captcha', message }] })
}

const toKey = ({ created_at, revoked_at, ...key }: ListedKey) => ({
  ...key,
  created_at: created_at.toISOString(),
  revoked_at: revoked_at?.toISOString() ?? null,
})
