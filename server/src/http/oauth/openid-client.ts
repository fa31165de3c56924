import * as openid from 'openid-client'
import { z } from 'zod'
import type { Fetch } from '../../platform/network/safe-fetch.ts'
import type { VerifiedClaims } from './read-claims.ts'
import { readClaims, readGroups } from './read-claims.ts'

export type ProviderClient = { issuer: string; clientId: string; secret: string | undefined }

/** What the callback has to know of the request. */
export const PendingRequest = z.object({ verifier: z.string(), nonce: z.string() })
export type PendingRequest = z.infer<typeof PendingRequest>

/** Reads what the provider says about itself. Throws when it does not, or is another issuer. */
export function discoverProvider(
  fetch: Fetch,
  { issuer, clientId, secret }: ProviderClient,
): Promise<openid.Configuration> {
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
      execute: [
        // The library trusts a token that came over TLS. Whatever ends the TLS could then sign in as anybody.
        openid.enableNonRepudiationChecks,
        // For a provider on this machine. The fetch refuses private addresses unless they are allowed.
        ...(isPlain ? [openid.allowInsecureRequests] : []),
      ],
    },
  )
}

/** With PKCE, state and nonce. */
export async function requestAuthorization(
  provider: openid.Configuration,
  { redirectUri, scope, state }: { redirectUri: string; scope: string; state: string },
): Promise<{ url: string; pending: PendingRequest }> {
  const verifier = openid.randomPKCECodeVerifier()
  const nonce = openid.randomNonce()
  const url = openid.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  return { url: url.href, pending: { verifier, nonce } }
}

/** `groupsClaim`: the claim that lists groups. Checks state, nonce, issuer, audience, signature and times. null: one of them is wrong. */
export async function verifyIdentity(
  provider: openid.Configuration,
  callback: URL,
  { verifier, nonce, state }: PendingRequest & { state: string },
  groupsClaim: string | null = null,
): Promise<(VerifiedClaims & { groups: string[] }) | null> {
  const tokens = await openid
    .authorizationCodeGrant(provider, callback, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    })
    .catch(() => null)
  const all = tokens?.claims() ?? null
  const claims = readClaims(all)
  return claims && { ...claims, groups: groupsClaim === null ? [] : readGroups(all?.[groupsClaim]) }
}
