import { gapRoutes as routes } from '@footnote/contract/admin/answers/gap-routes'
import { DEFAULT_TOP_K } from '@footnote/contract/limits'
import type { FastifyPluginAsync } from 'fastify'
import { admitPlaygroundQuestion } from '../../../answering/admit.ts'
import { writeDraft } from '../../../answering/drafting/write-draft.ts'
import { chooseModel, findTrialCaller } from '../../../answering/playground.ts'
import { withTenant } from '../../../platform/database/tenant.ts'
import { findGap } from '../../../questions/gaps/gaps.ts'
import { questionsToDraft } from '../../../questions/gaps/questions-to-draft.ts'
import type { Deps } from '../../deps.ts'
import { createConcurrencyLimit } from '../../load/concurrency-limit.ts'
import { serve } from '../../serve.ts'
import { findTenant } from '../as-operator.ts'
import type { OperatorStreams } from '../operator-streams.ts'

/** Each asks a model up to eight times. */
const MAX_DRAFTS = 10

export const draftRoutes =
  (deps: Deps, streams: OperatorStreams): FastifyPluginAsync =>
  async (app) => {
    const drafts = createConcurrencyLimit(MAX_DRAFTS)
    serve(app, routes.draftArticle, async (request, reply) => {
      const { group_id: groupId, ...body } = request.body
      const { gapId } = request.params
      const tenant = await findTenant(deps.operatorDb, request)
      const caller = await findTrialCaller(deps.db, tenant, undefined)
      const baseline = await deps.embedders.named(caller.space.model).similarityBaseline()
      const { title, asked } = await withTenant(deps.operatorDb, tenant, async (tx) => ({
        title: (await findGap(tx, gapId)).title,
        asked: await questionsToDraft(tx, gapId, baseline),
      }))
      const group = groupId === undefined ? {} : { group_ids: [groupId] }
      const questions = await Promise.all(
        asked.map((query) => {
          const one = { query, turns: [], top_k: DEFAULT_TOP_K, ...group }
          return admitPlaygroundQuestion(deps.db, caller, one, request.id)
        }),
      )
      const model = await chooseModel(deps, tenant, body)
      using _slot = drafts.take()
      await streams.send(request, reply, (signal) =>
        writeDraft(deps, { title, questions, model }, signal),
      )
    })
  }
