import { createPrivateKey } from 'node:crypto'
import type { GitHubAppCredential } from '@footnote/contract/admin/source-credentials'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { FetchPage, PageResponse } from '../../platform/network/fetch-page.ts'
import { SourceError } from '../connector.ts'
import { isTransientStatus } from '../website/site-fetch.ts'
import { restAddress } from '../github/github-addresses.ts'
import type { Token, TokenCache } from './token-cache.ts'
import { parseJson } from '../../platform/parse-json.ts'

/** What a token is for: a repository by its origin and its name there, and what it reads of it. */
export type AppRepository = {
  readonly origin: string
  readonly path: string
  readonly reads: readonly string[]
}

export type InstallationTokens = {
  /** `refused`: one that the host has just refused, which is not given again. */
  tokenFor(app: GitHubAppCredential, repository: AppRepository, refused?: string): Promise<string>
}

const TokenReply = z.object({ token: z.string().min(1), expires_at: z.iso.datetime() })
/** GitHub refuses one that lives longer than ten minutes; its clock may differ from ours. */
const JWT_SECONDS = 540
const CLOCKS_APART_SECONDS = 60
const MAX_REPLY_BYTES = 100_000
const TIMEOUT_MS = 15_000

/** Tokens of installations of GitHub Apps. With another key or another repository it is another token. */
export const createInstallationTokens = (
  fetchPage: FetchPage,
  tokens: TokenCache,
  now: () => number = Date.now,
): InstallationTokens => ({
  tokenFor: (app, repository, refused) =>
    tokens.tokenFor(
      [app, repository],
      () => requestToken(fetchPage, app, repository, now()),
      refused,
    ),
})

/** Whether it is a private key that RS256 can sign with. */
export function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

async function requestToken(
  fetchPage: FetchPage,
  app: GitHubAppCredential,
  { origin, path, reads }: AppRepository,
  nowMs: number,
): Promise<Token> {
  const api = restAddress(origin)
  const response = await fetchPage({
    url: `${api}/app/installations/${app.installation_id}/access_tokens`,
    method: 'POST',
    headers: {
      accept: 'application/vnd.github+json',
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
    },
    credential: {
      origin: new URL(api).origin,
      headers: { authorization: `Bearer ${await signAppToken(app, nowMs)}` },
    },
    body: Buffer.from(JSON.stringify(getLimits(path, reads))),
    maxBytes: MAX_REPLY_BYTES,
    timeoutMs: TIMEOUT_MS,
  })
  return readToken(response)
}

/** The token can read this of the repository, and nothing else. */
const getLimits = (path: string, reads: readonly string[]) => ({
  repositories: [path.replace(/^.*\//, '').replace(/\.git$/, '')],
  permissions: Object.fromEntries(reads.map((one) => [one, 'read'])),
})

/** What the app itself signs in with. */
export function signAppToken(
  { app_id, private_key }: Pick<GitHubAppCredential, 'app_id' | 'private_key'>,
  nowMs: number,
): Promise<string> {
  const seconds = Math.floor(nowMs / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(app_id)
    .setIssuedAt(seconds - CLOCKS_APART_SECONDS)
    .setExpirationTime(seconds + JWT_SECONDS)
    .sign(createPrivateKey(private_key))
}

const REFUSALS: Readonly<Record<number, string>> = {
  401: 'GitHub does not know the app: its id or its private key is wrong, or the key was deleted',
  403: 'GitHub does not let the app in: the installation may be suspended',
  404: 'the app has no such installation',
  422: 'the installation may not read this repository, or has no permission to read it',
}

function readToken({ status, body }: PageResponse): Token {
  if (isTransientStatus(status)) throw new Error(`GitHub answers with status ${status}.`)
  if (status !== 201) {
    const reason = REFUSALS[status] ?? 'GitHub gives the app no token'
    throw new SourceError(`The repository cannot be read: ${reason} (status ${status}).`)
  }
  // Without the cause: it could quote the token.
  const reply = TokenReply.safeParse(parseJson(body))
  if (!reply.success) {
    throw new SourceError('The repository cannot be read: GitHub sends no token.')
  }
  return { value: reply.data.token, expiresAtMs: Date.parse(reply.data.expires_at) }
}
