import type { FastifyReply } from 'fastify'
import { randomState } from 'openid-client'
import type { Configuration } from 'openid-client'
import { beginAttempt, endAttempt } from '../../access/readers/sign-in-attempts.ts'
import { oidcSecretContext } from '../../access/readers/save-sign-in-settings.ts'
import type { SignIn } from '../../access/readers/sign-in-settings.ts'
import type { SignInDeps } from './deps.ts'
import { getProviderCallback } from './deps.ts'
import { finishSignIn } from './finish-sign-in.ts'
import type { Interaction } from './interaction.ts'
import {
  discoverProvider,
  PendingRequest,
  verifyIdentity,
  requestAuthorization,
} from './openid-client.ts'
import { errorPage } from './pages.ts'
import { sendPage } from './send-page.ts'

/** A state names the browser's interaction, so that the fixed callback address can find it. */
const STATE = /^([\w-]{1,100})\.[\w-]{40,100}$/

/** Redirects to the operator's OpenID provider. */
export async function leaveForProvider(
  deps: SignInDeps,
  { signIn, details, reply }: Interaction,
): Promise<FastifyReply> {
  const provider = await discover(deps, signIn).catch(() => null)
  if (!provider) return failed(reply)
  const state = `${details.uid}.${randomState()}`
  const { url, pending } = await requestAuthorization(provider, {
    redirectUri: getProviderCallback(deps, signIn.knowledgeBaseId),
    scope: 'openid email',
    state,
  })
  await beginAttempt(deps, signIn, details.uid, pending, state)
  return reply.redirect(url, 303)
}

/** The interaction of a state, for the redirect to the path that its cookie is sent to. */
export const interactionIn = (state: unknown): string | undefined => STATE.exec(String(state))?.[1]

export async function returnFromProvider(
  deps: SignInDeps,
  interaction: Interaction,
): Promise<FastifyReply> {
  const { signIn, details, reply, search } = interaction
  const url = new URL(getProviderCallback(deps, signIn.knowledgeBaseId))
  url.search = search
  const state = url.searchParams.get('state') ?? ''
  const remembered = PendingRequest.safeParse(await endAttempt(deps, signIn, details.uid, state))
  const provider = remembered.success ? await discover(deps, signIn).catch(() => null) : null
  if (!remembered.success || !provider) return failed(reply)
  const claim = signIn.oidc?.groupsClaim ?? null
  const proven = await verifyIdentity(provider, url, { ...remembered.data, state }, claim)
  if (!proven) return failed(reply)
  const { issuer, subject, email, groups } = proven
  return finishSignIn(deps, interaction, { identity: `${issuer} ${subject}`, email, groups })
}

const failed = (reply: FastifyReply): FastifyReply =>
  sendPage(reply.status(400), errorPage('sign_in_failed', 'Please start again from your tool.'))

async function discover(
  { fetch, secrets }: SignInDeps,
  { oidc, knowledgeBaseId }: SignIn,
): Promise<Configuration> {
  if (!oidc) throw new Error('The knowledge base has no OpenID provider')
  const { issuer, clientId, sealedSecret } = oidc
  const context = oidcSecretContext(knowledgeBaseId, issuer, clientId)
  const secret = sealedSecret ? secrets.open(sealedSecret, context) : undefined
  return discoverProvider(fetch, { issuer, clientId, secret })
}
