import { createHash } from 'node:crypto'
import type { Caller } from '../access/caller.ts'
import { findTenantFields } from '../access/tenant-fields.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import type { StoredChannel } from './channels.ts'

/**
 * Who asks in a channel: the channel itself, as a key of its own. It reads the groups that it was given;
 * those for signed readers only where no other company reads along. A conversation there is nobody's elsewhere.
 */
export async function findChannelCaller(
  tx: TenantTransaction,
  tenant: Tenant,
  { id, group_ids: groupIds }: Pick<StoredChannel, 'id' | 'group_ids'>,
  { conversation, isShared }: { conversation: string; isShared: boolean },
): Promise<Caller | null> {
  const fields = await findTenantFields(tx, tenant.knowledgeBaseId)
  if (!fields) return null
  const opened = isShared ? [] : fields.signedGroups.filter((group) => groupIds.includes(group.id))
  return {
    ...tenant,
    ...fields,
    keyId: id,
    kind: 'secret',
    allowedGroupIds: groupIds,
    reader: {
      owner: hashConversation(id, conversation),
      subject: null,
      groupIds: opened.map((group) => group.id),
      token: null,
    },
    allowedOrigins: null,
    allowedAddresses: [],
    captcha: { required: false, hostnames: [] },
  }
}

const hashConversation = (channelId: string, conversation: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['channel', channelId, conversation]))
    .digest('hex')
