import { sql } from 'kysely'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import { withTenant } from '../../../platform/database/tenant.ts'
import { fingerprint } from './fingerprint.ts'
import { markPage } from './frontier.ts'
import { fromWaiting } from './keep-waiting.ts'
import { forgetPage } from './source-pages.ts'
import { putPage } from './store-pages.ts'
import type { SyncRun } from '../sync-run.ts'

/** Decides which deferred pages have moved and which are new. */
export async function resolveWaitingPages(run: SyncRun): Promise<void> {
  const { deps, tenant, signal } = run
  do signal.throwIfAborted()
  while (await withTenant(deps.db, tenant, (tx) => resolveNextPage(run, tx)))
}

async function resolveNextPage(run: SyncRun, tx: TenantTransaction): Promise<boolean> {
  const { syncId, source } = run
  const waiting = await tx
    .selectFrom('sync_pages')
    .select(['key', 'version', 'containers', 'page', 'content'])
    .where('sync_id', '=', syncId)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!waiting?.page || 'skipped' in waiting.page || !waiting.content) return false
  const { key, version, containers } = waiting
  const page = fromWaiting(waiting.page, waiting.content)
  const print = fingerprint(page.contentType, page.content)
  const old = await findOld(tx, run, key, page.url, print)
  const toPut = { key, version, containers, page, fingerprint: print }
  if (!old) {
    await putPage(run, tx, { ...toPut, documentId: null })
    return true
  }
  const reason = `Was ${old.key}.`
  const put = await putPage(run, tx, { ...toPut, documentId: old.document_id, reason })
  if (put === false) return true
  await forgetPage(tx, source.id, old.key)
  await markPage(tx, syncId, key, { state: 'moved', reason, document_id: put.documentId })
  await markPage(tx, syncId, old.key, { state: 'moved', reason: `Now ${key}.`, moved_to: key })
  return true
}

/** The page it was before: one that redirects here, else one with the same URL or text. */
async function findOld(
  tx: TenantTransaction,
  { source, syncId }: SyncRun,
  key: string,
  url: string,
  print: Buffer | null,
): Promise<{ key: string; document_id: string } | undefined> {
  const { rows } = await sql<{ key: string; document_id: string }>`
    select o.key, o.document_id
    from source_pages o
    join sync_pages s on s.sync_id = ${syncId} and s.key = o.key
    join documents d on d.id = o.document_id
    where o.source_id = ${source.id} and o.key <> ${key}
      and (s.moved_to = ${key}
           or (s.state = 'gone' and (d.url = ${url} or o.fingerprint = ${print})))
    order by (s.moved_to is not distinct from ${key}) desc, (d.url = ${url}) desc, o.key
    limit 1`.execute(tx)
  return rows[0]
}
