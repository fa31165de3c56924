import type { AnswerModel } from '@footnote/contract/admin/answer-model'
import { AnswerModelBody } from '@footnote/contract/admin/answer-model'
import { AdminKnowledgeBaseParams } from '@footnote/contract/admin/params'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { deleteAnswerModel, findAnswerModel, putAnswerModel } from '../../knowledge/answer-model.ts'
import { findKnowledgeBase } from '../../knowledge/knowledge-bases.ts'
import { LanguageModelSettings } from '../../models/language-model-settings.ts'
import { defined } from '../../platform/defined.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Tenant, TenantTransaction } from '../../platform/tenant.ts'
import { withTenant } from '../../platform/tenant.ts'
import { recordAudit } from '../../workspaces/audit.ts'
import type { Deps } from '../deps.ts'
import { OPERATOR } from './actor.ts'

const PATH = '/knowledge-bases/:knowledgeBaseId/answer-model'
const params = { params: AdminKnowledgeBaseParams }
const allow = { allow: 'operator' } as const

export const answerModelRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { operatorDb: db, languageModels } = deps

    app.put(
      PATH,
      { schema: { ...params, body: AnswerModelBody }, config: allow },
      async (request) => {
        const { api_key: apiKey, ...given } = request.body
        const settings = readSettings(defined(given))
        const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
        if (!(await languageModels.mayUse(settings))) {
          throw refuse('base_url', 'must be an address on the public internet')
        }
        return withTenant(db, tenant, async (tx) => {
          await putAnswerModel(tx, languageModels, tenant.knowledgeBaseId, { settings, apiKey })
          await record(tx, tenant, 'answer_model.put')
          return describe(tx, tenant, deps)
        })
      },
    )

    app.get(PATH, { schema: params, config: allow }, async (request) => {
      const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
      return withTenant(db, tenant, (tx) => describe(tx, tenant, deps))
    })

    app.delete(PATH, { schema: params, config: allow }, async (request, reply) => {
      const tenant = await findKnowledgeBase(db, request.params.knowledgeBaseId)
      await withTenant(db, tenant, async (tx) => {
        await deleteAnswerModel(tx, tenant.knowledgeBaseId)
        await record(tx, tenant, 'answer_model.delete')
      })
      return reply.status(204).send()
    })
  }

/** Which fields go together depends on the provider. */
function readSettings(given: object): LanguageModelSettings {
  const settings = LanguageModelSettings.safeParse(given)
  if (settings.success) return settings.data
  const details = settings.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((path) => ({ path, message: 'is not used by this provider' }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  )
  throw new Refusal('BAD_REQUEST', { details })
}

const refuse = (path: string, message: string) =>
  new Refusal('BAD_REQUEST', { details: [{ path, message }] })

const record = (tx: TenantTransaction, tenant: Tenant, action: string): Promise<void> =>
  recordAudit(tx, {
    workspaceId: tenant.workspaceId,
    actor: OPERATOR,
    action,
    subjectId: tenant.knowledgeBaseId,
  })

async function describe(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
  { languageModels }: Deps,
): Promise<AnswerModel> {
  const stored = await findAnswerModel(tx, knowledgeBaseId)
  const settings = LanguageModelSettings.safeParse(stored.answer_model)
  return {
    answer_model: settings.success
      ? { ...settings.data, api_key_hint: stored.answer_model_key_hint }
      : null,
    deployment_model: languageModels.standard?.name ?? null,
  }
}
