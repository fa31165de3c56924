import type { AcceptInvitationBody } from '@footnote/contract/accounts/invitations'
import type { FastifyRequest } from 'fastify'
import type { FoundInvitation } from '../../access/operators/invitations.ts'
import {
  findInvitation,
  readMailedToken,
  revokeInvitation,
} from '../../access/operators/invitations.ts'
import { addMember } from '../../access/operators/members.ts'
import type { Person } from '../../access/operators/operator.ts'
import { withWorkspace } from '../../platform/database/tenant.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recordAudit } from '../../workspaces/audit.ts'
import type { Deps } from '../deps.ts'
import { needsOwnSignIn } from './account-policy.ts'
import { countAttempt } from './count-attempt.ts'
import { readFrom } from './identify-operator.ts'
import { recordFailedSignIn } from './installation-events.ts'
import { refuseWithoutSso } from './must-use-sso.ts'
import { requireOwnOrigin } from './own-origin.ts'

type Request = FastifyRequest & { body: AcceptInvitationBody }

const ended = () => new Refusal('UNAUTHORIZED', { message: 'This link is not valid any more.' })

/** Once, and only for the invited address. Somebody new gets an account and is signed in. */
export async function acceptInvitation(deps: Deps, request: Request): Promise<Accepted> {
  const { operatorDb: db, peppers } = deps
  const { token, isMailed } = readMailedToken(peppers, request.body.token)
  await countAttempt(deps, request, token)
  const invitation = await findInvitation(db, peppers, token)
  if (!invitation) throw ended()
  const accepted = await identifyInvited(deps, request, { ...invitation, isMailed })
  const { workspaceId, role } = invitation
  const { id, email } = accepted.person
  await withWorkspace(db, workspaceId, async (tx) => {
    if (!(await revokeInvitation(tx, invitation.id))) throw ended()
    await addMember(tx, workspaceId, id, role)
    await recordAudit(tx, {
      workspaceId,
      actor: email,
      actorId: id,
      action: 'invitation.accept',
      subjectId: invitation.id,
      address: request.ip,
      requestId: request.id,
      changes: [{ field: 'role', from: null, to: role }],
    })
  })
  request.isAudited = true
  return accepted
}

type Accepted = { person: Person; cookies: string[] }

/** By the session that they have, or the password of the account that they have or now get. */
async function identifyInvited(
  deps: Deps,
  request: Request,
  { email, hasAccount, isMailed, workspaceId }: FoundInvitation & { isMailed: boolean },
): Promise<Accepted> {
  const { accounts, publicUrl, operatorDb } = deps
  const { name, password } = request.body
  if (password === undefined) {
    requireOwnOrigin(request, publicUrl)
    const { value } = await (await accounts()).findSession(readFrom(request))
    if (value?.person.email !== email) {
      throw new Refusal('UNAUTHORIZED', { message: `This link is for ${email}.` })
    }
    // The provider of one workspace does not say who joins another.
    if (![null, workspaceId].includes(value.onlyWorkspaceId)) throw needsOwnSignIn()
    return { person: value.person, cookies: [] }
  }
  await refuseWithoutSso(deps, request, email)
  if (!hasAccount) {
    if (name === undefined) {
      throw new Refusal('BAD_REQUEST', { details: [{ path: 'name', message: 'is needed' }] })
    }
    await (
      await accounts()
    ).createPerson({ email, name, password, ownsInstallation: false, isEmailProved: isMailed })
  }
  const signedIn = await (await accounts()).signIn({ email, password }, readFrom(request))
  if (signedIn?.person) return { person: signedIn.person, cookies: signedIn.cookies }
  if (signedIn) {
    throw new Refusal('UNAUTHORIZED', { message: 'Sign in first, then open this link again.' })
  }
  await recordFailedSignIn(operatorDb, request, 'password', email)
  throw new Refusal('UNAUTHORIZED', { message: 'This is not the password of your account.' })
}
