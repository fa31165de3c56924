import type { SourceCredentialInput } from '@footnote/contract/admin/source-credentials'
import { readKeyFile } from '@footnote/contract/admin/source-credentials'
import type { SourceSettings } from '@footnote/contract/admin/source-settings'
import type { RequestCredential } from '../../platform/network/fetch-page.ts'
import { fetchedAddress } from '../fetched-address.ts'
import { isRsaKey } from './github-app.ts'

type Type = SourceCredentialInput['type']

const TYPES: Readonly<Record<SourceSettings['type'], readonly Type[]>> = {
  website: ['basic', 'header', 'cookie'],
  openapi: ['basic', 'header', 'cookie'],
  git: ['token', 'github_app'],
  files: [],
  confluence: ['basic', 'token'],
  zendesk: ['oauth_client'],
  github: ['token', 'github_app'],
  s3: ['access_key'],
  drive: ['service_account'],
  notion: ['token'],
  intercom: ['token'],
  discourse: ['basic'],
}

export type GivenCredential = {
  readonly settings: SourceSettings
  readonly credential: SourceCredentialInput
  readonly origin: string
}

/** Where the source's credential goes. null: the source fetches nothing. */
export function credentialOrigin(settings: SourceSettings): string | null {
  const fetched = fetchedAddress(settings)
  return fetched && new URL(fetched.address).origin
}

/** Why the source cannot sign in with this: the field, and a predicate. null: it can. */
export function whyNoCredential(
  settings: SourceSettings,
  credential: SourceCredentialInput,
): { path: string; message: string } | null {
  const types = TYPES[settings.type]
  if (credentialOrigin(settings) === null) {
    return { path: 'credential', message: 'is of no use: nothing is fetched over HTTP' }
  }
  if (!types.includes(credential.type)) {
    const message = `must be one of ${types.join(', ')} for this source`
    return { path: 'credential.type', message }
  }
  if (credential.type !== 'github_app' || isRsaKey(credential.private_key)) return null
  return { path: 'credential.private_key', message: 'must be an RSA private key in PEM' }
}

/** What operators see of it. */
export function signedInAs({ settings, credential, origin }: GivenCredential): string {
  switch (credential.type) {
    case 'basic':
      return credential.username
    case 'header':
      return credential.name
    case 'cookie':
      return 'a cookie'
    case 'token':
      if (settings.type !== 'git') return 'a token'
      return credential.username ?? tokenUser(origin)
    case 'github_app':
      return `GitHub App ${credential.app_id}`
    case 'oauth_client':
      return credential.client_id
    case 'access_key':
      return credential.access_key_id
    case 'service_account':
      return readKeyFile(credential.key_file)?.client_email ?? ''
  }
}

/** What is sent as it was given. */
export type PlainCredential = Exclude<
  SourceCredentialInput,
  { type: 'github_app' | 'oauth_client' | 'access_key' | 'service_account' }
>

/**
 * `type`: of the source. Git wants a token as the password of a user, and an API as it is; Discourse has
 * headers of its own.
 */
export function requestCredential(
  credential: PlainCredential,
  { origin, type }: { origin: string; type: SourceSettings['type'] },
): RequestCredential {
  if (credential.type === 'token' && type !== 'git') {
    return { origin, headers: { authorization: bearer(credential.token) } }
  }
  if (credential.type === 'basic' && type === 'discourse') {
    const { username, password } = credential
    return { origin, headers: { 'api-key': password, 'api-username': username } }
  }
  return { origin, headers: buildHeaders(credential, origin) }
}

function buildHeaders(credential: PlainCredential, origin: string): Record<string, string> {
  switch (credential.type) {
    case 'basic':
      return { authorization: basic(credential.username, credential.password) }
    case 'header':
      return { [credential.name]: credential.value }
    case 'cookie':
      return { cookie: credential.value }
    case 'token':
      return { authorization: basic(credential.username ?? tokenUser(origin), credential.token) }
  }
}

export const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

export const bearer = (token: string): string => `Bearer ${token}`

/** Hosts that are not here take any name. */
const TOKEN_USERS: Readonly<Record<string, string>> = {
  'https://gitlab.com': 'oauth2',
  'https://bitbucket.org': 'x-token-auth',
}

const tokenUser = (origin: string): string => TOKEN_USERS[origin] ?? 'x-access-token'
