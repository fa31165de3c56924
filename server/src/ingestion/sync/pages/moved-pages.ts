import { sql } from 'kysely'
import { deleteDocument } from '../../../knowledge/documents.ts'
import type { SyncPageState } from '../../../platform/database/sync-tables.ts'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import { withTenant } from '../../../platform/database/tenant.ts'
import { fingerprint } from './fingerprint.ts'
import { markPage } from './frontier.ts'
import { forgetPage } from './source-pages.ts'
import { putPage } from './store-pages.ts'
import type { SyncRun } from '../sync-run.ts'

/** Chained redirects are followed this far. */
const MAX_HOPS = 5

type Moved = { key: string; moved_to: string; document_id: string }
type Target = { key: string; state: SyncPageState; moved_to: string | null; reason: string | null }

/**
 * Handles pages that moved to a page that existed already, or was stored before the move was noticed.
 * In the second case the older document stays, with everything that refers to it.
 */
export async function resolveMovedPages(run: SyncRun): Promise<void> {
  const { deps, tenant, syncId, source, signal } = run
  const { rows } = await withTenant(deps.db, tenant, (tx) =>
    sql<Moved>`
      select o.key, s.moved_to, o.document_id from sync_pages s
      join source_pages o on o.source_id = ${source.id} and o.key = s.key
      where s.sync_id = ${syncId} and s.state = 'moved' and o.document_id is not null
        and s.moved_to is not null
      order by s.position`.execute(tx),
  )
  for (const moved of rows) {
    signal.throwIfAborted()
    await withTenant(deps.db, tenant, (tx) => resolveMove(run, tx, moved))
  }
}

async function resolveMove(run: SyncRun, tx: TenantTransaction, moved: Moved): Promise<void> {
  const { syncId } = run
  const target = await findTarget(tx, syncId, moved.moved_to)
  if (!target || target.state === 'gone' || target.state === 'dead_link') {
    const reason = `Moved to ${moved.moved_to}, which is not there.`
    await markPage(tx, syncId, moved.key, { state: 'gone', reason })
  } else if (target.state === 'failed') {
    const reason = `Moved to ${target.key}, which could not be fetched: ${target.reason ?? ''}`
    await markPage(tx, syncId, moved.key, { state: 'failed', reason })
  } else if (target.state === 'added') {
    await takeOver(run, tx, moved, target)
  }
  // Else the target existed already and this document is a duplicate, deleted with the other pages.
}

async function findTarget(
  tx: TenantTransaction,
  syncId: string,
  key: string,
): Promise<Target | undefined> {
  let next: string | null = key
  let target: Target | undefined
  for (let hop = 0; hop < MAX_HOPS && next !== null; hop += 1) {
    target = await tx
      .selectFrom('sync_pages')
      .select(['key', 'state', 'moved_to', 'reason'])
      .where('sync_id', '=', syncId)
      .where('key', '=', next)
      .executeTakeFirst()
    next = target?.state === 'moved' ? target.moved_to : null
  }
  return target
}

/** Moves the new document's page into the old document. */
async function takeOver(
  run: SyncRun,
  tx: TenantTransaction,
  moved: Moved,
  target: Target,
): Promise<void> {
  const { deps, tenant, source, syncId } = run
  const page = await tx
    .selectFrom('source_pages as o')
    .innerJoin('documents as d', 'd.id', 'o.document_id')
    .select(['d.id', 'd.url', 'd.given_title', 'd.content', 'd.bytes', 'd.content_type'])
    .select(['d.published_at', 'd.containers', 'o.version', 'o.etag', 'o.last_modified', 'o.links'])
    .where('o.source_id', '=', source.id)
    .where('o.key', '=', target.key)
    .executeTakeFirst()
  if (!page) return
  await deleteDocument({ tx, queue: deps.queue, tenant }, page.id)
  await forgetPage(tx, source.id, moved.key)
  const content = page.content ?? page.bytes ?? ''
  await putPage(run, tx, {
    key: target.key,
    version: page.version,
    containers: page.containers,
    documentId: moved.document_id,
    fingerprint: fingerprint(page.content_type, content),
    page: {
      url: page.url,
      title: page.given_title,
      content,
      contentType: page.content_type,
      publishedAt: page.published_at,
      validators: { etag: page.etag, lastModified: page.last_modified },
      links: page.links,
    },
  })
  await markPage(tx, syncId, target.key, {
    state: 'moved',
    document_id: moved.document_id,
    reason: `Was ${moved.key}.`,
  })
}
