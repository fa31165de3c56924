import type { AuditChange, AuditExportQuery } from '@footnote/contract/accounts/audit'
import type { Selectable } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { firstIdAt, newId } from '../platform/new-id.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'

/** Stands for the installation: sign-ins and accounts are of no single workspace. */
export const INSTALLATION = '00000000-0000-0000-0000-000000000000'

export type AuditEvent = {
  workspaceId: string
  actor: string
  /** Resource and verb, such as `key.revoke`. */
  action: string
  subjectId: string | null
  actorId?: string | null
  tokenId?: string | null
  address?: string
  requestId?: string
  changes?: readonly AuditChange[]
}

/** Written in the same transaction as the change it records. */
export async function recordAudit(tx: TenantTransaction, ...events: AuditEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx
    .insertInto('audit_events')
    .values(
      events.map((event) => ({
        workspace_id: event.workspaceId,
        id: newId(),
        actor: event.actor,
        action: event.action,
        subject_id: event.subjectId,
        actor_id: event.actorId ?? null,
        token_id: event.tokenId ?? null,
        address: event.address ?? null,
        request_id: event.requestId ?? null,
        changes: JSON.stringify(event.changes ?? []),
      })),
    )
    .execute()
}

/**
 * An id has the clock of the process that made it, `created_at` that of the database. The index is by
 * id, so that the bound of a time is found there, and not by reading everything after it.
 */
const CLOCKS_APART_MS = 3_600_000

export type StoredAuditEvent = Omit<Selectable<Database['audit_events']>, 'workspace_id'>

const COLUMNS = [
  'id',
  'created_at',
  'actor',
  'actor_id',
  'token_id',
  'action',
  'subject_id',
  'changes',
  'address',
  'request_id',
] as const

export type AuditPage = AuditExportQuery & {
  workspaceId: string
  limit: number
  /** Ids grow with time. */
  order: 'newest first' | 'oldest first'
  /** The last id of the previous page. */
  after: string | undefined
}

export const listAuditEvents = (
  tx: TenantTransaction,
  page: AuditPage,
): Promise<StoredAuditEvent[]> => getAuditEvents(tx, page).execute()

/** Apart from running it, so that a test can ask for its plan. */
export function getAuditEvents(
  tx: TenantTransaction,
  { workspaceId, limit, order, after, actor, action, target, from, to }: AuditPage,
) {
  const isNewestFirst = order === 'newest first'
  let query = tx
    .selectFrom('audit_events')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .orderBy('id', isNewestFirst ? 'desc' : 'asc')
    .limit(limit)
  if (after !== undefined) query = query.where('id', isNewestFirst ? '<' : '>', after)
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (action !== undefined) query = query.where('action', '=', action)
  if (target !== undefined) query = query.where('subject_id', '=', target)
  if (from !== undefined) {
    query = query
      .where('created_at', '>=', new Date(from))
      .where('id', '>=', firstIdAt(Date.parse(from) - CLOCKS_APART_MS))
  }
  if (to !== undefined) {
    query = query
      .where('created_at', '<', new Date(to))
      .where('id', '<', firstIdAt(Date.parse(to) + CLOCKS_APART_MS))
  }
  return query
}
