import { gapRoutes as routes } from '@footnote/contract/admin/answers/gap-routes'
import type { FastifyPluginAsync } from 'fastify'
import {
  changeGap,
  findGap,
  listGapQuestions,
  listGaps,
  mergeGap,
} from '../../../questions/gaps/gaps.ts'
import type { Deps } from '../../deps.ts'
import { serve } from '../../serve.ts'
import { asOperator } from '../as-operator.ts'
import type { OperatorStreams } from '../operator-streams.ts'
import { draftRoutes } from './drafts.ts'

export const gapRoutes =
  (deps: Deps, streams: OperatorStreams): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db } = deps
    await app.register(draftRoutes(deps, streams))
    serve(app, routes.listGaps, async (request) => ({
      gaps: await asOperator(db, request, (tx) => listGaps(tx, request.query)),
    }))
    serve(app, routes.getGap, (request) =>
      asOperator(db, request, async (tx) => {
        const { gapId } = request.params
        return { ...(await findGap(tx, gapId)), messages: await listGapQuestions(tx, gapId) }
      }),
    )
    serve(app, routes.changeGap, (request) =>
      asOperator(db, request, async (tx, tenant) => {
        const { gapId } = request.params
        const { merge_into: into, ...change } = request.body
        const { state } = await findGap(tx, gapId)
        request.auditedBefore = { state }
        await changeGap(tx, gapId, change)
        if (into !== undefined) await mergeGap(tx, tenant, gapId, into)
        return findGap(tx, into ?? gapId)
      }),
    )
  }
