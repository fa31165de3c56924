import type {
  Channel,
  ChannelBody,
  ChannelIdentity,
  ChannelKind,
  ChannelPatch,
  Unasked,
} from '@footnote/contract/admin/channels/channels'
import { MAX_CHANNELS } from '@footnote/contract/limits'
import { rawRoutes } from '@footnote/contract/raw-routes'
import { sql } from 'kysely'
import { requireGroups } from '../knowledge/groups.ts'
import { refuseTaken } from '../platform/database/database-errors.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { newId } from '../platform/new-id.ts'
import { Refusal } from '../platform/refusal.ts'
import { channelSetup } from './channel-setup.ts'

export type StoredChannel = {
  id: string
  kind: ChannelKind
  name: string
  group_ids: string[]
  places: string[]
  questions_per_minute: number
  unasked: Unasked
  say_not_covered: boolean
  enabled: boolean
  identity: ChannelIdentity | null
  credential: Buffer | null
  connected_at: Date | null
  problem: string | null
  problem_at: Date | null
  created_at: Date
}

const SELECT_CHANNELS = sql`
  select c.id, c.kind, c.name, c.places, c.questions_per_minute, c.unasked,
         c.say_not_covered, c.enabled, c.identity, c.credential,
         c.connected_at, c.problem, c.problem_at, c.created_at,
         array(select g.group_id::text from channel_groups g
               where g.knowledge_base_id = c.knowledge_base_id and g.channel_id = c.id
               order by g.group_id) as group_ids
  from channels c`

/** undefined: there is none. */
export async function readChannel(
  tx: TenantTransaction,
  id: string,
): Promise<StoredChannel | undefined> {
  const { rows } = await sql<StoredChannel>`${SELECT_CHANNELS} where c.id = ${id}`.execute(tx)
  return rows[0]
}

/** Refuses an unknown id. */
export async function findChannel(tx: TenantTransaction, id: string): Promise<StoredChannel> {
  const found = await readChannel(tx, id)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

export async function listChannels(tx: TenantTransaction): Promise<StoredChannel[]> {
  const { rows } = await sql<StoredChannel>`${SELECT_CHANNELS} order by c.id`.execute(tx)
  return rows
}

/** Where the product sends what happens. */
export function requestUrlOf(knowledgeBaseId: string, id: string, origin: string): string {
  const path = rawRoutes.channelCall.path
    .replace('{knowledgeBaseId}', knowledgeBaseId)
    .replace('{channelId}', id)
  return `${origin.replace(/\/$/, '')}${path}`
}

/** As operators see it. `origin`: where the product reaches this service. */
export function toChannel(
  { knowledgeBaseId }: Pick<Tenant, 'knowledgeBaseId'>,
  stored: StoredChannel,
  origin: string,
): Channel {
  const { id, kind, name, group_ids, places, questions_per_minute, enabled } = stored
  const requestUrl = requestUrlOf(knowledgeBaseId, id, origin)
  const { unasked, say_not_covered, identity, connected_at, problem, problem_at } = stored
  return {
    id,
    kind,
    name,
    group_ids,
    places,
    questions_per_minute,
    unasked,
    say_not_covered,
    enabled,
    connection: identity && { ...identity, since: connected_at?.toISOString() ?? '' },
    problem: problem === null ? null : { message: problem, at: problem_at?.toISOString() ?? '' },
    request_url: requestUrl,
    ...channelSetup(kind, name, requestUrl, identity),
    created_at: stored.created_at.toISOString(),
  }
}

/** Refuses one more than there may be, a name that another has, and groups of elsewhere. */
export async function createChannel(
  tx: TenantTransaction,
  { workspaceId, knowledgeBaseId }: Tenant,
  { kind, name, group_ids, places, questions_per_minute, unasked, say_not_covered }: ChannelBody,
): Promise<StoredChannel> {
  // Two requests at once would both find room.
  await sql`select from knowledge_bases where id = ${knowledgeBaseId} for update`.execute(tx)
  if ((await listChannels(tx)).length >= MAX_CHANNELS) {
    const message = `A knowledge base has at most ${MAX_CHANNELS} channels.`
    throw new Refusal('CONFLICT', { message })
  }
  const id = newId()
  await sql`
    insert into channels (knowledge_base_id, id, workspace_id, kind, name, places, questions_per_minute,
                          unasked, say_not_covered)
    values (${knowledgeBaseId}, ${id}, ${workspaceId}, ${kind}, ${name}, ${places}::text[],
            ${questions_per_minute}, ${unasked}, ${say_not_covered})`
    .execute(tx)
    .catch(refuseTaken)
  await setGroups(tx, knowledgeBaseId, id, group_ids)
  return findChannel(tx, id)
}

export async function changeChannel(
  tx: TenantTransaction,
  { knowledgeBaseId }: Tenant,
  id: string,
  {
    name,
    group_ids,
    places,
    questions_per_minute,
    unasked,
    say_not_covered,
    enabled,
  }: ChannelPatch,
): Promise<StoredChannel> {
  await sql`
    update channels set
      name = coalesce(${name ?? null}::text, name),
      places = coalesce(${places ?? null}::text[], places),
      questions_per_minute = coalesce(${questions_per_minute ?? null}::int, questions_per_minute),
      unasked = coalesce(${unasked ?? null}::text, unasked),
      say_not_covered = coalesce(${say_not_covered ?? null}::boolean, say_not_covered),
      enabled = coalesce(${enabled ?? null}::boolean, enabled)
    where id = ${id}`
    .execute(tx)
    .catch(refuseTaken)
  if (group_ids) {
    await sql`delete from channel_groups where channel_id = ${id}`.execute(tx)
    await setGroups(tx, knowledgeBaseId, id, group_ids)
  }
  return findChannel(tx, id)
}

async function setGroups(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  id: string,
  groupIds: readonly string[],
): Promise<void> {
  await requireGroups(tx, groupIds)
  await sql`
    insert into channel_groups (knowledge_base_id, channel_id, group_id)
    select ${knowledgeBaseId}, ${id}, unnest(${[...new Set(groupIds)]}::uuid[])`.execute(tx)
}

/** Whatever kept it from answering is over. */
export async function storeConnection(
  tx: TenantTransaction,
  id: string,
  { identity, credential }: { identity: ChannelIdentity; credential: Buffer },
): Promise<StoredChannel> {
  await sql`
    update channels set identity = ${JSON.stringify(identity)}::jsonb, credential = ${credential},
      connected_at = now(), problem = null, problem_at = null
    where id = ${id}`.execute(tx)
  return findChannel(tx, id)
}

/** null: it is over. */
export const storeProblem = (tx: TenantTransaction, id: string, problem: string | null) =>
  sql`
    update channels set problem = ${problem}::text, problem_at = case when ${problem}::text is not null then now() end
    where id = ${id} and (problem is not null or ${problem}::text is not null)`.execute(tx)

export const deleteChannel = (tx: TenantTransaction, id: string) =>
  sql`delete from channels where id = ${id}`.execute(tx)
