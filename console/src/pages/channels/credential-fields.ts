import type { Channel, ChannelConnection } from '@footnote/client/admin'
import type { t } from './texts.ts'

type Kind = Channel['kind']
export type CredentialField = keyof typeof t.channels.credentials
export type Entered = Readonly<Partial<Record<CredentialField, string>>>

/** In the order in which they are asked for. */
export const CREDENTIAL_FIELDS: Readonly<Record<Kind, readonly CredentialField[]>> = {
  slack: ['bot_token', 'signing_secret', 'api_url'],
  discord: ['bot_token', 'api_url'],
  github: ['app_id', 'private_key', 'api_url'],
}
export const KINDS: readonly Kind[] = ['slack', 'discord', 'github']

export const SECRET_FIELDS: ReadonlySet<CredentialField> = new Set(['bot_token', 'signing_secret'])

/** Where the products are for nearly everybody. */
export const ADDRESSES: Readonly<Record<Kind, Entered>> = {
  slack: { api_url: 'https://slack.com/api/' },
  discord: { api_url: 'https://discord.com/api/v10/' },
  github: { api_url: 'https://api.github.com/' },
}

export function toCredential(kind: Kind, entered: Entered): ChannelConnection {
  const text = (field: CredentialField) => entered[field]?.trim() ?? ''
  switch (kind) {
    case 'slack':
      return {
        kind,
        bot_token: text('bot_token'),
        signing_secret: text('signing_secret'),
        api_url: text('api_url'),
      }
    case 'discord':
      return { kind, bot_token: text('bot_token'), api_url: text('api_url') }
    case 'github':
      return {
        kind,
        app_id: text('app_id'),
        private_key: text('private_key'),
        api_url: text('api_url'),
      }
  }
}
