import { sql } from 'kysely'
import { deleteDocument } from '../../../knowledge/documents.ts'
import { findSetForSyncs } from '../../../evaluations/gate.ts'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import { withTenant } from '../../../platform/database/tenant.ts'
import { selectDeletions } from '../confirm-deletions.ts'
import { forgetPage } from './source-pages.ts'
import type { SyncRun } from '../sync-run.ts'

/** Deleting more than this share of a source's pages needs an operator's confirmation. */
const CONFIRM_ABOVE = 1 / 3
/** Keys per query. */
const AT_ONCE = 100

/**
 * Deletes the documents of pages that are gone, unless there are so many that it looks like a mistake, or a
 * question set has to pass without them first.
 */
export async function deletePages(run: SyncRun): Promise<void> {
  const { deps, tenant, signal } = run
  if (await withTenant(deps.db, tenant, (tx) => isHeld(run, tx))) return
  let keys = await nextKeys(run)
  while (keys.length > 0) {
    for (const key of keys) {
      signal.throwIfAborted()
      // One per transaction: each updates term statistics, and several could deadlock with others.
      await withTenant(deps.db, tenant, (tx) => deleteOne(run, tx, key))
    }
    keys = await nextKeys(run, keys.at(-1))
  }
}

/** After a key, so that deleted rows are not scanned again and again. */
async function nextKeys(
  { deps, tenant, syncId, source }: SyncRun,
  after?: string,
): Promise<string[]> {
  const { rows } = await withTenant(deps.db, tenant, (tx) =>
    sql<{ key: string }>`
      ${selectDeletions(syncId, source.id)} ${after === undefined ? sql`` : sql`and s.key > ${after}`}
      order by s.key limit ${AT_ONCE}`.execute(tx),
  )
  return rows.map(({ key }) => key)
}

async function isHeld({ syncId, source }: SyncRun, tx: TenantTransaction): Promise<boolean> {
  const sync = await tx
    .selectFrom('syncs')
    .select(['known_pages', 'deletions'])
    .where('id', '=', syncId)
    .executeTakeFirstOrThrow()
  if (sync.deletions !== 'open') return sync.deletions === 'held'
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${selectDeletions(syncId, source.id)}) d`.execute(tx)
  const count = rows[0]?.count ?? 0
  const isMany = count > sync.known_pages * CONFIRM_ABOVE
  const awaitsEvaluation = !isMany && count > 0 && (await findSetForSyncs(tx)) !== null
  if (!isMany && !awaitsEvaluation) return false
  const reason = isMany
    ? `${count} of ${sync.known_pages} pages would be deleted, more than a third. ` +
      'Confirm the deletion if they are really gone.'
    : `${count} of ${sync.known_pages} pages are deleted once the question set of the gate passes without them.`
  await tx
    .updateTable('syncs')
    .set({ deletions: 'held', reason, awaits_evaluation: awaitsEvaluation })
    .where('id', '=', syncId)
    .execute()
  return true
}

/** Checks again whether to delete it: another worker may have done so already. */
async function deleteOne(run: SyncRun, tx: TenantTransaction, key: string): Promise<void> {
  const { deps, tenant, syncId, source } = run
  const { rows } = await sql<{ document_id: string }>`
    ${selectDeletions(syncId, source.id)} and s.key = ${key}`.execute(tx)
  const [page] = rows
  if (!page) return
  await deleteDocument({ tx, queue: deps.queue, tenant }, page.document_id)
  await forgetUnlessSkipped(tx, run, key)
}

/** A skipped page is still part of the source, and an operator may ask why it was skipped. */
async function forgetUnlessSkipped(
  tx: TenantTransaction,
  { syncId, source }: SyncRun,
  key: string,
): Promise<void> {
  const page = await tx
    .selectFrom('sync_pages')
    .select('state')
    .where('sync_id', '=', syncId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (page?.state !== 'skipped') await forgetPage(tx, source.id, key)
}
