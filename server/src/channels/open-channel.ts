import type { ChannelConnection, ChannelIdentity } from '@footnote/contract/admin/channels/channels'
import type { FetchPage } from '../platform/network/fetch-page.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { openConnection } from './channel-credentials.ts'
import type { StoredChannel } from './channels.ts'
import { discordProduct } from './discord/discord-product.ts'
import { githubProduct } from './github/github-product.ts'
import type { Product } from './product.ts'
import { slackProduct } from './slack/slack-product.ts'

export type OpeningDeps = {
  /** Reaches no private address. */
  fetchPage: FetchPage
  secrets: SecretBox | null
}

export type OpenChannel = { product: Product; identity: ChannelIdentity }

/** A product with the credentials that an operator enters. */
export function productOf(fetchPage: FetchPage, connection: ChannelConnection): Product {
  switch (connection.kind) {
    case 'slack':
      return slackProduct(fetchPage, connection)
    case 'discord':
      return discordProduct(fetchPage, connection)
    case 'github':
      return githubProduct(fetchPage, connection)
  }
}

/** null: it is not connected, or its credentials cannot be opened. */
export function openChannel(
  { fetchPage, secrets }: OpeningDeps,
  knowledgeBaseId: string,
  { id, kind, identity, credential }: StoredChannel,
): OpenChannel | null {
  if (!identity || !credential) return null
  const connection = openConnection(secrets, knowledgeBaseId, { id, kind, credential })
  return connection && { product: productOf(fetchPage, connection), identity }
}
