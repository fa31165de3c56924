import { playgroundRoutes as routes } from '@footnote/contract/admin/routes/playground-routes'
import type { FastifyPluginAsync } from 'fastify'
import { findCallerOfKey } from '../../../access/clients/find-key.ts'
import { findTenantFields } from '../../../access/tenant-fields.ts'
import { admitPlaygroundQuestion } from '../../../answering/admit.ts'
import { answerInPlayground, chooseModel } from '../../../answering/playground.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Tenant } from '../../../platform/database/tenant.ts'
import { withTenant } from '../../../platform/database/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Deps } from '../../deps.ts'
import { createSlots } from '../../load/slots.ts'
import { serve } from '../../serve.ts'
import { sendFrames } from '../../sse.ts'
import { findTenant } from '../as-operator.ts'

/** No allowance bounds them, and a model is paid for each. */
const MAX_TRIALS = 20

export const playgroundRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const trials = createSlots(MAX_TRIALS)
    serve(app, routes.askPlayground, async (request, reply) => {
      const { body } = request
      const tenant = await findTenant(deps.operatorDb, request)
      const caller = await findCaller(deps.db, tenant, body.key_id)
      const question = await admitPlaygroundQuestion(deps.db, caller, body, request.id)
      const model = await chooseModel(deps, tenant, body)
      const { turns } = body
      using _slot = trials.take()
      await sendFrames(reply, deps, (signal) =>
        answerInPlayground(deps, question, { model, turns }, signal),
      )
    })
  }

/** Read by the role that serves readers, so that the operator sees what they would. */
const findCaller = (db: Db, tenant: Tenant, keyId: string | undefined) =>
  withTenant(db, tenant, async (tx) => {
    if (keyId !== undefined) {
      const caller = await findCallerOfKey(tx, keyId)
      if (!caller) throw new Refusal('NOT_FOUND')
      return caller
    }
    const fields = await findTenantFields(tx, tenant.knowledgeBaseId)
    if (!fields) throw new Refusal('NOT_FOUND')
    return { ...tenant, ...fields, keyId: null, allowedGroupIds: [] }
  })
