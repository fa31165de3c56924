import { CONSOLE_PATHS, SIGN_IN_PATHS } from '@footnote/contract/paths'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { cookieName, onlyCookies } from '../../../access/operators/cookie-name.ts'
import { addMember, isMember } from '../../../access/operators/members.ts'
import type { Person } from '../../../access/operators/operator.ts'
import { endSsoAttempt } from '../../../access/operators/sso/sso-attempts.ts'
import type { Sso } from '../../../access/operators/sso/sso-settings.ts'
import { getDomain, readSso } from '../../../access/operators/sso/sso-settings.ts'
import { isUniqueViolation } from '../../../platform/database/database-errors.ts'
import type { Db } from '../../../platform/database/db.ts'
import { withWorkspace } from '../../../platform/database/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { recordAudit } from '../../../workspaces/audit.ts'
import type { Deps } from '../../deps.ts'
import type { SignInDeps } from '../../oauth/deps.ts'
import { PendingRequest, verifyIdentity } from '../../oauth/openid-client.ts'
import { errorPage } from '../../oauth/pages.ts'
import { sendPage } from '../../oauth/send-page.ts'
import { readInput } from '../../read-input.ts'
import { countAttempt } from '../count-attempt.ts'
import { readFrom } from '../identify-operator.ts'
import { recordFailedSignIn, recordInstallationEvent } from '../installation-events.ts'
import { findOwnSession } from '../must-use-sso.ts'
import { buildCallbackUrl } from '../sso-settings.ts'
import { discoverSso } from './discover-sso.ts'
import { SSO_COOKIE, ssoCookie } from './sso.ts'

const Remembered = PendingRequest.extend({ issuer: z.string(), client_id: z.string() })
const Query = z.object({ state: z.string().max(200).default('') })

/** Where the provider sends the browser back to. It goes on to the console, and nowhere else. */
export const ssoCallback =
  (deps: Deps, signIn: SignInDeps): FastifyPluginAsync =>
  async (app) => {
    app.get(SIGN_IN_PATHS.callback, async (request, reply) => {
      const proved = await proveIdentity(deps, signIn, request)
      if (!proved) return failed(deps.operatorDb, request, reply)
      const { sso, identity } = proved
      const accounts = await deps.accounts()
      // Whoever signed in here by something of their own has proved who they are to all of them.
      const session = await findOwnSession(deps, request)
      const provedId = session?.onlyWorkspaceId === null ? session.person.id : null
      const linking = {
        isTheirs: async (personId: string) =>
          personId === provedId || (await isMember(deps.operatorDb, sso.workspace_id, personId)),
      }
      const found = await accounts.identifyProved(identity, linking).catch((error: unknown) => {
        // Not for them to sign in as, or two first sign-ins at once.
        if (error instanceof Refusal || isUniqueViolation(error)) return null
        throw error
      })
      if (!found) return failed(deps.operatorDb, request, reply, identity.email)
      const { person, isFirst } = found
      if (isFirst) await joinWorkspace(deps.operatorDb, request, sso, person)
      const opens = person.id === provedId ? null : sso.workspace_id
      const from = readFrom(request)
      const { person: signedIn, cookies } = await accounts.signInProved(person.id, opens, from)
      if (signedIn) {
        const action = 'session.sign_in'
        await recordInstallationEvent(deps.operatorDb, request, person, person.id, action)
      }
      for (const cookie of [...cookies, ssoCookie(deps.publicUrl, '', 0)]) {
        reply.header('set-cookie', cookie)
      }
      return reply.redirect(signedIn ? CONSOLE_PATHS.start : SIGN_IN_PATHS.code, 303)
    })
  }

/** null: not the browser that began, too late, or the provider does not prove an address of its domains. */
async function proveIdentity(deps: Deps, signIn: SignInDeps, request: FastifyRequest) {
  const { operatorDb: db, peppers, publicUrl } = deps
  const { state } = readInput(Query, request.query)
  await countAttempt(deps, request, `sso ${state}`)
  const cookie = onlyCookies(request.headers.cookie, [cookieName(publicUrl, SSO_COOKIE)])
  const browser = cookie?.split('=')[1] ?? ''
  const attempt = await endSsoAttempt({ db, peppers, secrets: signIn.secrets }, { state, browser })
  const remembered = Remembered.safeParse(attempt?.remembered)
  if (!attempt || !remembered.success) return null
  const sso = await withWorkspace(db, attempt.workspaceId, readSso)
  const { issuer, client_id, ...pending } = remembered.data
  // Changed meanwhile: another provider must not finish what the first one began.
  if (sso?.issuer !== issuer || sso.client_id !== client_id) return null
  const provider = await discoverSso(signIn, sso).catch(() => null)
  if (!provider) return null
  const callback = new URL(buildCallbackUrl(signIn))
  callback.search = new URL(request.url, callback).search
  const proved = await verifyIdentity(provider, callback, { ...pending, state })
  if (!proved?.email || !sso.domains.includes(getDomain(proved.email))) return null
  const { subject, email, name } = proved
  return { sso, identity: { issuer, subject, email, name: name ?? email } }
}

async function joinWorkspace(
  db: Db,
  request: FastifyRequest,
  { workspace_id: workspaceId, default_role: role }: Sso,
  { id, email }: Person,
): Promise<void> {
  await withWorkspace(db, workspaceId, async (tx) => {
    if (!(await addMember(tx, workspaceId, id, role))) return
    await recordAudit(tx, {
      workspaceId,
      actor: email,
      actorId: id,
      action: 'member.join',
      subjectId: id,
      address: request.ip,
      requestId: request.id,
      changes: [{ field: 'role', from: null, to: role }],
    })
  })
}

async function failed(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  email?: string,
): Promise<FastifyReply> {
  await recordFailedSignIn(db, request, 'single sign-on', email)
  return sendPage(reply.status(400), errorPage('sign_in_failed', 'Please sign in again.'))
}
