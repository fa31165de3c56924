import type { FastifyReply } from 'fastify'
import * as openid from 'openid-client'
import { z } from 'zod'
import { beginAttempt, endAttempt } from '../../access/readers/sign-in-attempts.ts'
import { oidcSecretContext } from '../../access/readers/save-sign-in-settings.ts'
import type { SignIn } from '../../access/readers/sign-in-settings.ts'
import type { SignInDeps } from './deps.ts'
import { providerCallbackOf } from './deps.ts'
import { finishSignIn } from './finish-sign-in.ts'
import type { Interaction } from './interaction.ts'
import { errorPage } from './pages.ts'
import { sendPage } from './send-page.ts'

const Remembered = z.object({ verifier: z.string(), nonce: z.string() })
/** A state names the browser's interaction, so that the fixed callback address can find it. */
const STATE = /^([\w-]{1,100})\.[\w-]{40,100}$/

/** Redirects to the operator's OpenID provider. */
export async function leaveForProvider(
  deps: SignInDeps,
  { signIn, details, reply }: Interaction,
): Promise<FastifyReply> {
  const provider = await discover(deps, signIn).catch(() => null)
  if (!provider) return failed(reply)
  const verifier = openid.randomPKCECodeVerifier()
  const nonce = openid.randomNonce()
  const state = `${details.uid}.${openid.randomState()}`
  await beginAttempt(deps, signIn, details.uid, { verifier, nonce }, state)
  const url = openid.buildAuthorizationUrl(provider, {
    redirect_uri: providerCallbackOf(deps, signIn.knowledgeBaseId),
    scope: 'openid email',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  return reply.redirect(url.href, 303)
}

/** The interaction of a state, for the redirect to the path that its cookie is sent to. */
export const interactionIn = (state: unknown): string | undefined => STATE.exec(String(state))?.[1]

export async function returnFromProvider(
  deps: SignInDeps,
  interaction: Interaction,
): Promise<FastifyReply> {
  const { signIn, details, reply, search } = interaction
  const url = new URL(providerCallbackOf(deps, signIn.knowledgeBaseId))
  url.search = search
  const state = url.searchParams.get('state') ?? ''
  const remembered = Remembered.safeParse(await endAttempt(deps, signIn, details.uid, state))
  const provider = remembered.success ? await discover(deps, signIn).catch(() => null) : null
  if (!remembered.success || !provider) return failed(reply)
  const { verifier, nonce } = remembered.data
  const tokens = await openid
    .authorizationCodeGrant(provider, url, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    })
    .catch(() => null)
  const claims = tokens?.claims()
  if (!claims) return failed(reply)
  const { iss, sub, email, email_verified: isVerified } = claims
  return finishSignIn(deps, interaction, {
    identity: `${iss} ${sub}`,
    email: isVerified === true && typeof email === 'string' ? email : null,
  })
}

const failed = (reply: FastifyReply): FastifyReply =>
  sendPage(reply.status(400), errorPage('sign_in_failed', 'Please start again from your tool.'))

async function discover(
  { fetch, secrets }: SignInDeps,
  { oidc, knowledgeBaseId }: SignIn,
): Promise<openid.Configuration> {
  if (!oidc) throw new Error('There is no provider')
  const { issuer, clientId, sealedSecret } = oidc
  const context = oidcSecretContext(knowledgeBaseId, issuer, clientId)
  const secret = sealedSecret ? secrets.open(sealedSecret, context) : undefined
  const isPlain = new URL(issuer).protocol === 'http:'
  return openid.discovery(
    new URL(issuer),
    clientId,
    secret,
    secret === undefined ? openid.None() : undefined,
    {
      [openid.customFetch]: (url, { body, signal, ...options }) =>
        fetch(url, {
          ...options,
          ...(body === undefined ? {} : { body }),
          ...(signal ? { signal } : {}),
        }),
      // For a provider on this machine. The fetch refuses private addresses unless they are allowed.
      ...(isPlain ? { execute: [openid.allowInsecureRequests] } : {}),
    },
  )
}
