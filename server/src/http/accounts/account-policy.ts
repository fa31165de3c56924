import type { FastifyInstance } from 'fastify'
import { nameActor, onlyWorkspaceFor } from '../../access/operators/operator.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PolicyDeps } from '../hooks/admin-policy.ts'
import { identifyOrCount } from '../hooks/admin-policy.ts'
import { requireOwnOrigin } from './own-origin.ts'

/** For routes of people rather than of workspaces. Denies by default, as the admin policy does. */
export function addAccountPolicy(
  app: FastifyInstance,
  deps: Pick<PolicyDeps, 'identify' | 'addressLimiter'>,
  publicUrl: string | null,
): void {
  app.decorateRequest('operator')
  app.addHook('onRoute', (route) => {
    if (route.config?.route?.openTo === undefined) {
      throw new Error(`Route ${String(route.method)} ${route.url} does not say who may use it`)
    }
  })
  app.addHook('onRequest', async (request, reply) => {
    const openTo = request.routeOptions.config.route?.openTo
    if (openTo === 'anyone') {
      // Only a browser could be made to sign somebody in, and browsers name the page that asks.
      const { origin, 'sec-fetch-site': site } = request.headers
      if (origin !== undefined || site !== undefined) requireOwnOrigin(request, publicUrl)
      return
    }
    const identity = await identifyOrCount(deps, request, reply)
    if (openTo !== 'operator' && identity.via !== 'session') {
      throw new Refusal('FORBIDDEN', { message: 'Only somebody who signed in may do that.' })
    }
    if (openTo === 'own_sign_in' && onlyWorkspaceFor(identity) !== null) throw needsOwnSignIn()
    // What they may do depends on a workspace, and these routes name none.
    request.operator = { identity, actor: nameActor(identity), role: 'viewer' }
  })
}

/** The account opens every workspace of its person, and a provider speaks for one. */
export const needsOwnSignIn = () =>
  new Refusal('FORBIDDEN', {
    message:
      'Single sign-on does not open this. Sign in with your password, a passkey or a link as well.',
  })
