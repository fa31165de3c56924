import { ownDigestRoutes as routes } from '@footnote/contract/admin/digest/digest-routes'
import type { DigestSubscription } from '@footnote/contract/admin/digest/digest'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { findRole, listOwnWorkspaces } from '../../access/operators/roles.ts'
import { takeSignInMail } from '../../access/operators/sign-in-mails.ts'
import { digestMail } from '../../digests/mail-digest.ts'
import { readDigest } from '../../digests/read-digest.ts'
import { listSubscriptions, subscribe, unsubscribe } from '../../digests/subscriptions.ts'
import type { Db } from '../../platform/database/db.ts'
import { withWorkspace } from '../../platform/database/tenant.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recordAudit } from '../../workspaces/audit.ts'
import { findWorkspace } from '../../workspaces/workspaces.ts'
import { auditedCaller } from '../admin/as-operator.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { getSession } from './identify-operator.ts'

/** The weekly digests of whoever signed in. */
export const ownDigestRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db, mail, publicUrl, keyMaking, mailsPerAddressPerDay } = deps
    const canSend = mail !== null && publicUrl !== null

    serve(app, routes.listDigests, async (request) => {
      const { person, ...identity } = getSession(request)
      const due = await listSubscriptions(db, person.id)
      const workspaces = await listOwnWorkspaces(db, { person, ...identity })
      return {
        can_send: canSend,
        digests: workspaces.map(({ id, name }) => toSubscription(id, name, due.get(id))),
      }
    })
    serve(app, routes.putDigest, async (request) => {
      const { person } = getSession(request)
      const { subscribed } = request.body
      if (subscribed && !canSend) throw cannotSend()
      const { id: workspaceId, name } = await ownWorkspace(db, request, request.params.workspaceId)
      const had = (await listSubscriptions(db, person.id)).has(workspaceId)
      await withWorkspace(db, workspaceId, async (tx) => {
        if (subscribed) await subscribe(tx, { workspaceId, personId: person.id })
        else await unsubscribe(tx, person.id)
        await recordAudit(tx, {
          ...audited(request, workspaceId),
          changes: had === subscribed ? [] : [{ field: 'subscribed', from: had, to: subscribed }],
        })
      })
      request.isAudited = true
      const due = await listSubscriptions(db, person.id)
      return toSubscription(workspaceId, name, due.get(workspaceId))
    })
    serve(app, routes.sendDigest, async (request) => {
      const { person } = getSession(request)
      if (mail === null || publicUrl === null) throw cannotSend()
      const { id: workspaceId } = await ownWorkspace(db, request, request.params.workspaceId)
      // Counted apart from the links that one signs in with.
      const counted = `digest to ${person.email}`
      const wait = await takeSignInMail(db, keyMaking.pepper, counted, mailsPerAddressPerDay)
      if (wait !== null) throw new Refusal('RATE_LIMITED', { retryAfterSeconds: wait })
      const content = await readDigest(db, workspaceId)
      const settings = { publicUrl, pepper: keyMaking.pepper }
      const subscriber = { workspaceId, personId: person.id }
      await mail.send(digestMail(content, subscriber, person.email, settings))
      await withWorkspace(db, workspaceId, (tx) => recordAudit(tx, audited(request, workspaceId)))
      request.isAudited = true
    })
  }

const toSubscription = (
  workspaceId: string,
  name: string,
  due: Date | undefined,
): DigestSubscription => ({
  workspace_id: workspaceId,
  name,
  subscribed: due !== undefined,
  next_at: due?.toISOString() ?? null,
})

const audited = (request: FastifyRequest, workspaceId: string) => ({
  workspaceId,
  ...auditedCaller(request),
  action: request.routeOptions.config.route?.audit ?? '',
  subjectId: workspaceId,
})

/** Refuses a workspace that they do not see as one that does not exist. */
async function ownWorkspace(db: Db, { operator }: FastifyRequest, workspaceId: string) {
  if ((await findRole(db, operator.identity, { workspaceId })) === null) {
    throw new Refusal('NOT_FOUND')
  }
  return findWorkspace(db, workspaceId)
}

function cannotSend(): Refusal {
  const details = [{ path: '', message: 'needs SMTP_URL and PUBLIC_URL on this server' }]
  return new Refusal('BAD_REQUEST', { details })
}
