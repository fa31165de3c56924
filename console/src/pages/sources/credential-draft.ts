import type { SourceCredentialInput } from '@footnote/client/admin'
import type { Settings } from './basic-names.ts'
import { basicNames } from './basic-names.ts'
import { t } from './texts.ts'

export type CredentialKind = SourceCredentialInput['type']

/** The fields of all kinds; those of the chosen one count. */
export type CredentialDraft = {
  /** none: the source does not sign in. */
  kind: CredentialKind | 'none'
  username: string
  header: string
  appId: string
  installationId: string
  secret: string
}

export const NO_CREDENTIAL: CredentialDraft = {
  kind: 'none',
  username: '',
  header: '',
  appId: '',
  installationId: '',
  secret: '',
}

const KINDS: Readonly<Record<Settings['type'], readonly CredentialKind[]>> = {
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

/** With what such a source can sign in, for a choice. */
export const credentialKinds = (settings: Settings) =>
  KINDS[settings.type].map((kind) => [kind, kindName(kind, settings)] as const)

export const kindName = (kind: CredentialKind, settings: Settings): string =>
  kind === 'basic' ? basicNames(settings).kind : t.sources.credential.kinds[kind]

/** null: it does not sign in. */
export function toCredential(draft: CredentialDraft): SourceCredentialInput | null {
  const { kind, username, header, secret } = draft
  switch (kind) {
    case 'none':
      return null
    case 'basic':
      return { type: kind, username, password: secret }
    case 'header':
      return { type: kind, name: header, value: secret }
    case 'cookie':
      return { type: kind, value: secret }
    case 'token':
      return { type: kind, token: secret, ...(username === '' ? {} : { username }) }
    case 'access_key':
      return { type: kind, access_key_id: username.trim(), secret_access_key: secret }
    case 'service_account':
      return { type: kind, key_file: secret }
    case 'oauth_client':
      return { type: kind, client_id: username.trim(), client_secret: secret }
    case 'github_app':
      return {
        type: kind,
        app_id: draft.appId.trim(),
        installation_id: draft.installationId.trim(),
        private_key: secret,
      }
  }
}
