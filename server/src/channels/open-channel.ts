import type {
  ChannelIdentity,
  ChannelKind,
  SlackConnection,
} from '@footnote/contract/admin/channels/channels'
import type { FetchPage } from '../platform/network/fetch-page.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { openConnection } from './channel-credentials.ts'
import type { StoredChannel } from './channels.ts'
import type { Product } from './product.ts'
import { slackProduct } from './slack/slack-product.ts'

export type OpeningDeps = {
  /** Reaches no private address. */
  fetchPage: FetchPage
  secrets: SecretBox | null
}

export type OpenChannel = { product: Product; identity: ChannelIdentity }

const PRODUCTS: Readonly<
  Record<ChannelKind, (fetchPage: FetchPage, connection: SlackConnection) => Product>
> = { slack: slackProduct }

/** A channel with the credentials that an operator enters. */
export const productOf = (
  kind: ChannelKind,
  fetchPage: FetchPage,
  connection: SlackConnection,
): Product => PRODUCTS[kind](fetchPage, connection)

/** null: it is not connected, or its credentials cannot be opened. */
export function openChannel(
  { fetchPage, secrets }: OpeningDeps,
  knowledgeBaseId: string,
  { id, kind, identity, credential }: StoredChannel,
): OpenChannel | null {
  if (!identity || !credential) return null
  const connection = openConnection(secrets, knowledgeBaseId, { id, credential })
  return connection && { product: productOf(kind, fetchPage, connection), identity }
}
