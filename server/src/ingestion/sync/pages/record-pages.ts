import { isDeepStrictEqual } from 'node:util'
import { isDatabaseUnavailable } from '../../../platform/database/database-errors.ts'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import { withTenant } from '../../../platform/database/tenant.ts'
import type { FetchOutcome } from '../../../connectors/connector.ts'
import { SourceError } from '../../../connectors/connector.ts'
import { createRuling } from '../../../sources/page-ruling.ts'
import { applyContainers } from '../../../sources/source-rules.ts'
import { readCurrentSource } from './current-source.ts'
import type { SyncRun } from '../sync-run.ts'
import { batchCalls } from '../batch-calls.ts'
import type { ClaimedPage, Links, MarkedPage } from './frontier.ts'
import { addFound, lockPages, markPages } from './frontier.ts'
import { ABSENT, noteFailure } from './page-failure.ts'
import type { NotedPage } from './source-pages.ts'
import { noteStates } from './source-pages.ts'
import type { FetchedVisit } from './store-pages.ts'
import { storePages } from './store-pages.ts'

/** Pages stored in one transaction. */
const MAX_PAGES = 16
/** Characters of text and bytes of files that one transaction stores. A larger page goes alone. */
const MAX_SIZE = 2_000_000

export type Visit = { page: ClaimedPage; outcome: FetchOutcome }

/**
 * Records what became of a page, in one transaction with others that are ready. What fails together is
 * recorded one by one.
 */
export const createPageRecorder = (run: SyncRun): ((visit: Visit) => Promise<void>) =>
  batchCalls(
    {
      maxItems: MAX_PAGES,
      maxWeight: MAX_SIZE,
      weigh: ({ outcome }) => (outcome.kind === 'fetched' ? outcome.page.content.length : 0),
      isCommon: isDatabaseUnavailable,
    },
    async (visits) => {
      await withTenant(run.deps.db, run.tenant, (tx) => recordPages(run, tx, visits))
      return visits.map(() => undefined)
    },
  )

async function recordPages(
  run: SyncRun,
  tx: TenantTransaction,
  visits: readonly Visit[],
): Promise<void> {
  const held = await lockPages(
    tx,
    run,
    visits.map(({ page }) => page.key),
  )
  const ours = visits.filter(({ page }) => held.has(page.key))
  const { links, fetched, marked, noted, relocated, withoutContent } = sortVisits(run, ours)
  await addFound(tx, run, links)
  await storeContainers(run, tx, relocated)
  await storePages(run, tx, fetched)
  await markPages(tx, run.syncId, marked)
  await noteStates(tx, run, noted)
  for (const page of withoutContent) {
    await noteFailure(run, tx, page, new SourceError('The source returned no content for it.'))
  }
}

/** A page can be put elsewhere without a new version. */
async function storeContainers(
  run: SyncRun,
  tx: TenantTransaction,
  relocated: Sorted['relocated'],
): Promise<void> {
  if (relocated.size === 0) return
  const { deps, tenant } = run
  const rulePage = createRuling(await readCurrentSource(tx, run))
  await applyContainers({ tx, queue: deps.queue, tenant }, rulePage, relocated)
}

type Sorted = {
  links: Links[]
  fetched: FetchedVisit[]
  /** How pages that are not stored end in this sync. */
  marked: MarkedPage[]
  /** What the next sync knows of them. */
  noted: NotedPage[]
  /** By document: what unchanged pages are in now. */
  relocated: Map<string, string[]>
  withoutContent: ClaimedPage[]
}

function sortVisits(run: SyncRun, visits: readonly Visit[]): Sorted {
  const sorted: Sorted = {
    links: [],
    fetched: [],
    marked: [],
    noted: [],
    relocated: new Map(),
    withoutContent: [],
  }
  const { links, fetched, marked, noted, relocated, withoutContent } = sorted
  for (const { page, outcome } of visits) {
    const { key, known } = page
    if (outcome.kind === 'moved' && outcome.to.key !== key) {
      links.push({ from: key, pages: [outcome.to] })
      const reason = `Moved to ${outcome.to.key}.`
      marked.push({ key, state: 'moved', moved_to: outcome.to.key, reason })
    } else if (outcome.kind === 'gone') {
      // Only websites have links; a missing file was in the listing a moment ago.
      const isDeadLink = run.settings.type === 'website' && !page.wasSeen
      marked.push({ key, state: isDeadLink ? 'dead_link' : 'gone', reason: outcome.reason })
    } else if (page.probe) {
      marked.push({ key, ...ABSENT })
    } else if (outcome.kind === 'fetched') {
      links.push({ from: key, pages: outcome.found })
      fetched.push({ page, outcome })
    } else if (outcome.kind === 'skipped') {
      links.push({ from: key, pages: outcome.found })
      marked.push({ key, state: 'skipped', reason: outcome.reason })
      noted.push({ key, state: 'skipped', reason: outcome.reason, links: outcome.found })
    } else if (outcome.kind === 'unchanged' && known) {
      links.push({ from: key, pages: known.links })
      marked.push({ key, state: 'unchanged', document_id: known.document_id })
      noted.push({ key, state: 'unchanged', reason: null })
      if (!isDeepStrictEqual(page.containers, known.document_containers)) {
        relocated.set(known.document_id, page.containers)
      }
    } else {
      withoutContent.push(page)
    }
  }
  return sorted
}
