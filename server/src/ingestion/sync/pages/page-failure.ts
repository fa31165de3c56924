import { sql } from 'kysely'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import { SourceError } from '../../../connectors/connector.ts'
import { pageKey } from '../../../connectors/page-key.ts'
import type { SyncRun } from '../sync-run.ts'
import { findReason } from '../sync-run.ts'
import type { ClaimedPage, PageChange } from './frontier.ts'
import { addFound, markPage } from './frontier.ts'
import { getLinks, noteStates } from './source-pages.ts'

const MAX_TRIES = 3
/** Grows with each attempt: 2 s, 8 s. */
const BACKOFF_SECONDS = 2

/** A page missing from a complete listing is gone, whatever its URL still answers. */
export const ABSENT = {
  state: 'gone',
  reason: 'The source no longer lists it or links to it.',
} as const satisfies PageChange

/** Has the page tried again later, or fails it after the last try. */
export async function noteFailure(
  run: SyncRun,
  tx: TenantTransaction,
  { key, tries }: ClaimedPage,
  error: unknown,
): Promise<void> {
  const { syncId } = run
  const reason = findReason(error)
  if (error instanceof SourceError || tries + 1 >= MAX_TRIES) {
    await markPage(tx, syncId, key, { state: 'failed', reason })
    await noteStates(tx, run, [{ key, state: 'failed', reason }])
    await addRemembered(run, tx, key)
  } else {
    await markPage(tx, syncId, key, { state: 'found', reason })
  }
  await sql`
    update sync_pages set tries = ${tries + 1},
           next_try_at = now() + ${BACKOFF_SECONDS * 4 ** tries} * interval '1 second'
    where sync_id = ${syncId} and key = ${key}`.execute(tx)
}

/** Keeps the links of a page that could not be fetched, or the pages behind it would look deleted. */
async function addRemembered(run: SyncRun, tx: TenantTransaction, key: string): Promise<void> {
  const links = await getLinks(tx, run.source.id, key)
  await addFound(tx, run, [{ from: key, pages: links }])
  const { syncId } = run
  // Without the links of the start page, absence means nothing.
  if (isStart(run, key) && links.length === 0) {
    await tx.updateTable('syncs').set({ truncated: true }).where('id', '=', syncId).execute()
  }
}

/** Whether it is the page that a website is read from. */
export const isStart = ({ settings }: SyncRun, key: string): boolean =>
  settings.type === 'website' && pageKey(settings.url) === key
