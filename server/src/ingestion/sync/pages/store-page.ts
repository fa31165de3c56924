import type { ContentType } from '@footnote/contract/admin/documents'
import { ContentType as Types } from '@footnote/contract/admin/documents'
import { HttpUrl } from '@footnote/contract/text'
import { sql } from 'kysely'
import { visibilityOf } from '../../../sources/page-visibility.ts'
import type { PutOutcome, UrlOwner } from '../../../sources/source-documents.ts'
import { findUrlOwner, putSourceDocument } from '../../../sources/source-documents.ts'
import type { PageLink } from '../../../platform/database/sync-tables.ts'
import type { TenantTransaction } from '../../../platform/database/tenant.ts'
import type { FetchedPage, FetchOutcome } from '../../../connectors/connector.ts'
import { fingerprint, hashContent } from './fingerprint.ts'
import type { ClaimedPage } from './frontier.ts'
import { isUsableKey, markPage } from './frontier.ts'
import { keepWaiting, type WholePage } from './keep-waiting.ts'
import { readCurrentSource, versionedBy } from './current-source.ts'
import { noteState, rememberPage } from './source-pages.ts'
import { findDeletion } from './skip-deleted.ts'
import type { SyncRun } from '../sync-run.ts'

type Fetched = Extract<FetchOutcome, { kind: 'fetched' }>

/** Stores a fetched page in its document, or defers it if it may be a page that moved here. */
export async function storePage(
  run: SyncRun,
  tx: TenantTransaction,
  page: ClaimedPage,
  { page: fetched, found }: Fetched,
): Promise<void> {
  const contentType = Types.safeParse(fetched.contentType)
  if (!contentType.success) {
    await skip(
      run,
      tx,
      page.key,
      `No parser supports its type, ${fetched.contentType.slice(0, 100)}.`,
    )
    return
  }
  if (!HttpUrl.safeParse(fetched.url).success) {
    await skip(
      run,
      tx,
      page.key,
      'Its address is not an http or https URL of at most 2,000 characters.',
    )
    return
  }
  const whole = {
    ...fetched,
    content: plainContent(fetched.content),
    links: found.filter(({ key }) => isUsableKey(key)),
  }
  const documentId = page.known?.document_id ?? null
  if (documentId === null && (await mayHaveMovedHere(run, tx, page.key, whole))) {
    // It may be stored in a later slice, which does not know the settings it was fetched with.
    const now = await readCurrentSource(tx, run)
    const { version } = page
    await keepWaiting(tx, run.syncId, page.key, versionedBy(now, run, { version, page: whole }))
    return
  }
  await putPage(run, tx, { key: page.key, version: page.version, page: whole, documentId })
}

export type StoredPage = Exclude<PutOutcome, { kind: 'taken' }>

export type PageToPut = {
  key: string
  version: string | null
  page: WholePage
  /** Its current document. */
  documentId: string | null
}

/** Stores a page and records its outcome in this transaction. False: it was skipped. */
export async function putPage(
  run: SyncRun,
  tx: TenantTransaction,
  toPut: PageToPut,
  reason?: string,
): Promise<StoredPage | false> {
  const { deps, tenant, source, syncId } = run
  const now = await readCurrentSource(tx, run)
  const { key, version, page, documentId } = versionedBy(now, run, toPut)
  const contentType: ContentType = Types.parse(page.contentType)
  const contentHash = hashContent(contentType, page.content)
  const print = fingerprint(contentType, page.content)
  const deletion = await findDeletion(tx, run, {
    key,
    url: page.url,
    fingerprint: print,
    isKnown: documentId !== null,
  })
  if (deletion !== undefined) {
    await skip(run, tx, key, deletion, page.links)
    return false
  }
  const put = await putSourceDocument(tx, deps.queue, tenant, documentId, {
    sourceId: source.id,
    key,
    url: page.url,
    title: page.title,
    content: page.content,
    contentType,
    contentHash,
    publishedAt: page.publishedAt,
    visibility: visibilityOf(now, page.url),
    groupId: now.group_id,
  })
  if (put.kind === 'taken') {
    await skip(run, tx, key, await describeOwner(tx, put.owner, source.id))
    return false
  }
  await rememberPage(tx, run, {
    key,
    version,
    etag: page.validators?.etag ?? null,
    lastModified: page.validators?.lastModified ?? null,
    links: page.links,
    documentId: put.documentId,
    contentHash,
    fingerprint: print,
    state: put.kind,
  })
  await markPage(tx, syncId, key, {
    state: put.kind,
    document_id: put.documentId,
    reason: reason ?? null,
  })
  return put
}

async function skip(
  run: SyncRun,
  tx: TenantTransaction,
  key: string,
  reason: string,
  links?: readonly PageLink[],
): Promise<void> {
  await markPage(tx, run.syncId, key, { state: 'skipped', reason })
  await noteState(tx, run, key, 'skipped', reason, links)
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

/** Whether a page with the same URL or text may have disappeared from this source. */
async function mayHaveMovedHere(
  { source, syncId }: SyncRun,
  tx: TenantTransaction,
  key: string,
  page: FetchedPage,
): Promise<boolean> {
  const owner = await findUrlOwner(tx, page.url)
  const print = fingerprint(page.contentType, page.content)
  const { rows } = await sql`
    select from source_pages o
    left join sync_pages s on s.sync_id = ${syncId} and s.key = o.key
    where o.source_id = ${source.id} and o.key <> ${key} and o.document_id is not null
      and (s.key is null or s.state in ('found', 'fetching', 'gone', 'moved'))
      and (o.fingerprint = ${print} or o.document_id = ${owner?.documentId ?? null}
           or s.moved_to = ${key})
    limit 1`.execute(tx)
  return rows.length > 0
}

/** PostgreSQL's text type allows neither U+0000 nor unpaired surrogates. */
const plainContent = (content: string | Uint8Array): string | Uint8Array =>
  typeof content === 'string' ? content.replaceAll('\0', '').toWellFormed() : content
