import { isClash, isDatabaseUnavailable } from '../../../platform/database/database-errors.ts'
import { withTenant } from '../../../platform/database/tenant.ts'
import { traced } from '../../../platform/tracing/span.ts'
import type { FetchOutcome } from '../../../connectors/connector.ts'
import type { ClaimedPage } from './frontier.ts'
import { lockPage, markPage } from './frontier.ts'
import { fromStored } from './listed-page.ts'
import { ABSENT, isStart, noteFailure } from './page-failure.ts'
import type { Visit } from './record-pages.ts'
import { DELETED_BY_OPERATOR } from './skip-deleted.ts'
import { storableOutcome } from './storable-outcome.ts'
import type { SyncRun } from '../sync-run.ts'

/** Fetches one page and has its outcome recorded. Throws only if the sync cannot continue. */
export async function visitPage(
  run: SyncRun,
  page: ClaimedPage,
  record: (visit: Visit) => Promise<void>,
): Promise<void> {
  const { deps, tenant, signal } = run
  try {
    await record({ page, outcome: storableOutcome(await fetchPage(run, page)) })
  } catch (error) {
    signal.throwIfAborted()
    if (isDatabaseUnavailable(error)) throw error
    // A page that cannot be stored has failed too, but must not fail the sync.
    await withTenant(deps.db, tenant, async (tx) => {
      if (!(await lockPage(tx, run, page.key))) return
      if (isClash(error)) await markPage(tx, run.syncId, page.key, { state: 'found' })
      else if (page.probe) await markPage(tx, run.syncId, page.key, ABSENT)
      else await noteFailure(run, tx, page, error)
    })
  }
}

async function fetchPage(run: SyncRun, page: ClaimedPage): Promise<FetchOutcome> {
  const { deps, signal } = run
  const { key, version, containers } = page
  // The start page is read for its links even if it is not indexed.
  if (page.deleted && !isStart(run, key)) {
    return { kind: 'skipped', reason: DELETED_BY_OPERATOR, found: page.deleted.links }
  }
  if (page.listed && 'skipped' in page.listed.page) return fromStored(page.listed)
  // A page that could not be indexed is fetched again.
  const known = page.known?.document_state === 'failed' ? null : page.known
  if (!page.probe && version !== null && known?.version === version) return { kind: 'unchanged' }
  if (page.listed) return fromStored(page.listed)
  const validators = known && { etag: known.etag, lastModified: known.last_modified }
  return deps.perHostLimit.run(key, () => {
    signal.throwIfAborted()
    return traced('fetch', () =>
      run.connector.fetch({ key, version, containers, validators }, signal),
    )
  })
}
