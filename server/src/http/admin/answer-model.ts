import type { AnswerModel } from '@footnote/contract/admin/answer-model'
import { answerModelRoutes as routes } from '@footnote/contract/admin/routes/answer-model-routes'
import type { FastifyPluginAsync } from 'fastify'
import {
  deleteAnswerModel,
  findAnswerModel,
  prepareAnswerModel,
  putAnswerModel,
} from '../../knowledge/answer-model.ts'
import { LanguageModelSettings } from '../../models/language/language-model-settings.ts'
import type { LanguageModel } from '../../models/language/language-model.ts'
import { testModel } from '../../models/language/test-model.ts'
import { defined } from '../../platform/defined.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Tenant, TenantTransaction } from '../../platform/database/tenant.ts'
import { disconnectSignal } from '../client-disconnect.ts'
import type { Deps } from '../deps.ts'
import { describeIssue } from '../errors/describe-issue.ts'
import { requireFetchable } from '../hooks/require-fetchable.ts'
import { serve } from '../serve.ts'
import { asOperator, findTenant } from './as-operator.ts'

export const answerModelRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db, languageModels } = deps
    serve(app, routes.putAnswerModel, async (request, reply) => {
      const { api_key: apiKey, skip_test: isUntested, ...given } = request.body
      const settings = readSettings(defined(given))
      const tenant = await findTenant(db, request)
      await requireFetchable(languageModels.whyRefused, 'base_url', settings.base_url)
      const change = { settings, apiKey }
      if (!isUntested) {
        // A transaction of its own: none should wait for a model.
        const { answer_model_key } = await asOperator(
          db,
          request,
          (tx) => prepareAnswerModel(tx, languageModels, tenant.knowledgeBaseId, change),
          { tenant, changesNothing: true },
        )
        const candidate = { answer_model: settings, answer_model_key }
        const signal = disconnectSignal(reply, deps.stopSignal)
        await requireWorkingModel(languageModels.of(candidate, tenant.knowledgeBaseId), signal)
      }
      return asOperator(
        db,
        request,
        async (tx) => {
          const before = await findAnswerModel(tx, tenant.knowledgeBaseId)
          request.auditedBefore = Object(before.answer_model)
          await putAnswerModel(tx, languageModels, tenant.knowledgeBaseId, change)
          return describe(tx, tenant, deps)
        },
        { tenant },
      )
    })
    serve(app, routes.getAnswerModel, (request) =>
      asOperator(db, request, (tx, tenant) => describe(tx, tenant, deps)),
    )
    serve(app, routes.testAnswerModel, async (request, reply) => {
      const model = await asOperator(db, request, async (tx, { knowledgeBaseId }) =>
        languageModels.of(await findAnswerModel(tx, knowledgeBaseId), knowledgeBaseId),
      )
      if (!model) return { ok: true, model: 'extract', first_delta_ms: null, error: null }
      return testModel(model, disconnectSignal(reply, deps.stopSignal))
    })
    serve(app, routes.deleteAnswerModel, async (request) => {
      await asOperator(db, request, (tx, { knowledgeBaseId }) =>
        deleteAnswerModel(tx, knowledgeBaseId),
      )
    })
  }

/** Which fields go together depends on the provider. */
function readSettings(given: object): LanguageModelSettings {
  const settings = LanguageModelSettings.safeParse(given, { error: describeIssue })
  if (settings.success) return settings.data
  const details = settings.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((path) => ({ path, message: 'is not used by this provider' }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  )
  throw new Refusal('BAD_REQUEST', { details })
}

async function requireWorkingModel(model: LanguageModel | null, signal: AbortSignal) {
  if (!model) return
  const { error } = await testModel(model, signal)
  if (!error) return
  const why = [error.error_code, ...(error.detail === null ? [] : [error.detail])].join(': ')
  throw new Refusal('MODEL_FAILED', {
    message: `The model failed its test, so nothing was saved: ${why}.`,
  })
}

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
