import type { ContentType } from '@footnote/contract/admin/content-type'
import { ContentType as Types } from '@footnote/contract/admin/content-type'
import { HttpUrl } from '@footnote/contract/text'
import { createRuling } from '../../../sources/page-ruling.ts'
import type { PutOutcome, UrlOwner } from '../../../sources/source-documents.ts'
import { putSourceDocuments } from '../../../sources/source-documents.ts'
import type { PageLink } from '../../../platform/database/sync-tables.ts'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import type { FetchOutcome } from '../../../connectors/connector.ts'
import { findMovedHere } from './find-moved-here.ts'
import { fingerprint, hashContent } from './fingerprint.ts'
import type { ClaimedPage } from './frontier.ts'
import { markPages } from './frontier.ts'
import { keepWaiting, type WholePage } from './keep-waiting.ts'
import type { CurrentSource } from './current-source.ts'
import { readCurrentSource, versionedBy } from './current-source.ts'
import { noteStates, rememberPages } from './source-pages.ts'
import { findDeletions } from './skip-deleted.ts'
import type { SyncRun } from '../sync-run.ts'

export type FetchedVisit = {
  page: ClaimedPage
  outcome: Extract<FetchOutcome, { kind: 'fetched' }>
}

/** Stores fetched pages in their documents, and defers those that may be pages that moved here. */
export async function storePages(
  run: SyncRun,
  tx: TenantTransaction,
  visits: readonly FetchedVisit[],
): Promise<void> {
  if (visits.length === 0) return
  const skipped: SkippedPage[] = []
  const pages: PageToPut[] = []
  for (const { page, outcome } of visits) {
    const { key, version, containers, known } = page
    const reason = whyUnusable(outcome.page)
    if (reason !== undefined) {
      skipped.push({ key, reason })
      continue
    }
    pages.push({
      key,
      version,
      containers,
      page: { ...outcome.page, links: outcome.found },
      documentId: known?.document_id ?? null,
      fingerprint: fingerprint(outcome.page.contentType, outcome.page.content),
    })
  }
  await skipPages(run, tx, skipped)
  const now = await readCurrentSource(tx, run)
  const moved = await findMovedHere(
    run,
    tx,
    pages.filter(({ documentId }) => documentId === null),
  )
  for (const page of pages) {
    if (!moved.has(page.key)) continue
    // It may be stored in a later slice, which does not know the settings it was fetched with.
    await keepWaiting(tx, run.syncId, page.key, versionedBy(now, run, page))
  }
  await putPages(
    run,
    tx,
    now,
    pages.filter(({ key }) => !moved.has(key)),
  )
}

/** Why a page cannot be stored. Undefined: it can. */
function whyUnusable({ contentType, url }: FetchedVisit['outcome']['page']): string | undefined {
  if (!Types.safeParse(contentType).success) {
    return `No parser supports its type, ${contentType.slice(0, 100)}.`
  }
  if (!HttpUrl.safeParse(url).success) {
    return 'Its address is not an http or https URL of at most 2,000 characters.'
  }
  return undefined
}

export type StoredPage = Exclude<PutOutcome, { kind: 'taken' }>

export type PageToPut = {
  key: string
  version: string | null
  containers: string[]
  page: WholePage
  /** Its current document. */
  documentId: string | null
  fingerprint: Buffer | null
  /** Why it ends as it does, if it is stored. */
  reason?: string
}

/** Stores a page and records its outcome in this transaction. False: it was skipped. */
export async function putPage(
  run: SyncRun,
  tx: TenantTransaction,
  page: PageToPut,
): Promise<StoredPage | false> {
  const now = await readCurrentSource(tx, run)
  const stored = await putPages(run, tx, now, [page])
  return stored.get(page.key) ?? false
}

/** Stores pages and records their outcomes in this transaction. Returns those that were not skipped. */
async function putPages(
  run: SyncRun,
  tx: TenantTransaction,
  now: CurrentSource,
  pages: readonly PageToPut[],
): Promise<Map<string, StoredPage>> {
  const stored = new Map<string, StoredPage>()
  if (pages.length === 0) return stored
  const { deps, tenant, source, syncId } = run
  const deletions = await findDeletions(
    tx,
    run,
    pages.map(({ key, page, fingerprint: print, documentId }) => ({
      key,
      url: page.url,
      fingerprint: print,
      isKnown: documentId !== null,
    })),
  )
  const toPut = pages
    .filter(({ key }) => !deletions.has(key))
    .map((page) => {
      const contentType: ContentType = Types.parse(page.page.contentType)
      const contentHash = hashContent(contentType, page.page.content)
      return { ...versionedBy(now, run, page), contentType, contentHash }
    })
  const outcomes = await putSourceDocuments(
    { tx, queue: deps.queue, tenant },
    createRuling(now),
    toPut.map(({ key, containers, page, documentId, contentType, contentHash }) => ({
      documentId,
      page: {
        sourceId: source.id,
        key,
        url: page.url,
        title: page.title,
        content: page.content,
        contentType,
        contentHash,
        publishedAt: page.publishedAt,
        containers,
      },
    })),
  )
  const skipped: SkippedPage[] = pages.flatMap(({ key, page }) => {
    const reason = deletions.get(key)
    return reason === undefined ? [] : { key, reason, links: page.links }
  })
  for (const [n, { key }] of toPut.entries()) {
    const outcome = outcomes[n]
    if (!outcome) continue
    if (outcome.kind === 'taken') {
      skipped.push({ key, reason: await describeOwner(tx, outcome.owner, source.id) })
    } else stored.set(key, outcome)
  }
  await skipPages(run, tx, skipped)
  const kept = toPut.flatMap((page) => {
    const put = stored.get(page.key)
    return put ? { ...page, put } : []
  })
  await rememberPages(
    tx,
    run,
    kept.map(({ key, version, page, contentHash, fingerprint: print, put }) => ({
      key,
      version,
      etag: page.validators?.etag ?? null,
      lastModified: page.validators?.lastModified ?? null,
      links: page.links,
      documentId: put.documentId,
      contentHash,
      fingerprint: print,
      state: put.kind,
    })),
  )
  await markPages(
    tx,
    syncId,
    kept.map(({ key, put, reason }) => ({
      key,
      state: put.kind,
      document_id: put.documentId,
      reason: reason ?? null,
    })),
  )
  return stored
}

type SkippedPage = { key: string; reason: string; links?: readonly PageLink[] }

export async function skipPages(
  run: SyncRun,
  tx: TenantTransaction,
  pages: readonly SkippedPage[],
): Promise<void> {
  const skipped = pages.map((page) => ({ ...page, state: 'skipped' as const }))
  await markPages(
    tx,
    run.syncId,
    skipped.map(({ key, state, reason }) => ({ key, state, reason })),
  )
  await noteStates(tx, run, skipped)
}

async function describeOwner(
  tx: TenantTransaction,
  owner: UrlOwner,
  sourceId: string,
): Promise<string> {
  if (owner.sourceId === sourceId) return `The same page as ${owner.key ?? 'another'}.`
  const source = await tx
    .selectFrom('sources')
    .select('name')
    .where('id', '=', owner.sourceId)
    .executeTakeFirst()
  return `Another source already has a page with this address: ${source?.name ?? owner.sourceId}.`
}
