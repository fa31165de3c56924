import type { FastifyRequest } from 'fastify'
import type { SignedIn } from '../../access/operators/accounts.ts'
import { findSso, useSso } from '../../access/operators/sso/sso-settings.ts'
import type { Deps } from '../deps.ts'
import { readFrom } from './identify-operator.ts'

/** Whom this browser is signed in as; null: nobody. */
export const findOwnSession = async (
  { accounts }: Pick<Deps, 'accounts'>,
  request: FastifyRequest,
): Promise<SignedIn | null> => (await (await accounts()).findSession(readFrom(request))).value

/**
 * Whether people with this address have to sign in by single sign-on, and this browser has not. Once it
 * has, another way comes on top: that opens their other workspaces too.
 */
export async function mustUseSso(
  deps: Pick<Deps, 'accounts' | 'operatorDb'>,
  request: FastifyRequest,
  email: string,
): Promise<boolean> {
  const sso = await findSso(deps.operatorDb, email)
  if (!sso?.enforced) return false
  const held = await findOwnSession(deps, request)
  return held?.person.email !== email.toLowerCase() || held.onlyWorkspaceId !== sso.workspace_id
}

/** The same whether anybody has the address or not. */
export async function refuseWithoutSso(
  deps: Pick<Deps, 'accounts' | 'operatorDb'>,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  if (await mustUseSso(deps, request, email)) throw useSso()
}
