import { ChannelConnection } from '@footnote/contract/admin/channels/channels'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { SecretBox } from '../platform/secret-box.ts'

import type { StoredChannel } from './channels.ts'

export type SealedCredential = { id: string; credential: Buffer }

/** It opens only for its channel. */
export const channelContext = (knowledgeBaseId: string, channelId: string): string[] => [
  'channel credential',
  knowledgeBaseId,
  channelId,
]

export const sealConnection = (
  secrets: SecretBox,
  knowledgeBaseId: string,
  channelId: string,
  connection: ChannelConnection,
): Buffer => secrets.seal(JSON.stringify(connection), channelContext(knowledgeBaseId, channelId))

/** null: it cannot be opened with the keys that this server has. */
export function openConnection(
  secrets: SecretBox | null,
  knowledgeBaseId: string,
  { id, kind, credential }: SealedCredential & Pick<StoredChannel, 'kind'>,
): ChannelConnection | null {
  try {
    const opened = secrets?.open(credential, channelContext(knowledgeBaseId, id))
    return opened === undefined ? null : ChannelConnection.parse({ kind, ...JSON.parse(opened) })
  } catch {
    return null
  }
}

/** Of all channels. */
export async function sealedCredentials(tx: TenantTransaction): Promise<SealedCredential[]> {
  const { rows } = await sql<SealedCredential>`
    select id, credential from channels where credential is not null order by id`.execute(tx)
  return rows
}

export const replaceCredential = (
  tx: TenantTransaction,
  { id, credential }: SealedCredential,
  resealed: Buffer,
) =>
  sql`update channels set credential = ${resealed}
      where id = ${id} and credential = ${credential}`.execute(tx)
