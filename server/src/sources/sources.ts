import type { SourceSettings as Settings } from '@footnote/contract/admin/source-settings'
import { SourceSettings } from '@footnote/contract/admin/source-settings'
import { placeholdersIn } from '@footnote/contract/admin/source-rules'
import type {
  SourceBody,
  SourcePatch,
  Source as SourceResponse,
} from '@footnote/contract/admin/sources'
import type { Visibility } from '@footnote/contract/visibility'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/new-id.ts'
import { Refusal } from '../platform/refusal.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { defaultSourceName } from './default-source-name.ts'
import { nextRun, noteDueSyncs } from './schedule.ts'

const COLUMNS = [
  'id',
  'name',
  'type',
  'settings',
  'group_id',
  'schedule',
  'visibility',
  'rules',
  'paused',
  'next_sync_at',
  'hook_number',
  'created_at',
  'updated_at',
] as const

export type Source = Pick<Selectable<Database['sources']>, (typeof COLUMNS)[number]>

export type NewSource = Omit<
  SourceBody,
  'sync' | 'credential' | 'open_private_pages' | 'visibility'
> & { visibility: Visibility }

export async function createSource(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  input: NewSource,
): Promise<Source> {
  const { name, settings, schedule, rules, ...rest } = input
  const created = await tx
    .insertInto('sources')
    .values({
      knowledge_base_id: knowledgeBaseId,
      id: newId(),
      name: name ?? defaultSourceName(settings, await lockNames(tx, knowledgeBaseId)),
      type: settings.type,
      settings,
      schedule,
      next_sync_at: schedule === null ? null : nextRun(schedule, new Date()),
      rules: JSON.stringify(rules),
      ...rest,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  await noteDueSyncs(tx, knowledgeBaseId)
  return created
}

/** The names of its sources, until the commit: two that are added at a time get different ones. */
async function lockNames(tx: TenantTransaction, knowledgeBaseId: string): Promise<string[]> {
  await sql`select from knowledge_bases where id = ${knowledgeBaseId} for no key update`.execute(tx)
  const sources = await tx.selectFrom('sources').select('name').execute()
  return sources.map(({ name }) => name)
}

export const listSources = (tx: TenantTransaction): Promise<Source[]> =>
  tx.selectFrom('sources').select(COLUMNS).orderBy('id').execute()

/** Refuses an unknown id. */
export async function findSource(tx: TenantTransaction, id: string): Promise<Source> {
  const source = await tx
    .selectFrom('sources')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!source) throw new Refusal('NOT_FOUND')
  return source
}

/** Refuses a source that is pushed to: it has no settings. */
export function toSettings(source: Pick<Source, 'type' | 'settings'>): Settings {
  if (source.type === 'api') throw new Refusal('CONFLICT')
  return SourceSettings.parse(source.settings)
}

/** Returns the source before and after the change. */
export async function changeSource(
  tx: TenantTransaction,
  knowledgeBaseId: string,
  id: string,
  patch: Partial<Omit<SourcePatch, 'open_private_pages'>>,
): Promise<{ before: Source; after: Source }> {
  const before = await tx
    .selectFrom('sources')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('NOT_FOUND')
  const { settings, schedule, rules, ...rest } = patch
  if (before.type === 'api' && (settings || schedule)) throw new Refusal('CONFLICT')
  requireFittingRules(before, rules)
  if (settings && settings.type !== before.type) {
    const details = [{ path: 'settings.type', message: `must stay ${before.type}` }]
    throw new Refusal('BAD_REQUEST', { details })
  }
  const after = await tx
    .updateTable('sources')
    .set({
      ...rest,
      updated_at: sql<Date>`now()`,
      ...(settings && { settings: JSON.stringify(settings) }),
      ...(rules && { rules: JSON.stringify(rules) }),
      ...(schedule !== undefined && {
        schedule,
        next_sync_at: schedule === null ? null : nextRun(schedule, new Date()),
      }),
    })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  // With other settings the same version may be another page, so all are fetched again.
  if (settings) await forgetVersions(tx, id)
  await noteDueSyncs(tx, knowledgeBaseId)
  return { before, after }
}

/** What is pushed comes with its group and labels, so that rules say its visibility alone. */
export function requireFittingRules(
  { type }: Pick<Source, 'type'>,
  rules: SourceBody['rules'] = [],
): void {
  const sayMore = rules.some(
    ({ match, group_id, labels }) =>
      group_id !== undefined || placeholdersIn(match).length + Object.keys(labels).length > 0,
  )
  if (type === 'api' && sayMore) throw new Refusal('CONFLICT')
}

async function forgetVersions(tx: TenantTransaction, sourceId: string): Promise<void> {
  await tx
    .updateTable('source_pages')
    .set({ version: null, etag: null, last_modified: null })
    .where('source_id', '=', sourceId)
    .execute()
  // Pages that a sync has fetched but not stored yet.
  await sql`
    update sync_pages p set version = null, page = page || '{"etag": null, "lastModified": null}'
    from syncs s
    where s.source_id = ${sourceId} and s.state in ('queued', 'running')
      and p.sync_id = s.id and p.state = 'waiting'`.execute(tx)
  // Pages that came with a listing, as the settings were then: they are fetched instead.
  await sql`
    update sync_pages p set page = null, content = null
    from syncs s
    where s.source_id = ${sourceId} and s.state in ('queued', 'running')
      and p.sync_id = s.id and p.state = 'found' and p.page is not null`.execute(tx)
}

export type SourceCounts = Pick<SourceResponse, 'documents' | 'failed_pages' | 'skipped_pages'>

/** How many pages each source has, and how many are not as the source has them. */
export async function countSourcePages(tx: TenantTransaction): Promise<Map<string, SourceCounts>> {
  // A document can fail after its sync, and those that are pushed have no sync.
  const { rows } = await sql<SourceCounts & { id: string }>`
    select s.id,
      (select count(*)::int from documents d where d.source_id = s.id) as documents,
      (select count(*)::int from (
         select o.key from source_pages o where o.source_id = s.id and o.state = 'failed'
         union
         select coalesce(d.source_key, d.id::text) from documents d
         where d.source_id = s.id and d.state = 'failed'
       ) failed) as failed_pages,
      (select count(*)::int from source_pages o
       where o.source_id = s.id and o.state = 'skipped') as skipped_pages
    from sources s`.execute(tx)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** Rotates the webhook's secret: the previous one is refused from the commit on. */
export async function incrementHookNumber(tx: TenantTransaction, id: string): Promise<number> {
  const { hook_number } = await tx
    .updateTable('sources')
    .set((eb) => ({ hook_number: eb('hook_number', '+', 1), hook_fingerprint: null }))
    .where('id', '=', id)
    .returning('hook_number')
    .executeTakeFirstOrThrow()
  return hook_number
}

/** Records which pepper the webhook's secret was derived from, so that a rotation finds old ones. */
export async function storeHookFingerprint(
  tx: TenantTransaction,
  id: string,
  fingerprint: Buffer,
): Promise<void> {
  await sql`update sources set hook_fingerprint = ${fingerprint}
            where id = ${id} and hook_fingerprint is distinct from ${fingerprint}`.execute(tx)
}
