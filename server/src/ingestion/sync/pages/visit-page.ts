import { sql } from 'kysely'
import { isClash, isDatabaseUnavailable } from '../../../platform/database/database-errors.ts'
import { withTenant } from '../../../platform/database/tenant.ts'
import type { FetchOutcome } from '../../../connectors/connector.ts'
import { SourceError } from '../../../connectors/connector.ts'
import { pageKey } from '../../../connectors/page-key.ts'
import type { ClaimedPage } from './frontier.ts'
import { addFound, lockPage, markPage } from './frontier.ts'
import { DELETED_BY_OPERATOR } from './skip-deleted.ts'
import { linksOf, noteState } from './source-pages.ts'
import { storePage } from './store-page.ts'
import type { SyncRun } from '../sync-run.ts'
import { reasonOf } from '../sync-run.ts'

const MAX_TRIES = 3
/** Grows with each attempt: 2 s, 8 s. */
const BACKOFF_SECONDS = 2

/** Fetches one page and records its outcome. Throws only if the sync cannot continue. */
export async function visitPage(run: SyncRun, page: ClaimedPage): Promise<void> {
  const { deps, tenant, signal } = run
  try {
    await settle(run, page, await fetchPage(run, page))
  } catch (error) {
    signal.throwIfAborted()
    if (isDatabaseUnavailable(error)) throw error
    // A page that cannot be stored has failed too, but must not fail the sync.
    await withTenant(deps.db, tenant, async (tx) => {
      if (!(await lockPage(tx, run, page.key))) return
      if (isClash(error)) await markPage(tx, run.syncId, page.key, { state: 'found' })
      else if (page.probe) await markAbsent(run, tx, page)
      else await noteFailure(run, tx, page, error)
    })
  }
}

async function fetchPage(run: SyncRun, page: ClaimedPage): Promise<FetchOutcome> {
  const { deps, signal } = run
  const { key, version } = page
  // The start page is read for its links even if it is not indexed.
  if (page.deleted && !isStart(run, key)) {
    return { kind: 'skipped', reason: DELETED_BY_OPERATOR, found: page.deleted.links }
  }
  // A page that could not be indexed is fetched again.
  const known = page.known?.document_state === 'failed' ? null : page.known
  if (!page.probe && version !== null && known?.version === version) return { kind: 'unchanged' }
  const validators = known && { etag: known.etag, lastModified: known.last_modified }
  return deps.perHostLimit.run(key, () => {
    signal.throwIfAborted()
    return run.connector.fetch({ key, version, validators }, signal)
  })
}

async function settle(run: SyncRun, page: ClaimedPage, outcome: FetchOutcome): Promise<void> {
  await withTenant(run.deps.db, run.tenant, async (tx) => {
    if (await lockPage(tx, run, page.key)) await settleOutcome(run, tx, page, outcome)
  })
}

type Tx = Parameters<typeof markPage>[0]

async function settleOutcome(
  run: SyncRun,
  tx: Tx,
  page: ClaimedPage,
  outcome: FetchOutcome,
): Promise<void> {
  const { syncId } = run
  const { key, known } = page
  if (outcome.kind === 'moved' && outcome.to.key !== key) {
    await markPage(tx, syncId, key, {
      state: 'moved',
      moved_to: outcome.to.key,
      reason: `Moved to ${outcome.to.key}.`,
    })
    await addFound(tx, run, [outcome.to], key)
    return
  }
  if (outcome.kind === 'gone') {
    // Only websites have links; a missing file was in the listing a moment ago.
    const isDeadLink = run.settings.type === 'website' && !page.wasSeen
    const state = isDeadLink ? 'dead_link' : 'gone'
    await markPage(tx, syncId, key, { state, reason: outcome.reason })
    return
  }
  if (page.probe) {
    await markAbsent(run, tx, page)
    return
  }
  if (outcome.kind === 'fetched') {
    await addFound(tx, run, outcome.found, key)
    await storePage(run, tx, page, outcome)
  } else if (outcome.kind === 'skipped') {
    await addFound(tx, run, outcome.found, key)
    await markPage(tx, syncId, key, { state: 'skipped', reason: outcome.reason })
    await noteState(tx, run, key, 'skipped', outcome.reason, outcome.found)
  } else if (outcome.kind === 'unchanged' && known) {
    await addFound(tx, run, known.links, key)
    await markPage(tx, syncId, key, { state: 'unchanged', document_id: known.document_id })
    await noteState(tx, run, key, 'unchanged', null)
  } else {
    await noteFailure(run, tx, page, new SourceError('The source returned no content for it.'))
  }
}

/** A page missing from a complete listing is gone, whatever its URL still answers. */
const markAbsent = (run: SyncRun, tx: Tx, { key }: ClaimedPage): Promise<void> =>
  markPage(tx, run.syncId, key, {
    state: 'gone',
    reason: 'The source no longer lists it or links to it.',
  })

async function noteFailure(
  run: SyncRun,
  tx: Tx,
  { key, tries }: ClaimedPage,
  error: unknown,
): Promise<void> {
  const { syncId } = run
  const reason = reasonOf(error)
  if (error instanceof SourceError || tries + 1 >= MAX_TRIES) {
    await markPage(tx, syncId, key, { state: 'failed', reason })
    await noteState(tx, run, key, 'failed', reason)
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
async function addRemembered(run: SyncRun, tx: Tx, key: string): Promise<void> {
  const links = await linksOf(tx, run.source.id, key)
  await addFound(tx, run, links, key)
  const { syncId } = run
  // Without the links of the start page, absence means nothing.
  if (isStart(run, key) && links.length === 0) {
    await tx.updateTable('syncs').set({ truncated: true }).where('id', '=', syncId).execute()
  }
}

const isStart = ({ settings }: SyncRun, key: string): boolean =>
  settings.type === 'website' && pageKey(settings.url) === key
