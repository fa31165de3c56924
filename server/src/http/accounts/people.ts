import { peopleRoutes as routes } from '@footnote/contract/accounts/people-routes'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { AccessToken } from '../../access/operators/access-tokens.ts'
import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
} from '../../access/operators/access-tokens.ts'
import type { Invitation } from '../../access/operators/invitations.ts'
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
} from '../../access/operators/invitations.ts'
import type { Member } from '../../access/operators/members.ts'
import {
  changeMember,
  listMembers,
  removeMember,
  requireMember,
  requireOnlyHere,
  requireReach,
  getRoles,
} from '../../access/operators/members.ts'
import { ownsInstallation, findPerson } from '../../access/operators/operator.ts'
import { includesRole } from '@footnote/contract/role'
import { Refusal } from '../../platform/refusal.ts'
import { asOperator } from '../admin/as-operator.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'
import { sendInvitation } from './send-invitation.ts'

/** Who may work in a workspace, and the tokens of their programs. */
export const peopleRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { operatorDb: db, keyMaking } = deps

    serve(app, routes.listMembers, async (request) => {
      const members = await asOperator(db, request, (tx) => listMembers(tx))
      return { members: members.map(toMember) }
    })
    serve(app, routes.changeMember, async (request) => {
      const { role: by } = request.operator
      const changed = await asOperator(db, request, async (tx, { workspaceId }) => {
        const before = await requireMember(tx, request.params.personId)
        request.auditedBefore = before
        return changeMember(tx, workspaceId, before, request.body, by)
      })
      return toMember(changed)
    })
    serve(app, routes.removeMember, async (request) => {
      await asOperator(db, request, async (tx) => {
        const before = await requireMember(tx, request.params.personId)
        request.auditedBefore = before
        await removeMember(tx, before, request.operator.role)
      })
    })
    serve(app, routes.resetSecondFactor, async (request) => {
      await asOperator(db, request, async (tx) => {
        const { identity, role: by } = request.operator
        const member = await requireMember(tx, request.params.personId)
        request.auditedBefore = member
        requireReach(by, getRoles(member))
        if (!ownsInstallation(identity)) await requireOnlyHere(db, member.id)
        await (await deps.accounts()).resetSecondFactor(member.id)
      })
    })
    serve(app, routes.createInvitation, async (request) => {
      const { email, role } = request.body
      requireReach(request.operator.role, [role])
      const created = await asOperator(db, request, async (tx, { workspaceId }) => {
        const members = await listMembers(tx)
        if (members.some((member) => member.email === email.toLowerCase())) {
          throw new Refusal('CONFLICT', { message: 'They are a member already.' })
        }
        const invitedBy = request.operator.actor
        return createInvitation(tx, workspaceId, keyMaking.pepper, { email, role, invitedBy })
      })
      const is_sent = await sendInvitation(deps, created)
      return { ...toInvitation(created), token: created.token, is_sent }
    })
    serve(app, routes.listInvitations, async (request) => {
      const invitations = await asOperator(db, request, listInvitations)
      return { invitations: invitations.map(toInvitation) }
    })
    serve(app, routes.revokeInvitation, async (request) => {
      await asOperator(db, request, async (tx) => {
        const { invitationId } = request.params
        const before = (await listInvitations(tx)).find(({ id }) => id === invitationId)
        if (before) request.auditedBefore = before
        if (!(await revokeInvitation(tx, invitationId))) throw new Refusal('NOT_FOUND')
      })
    })
    serve(app, routes.createAccessToken, async (request) => {
      const { identity, role: by } = request.operator
      const { name, role, expires_in_days: expiresInDays } = request.body
      // Otherwise a token about to expire could renew itself for ever.
      if (identity.via === 'access_token') {
        throw new Refusal('FORBIDDEN', { message: 'An access token cannot make another one.' })
      }
      requireReach(by, [role])
      const created = await asOperator(db, request, (tx, { workspaceId }) => {
        const personId = findPerson(identity)?.id ?? null
        return createAccessToken(tx, workspaceId, keyMaking, {
          personId,
          name,
          role,
          expiresInDays,
        })
      })
      return { ...toToken(created), token: created.token }
    })
    serve(app, routes.listAccessTokens, async (request) => {
      const tokens = await asOperator(db, request, (tx) =>
        listAccessTokens(tx, ownTokensOnly(request)),
      )
      return { tokens: tokens.map(toToken) }
    })
    serve(app, routes.revokeAccessToken, async (request) => {
      await asOperator(db, request, async (tx) => {
        const { tokenId } = request.params
        const own = ownTokensOnly(request)
        const before = (await listAccessTokens(tx, own)).find(({ id }) => id === tokenId)
        if (before) request.auditedBefore = before
        if (!(await revokeAccessToken(tx, tokenId, own))) {
          throw new Refusal('NOT_FOUND')
        }
      })
    })
  }

/** Whose tokens they may see: undefined means everybody's. A token that belongs to no person sees none. */
function ownTokensOnly({ operator }: Pick<FastifyRequest, 'operator'>): string | undefined {
  if (includesRole(operator.role, 'admin')) return undefined
  const person = findPerson(operator.identity)
  if (!person) throw new Refusal('FORBIDDEN')
  return person.id
}

const toMember = ({ last_seen_at, created_at, ...member }: Member) => ({
  ...member,
  last_seen_at: last_seen_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
})

const toInvitation = ({ id, email, role, invited_by, created_at, expires_at }: Invitation) => ({
  id,
  email,
  role,
  invited_by,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
})

const toToken = ({ created_at, expires_at, last_used_at, ...token }: AccessToken) => ({
  id: token.id,
  name: token.name,
  role: token.role,
  person_id: token.person_id,
  hint: token.hint,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
})
