import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { ContentType } from '@footnote/contract/admin/content-type'
import type { Database } from '../platform/database/database.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { UnitOfWork } from '../platform/unit-of-work.ts'
import { changeDocument } from '../knowledge/documents.ts'
import type { NewDocument } from '../knowledge/insert-documents.ts'
import { insertDocuments } from '../knowledge/insert-documents.ts'
import { indexAllAgain } from '../knowledge/queue-indexing.ts'
import type { RulePage, Ruling } from './page-ruling.ts'
import { applyRuling } from './source-rules.ts'

/** A page as its source has it now. */
export type SourceDocument = {
  sourceId: string
  /** The page in its source. */
  key: string
  url: string
  /** null: the title in the content. */
  title: string | null
  content: string | Uint8Array
  contentType: ContentType
  contentHash: Buffer
  /** null: the date in the content. */
  publishedAt: Date | null
  /** What it is in, for the rules. */
  containers: string[]
}

/** The document that already has the URL, and its source. */
export type UrlOwner = { documentId: string; sourceId: string; key: string | null }

export type PutOutcome =
  | { kind: 'added' | 'changed' | 'moved' | 'unchanged'; documentId: string }
  /** The first source that had a URL keeps it. */
  | { kind: 'taken'; owner: UrlOwner }

/** A page and its current document; null: it has none. */
export type PageToPut = { page: SourceDocument; documentId: string | null }

/**
 * Stores pages of a source in their current documents, if any. Unchanged content is not indexed again,
 * and a new URL keeps the document and everything that refers to it. Returns what became of each, in
 * order.
 */
export async function putSourceDocuments(
  unit: UnitOfWork,
  rulePage: RulePage,
  pages: readonly PageToPut[],
): Promise<PutOutcome[]> {
  const existing = await lockDocuments(
    unit.tx,
    pages.flatMap(({ documentId }) => documentId ?? []),
  )
  const outcomes = await replaceDocuments(unit, { rulePage, pages, existing })
  const fresh = pages.map(({ page }) => page).filter((page) => !outcomes.has(page))
  const inserted = await insertDocuments(
    unit,
    fresh.map((page) => newDocument(page, rulePage(page))),
  )
  const taken = fresh.filter((_, n) => !inserted[n])
  const owners = await findUrlOwners(
    unit.tx,
    taken.map(({ url }) => url),
  )
  for (const [n, page] of fresh.entries()) {
    const document = inserted[n]
    const owner = owners.get(page.url)
    if (document) outcomes.set(page, { kind: 'added', documentId: document.id })
    else if (owner) outcomes.set(page, { kind: 'taken', owner })
  }
  return pages.map(({ page }) => {
    const outcome = outcomes.get(page)
    if (!outcome) throw new Error('The document with this URL was deleted meanwhile')
    return outcome
  })
}

const EXISTING = [
  'id',
  'url',
  'source_key',
  'given_title',
  'content_hash',
  'state',
  'visibility',
  'visibility_chosen',
  'group_id',
  'containers',
] as const

type Existing = Pick<Selectable<Database['documents']>, (typeof EXISTING)[number]>

/** By id, locked in the order of their ids. */
async function lockDocuments(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<Map<string, Existing>> {
  if (ids.length === 0) return new Map()
  const documents = await tx
    .selectFrom('documents')
    .select(EXISTING)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(documents.map((document) => [document.id, document]))
}

type Replacement = {
  rulePage: RulePage
  pages: readonly PageToPut[]
  existing: ReadonlyMap<string, Existing>
}

/** Outcomes of the pages whose document exists. */
async function replaceDocuments(
  unit: UnitOfWork,
  { rulePage, pages, existing }: Replacement,
): Promise<Map<SourceDocument, PutOutcome>> {
  const { tx } = unit
  const outcomes = new Map<SourceDocument, PutOutcome>()
  const untouched: string[] = []
  const toIndex: string[] = []
  for (const { page, documentId } of pages) {
    const before = documentId === null ? undefined : existing.get(documentId)
    if (!before) continue
    const isMoved = before.url !== page.url
    const owner = isMoved ? (await findUrlOwners(tx, [page.url])).get(page.url) : undefined
    if (owner) {
      outcomes.set(page, { kind: 'taken', owner })
      continue
    }
    const isSame = hasSameContent(before, page)
    const isElsewhere = isMoved || !isDeepStrictEqual(before.containers, page.containers)
    if (isSame && !isElsewhere && before.source_key === page.key) untouched.push(before.id)
    else await replaceDocument(tx, before, page, isSame)
    // Also when only the address is new: a page without a title is named by it.
    if (!isSame || isMoved) toIndex.push(before.id)
    // Other rules may apply there.
    if (isElsewhere) {
      const ruled = applyRuling(before, rulePage(before), rulePage(page))
      await changeDocument(unit, before.id, {
        visibility: ruled.visibility,
        group_id: ruled.group_id,
        rule_labels: JSON.stringify(ruled.rule_labels),
      })
    }
    const changed = isSame ? 'unchanged' : 'changed'
    outcomes.set(page, { kind: isMoved ? 'moved' : changed, documentId: before.id })
  }
  await noteSeen(tx, untouched)
  await indexAllAgain(unit, toIndex)
  return outcomes
}

/** A title set by an operator stays if the source has none. */
const getTitle = (before: Existing, page: SourceDocument): string | null =>
  page.title ?? before.given_title

const hasSameContent = (before: Existing, page: SourceDocument): boolean =>
  before.state !== 'failed' &&
  before.content_hash?.equals(page.contentHash) === true &&
  before.given_title === getTitle(before, page)

async function replaceDocument(
  tx: TenantTransaction,
  before: Existing,
  page: SourceDocument,
  isSame: boolean,
): Promise<void> {
  const title = getTitle(before, page)
  await tx
    .updateTable('documents')
    .set({
      url: page.url,
      source_key: page.key,
      containers: page.containers,
      updated_at: sql<Date>`now()`,
      ...(isSame ? {} : { ...getContent(page), given_title: title, ...(title ? { title } : {}) }),
    })
    .where('id', '=', before.id)
    .execute()
}

async function noteSeen(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('documents')
    .set({ updated_at: sql<Date>`now()` })
    .where('id', 'in', ids)
    .execute()
}

const newDocument = (page: SourceDocument, ruling: Ruling): NewDocument => ({
  source_id: page.sourceId,
  source_key: page.key,
  group_id: ruling.group_id,
  url: page.url,
  given_title: page.title,
  // Until the content has been parsed.
  title: page.title ?? page.url,
  visibility: ruling.visibility,
  rule_labels: JSON.stringify(ruling.labels),
  containers: page.containers,
  ...getContent(page),
})

const getContent = ({ content, contentType, contentHash, publishedAt }: SourceDocument) => ({
  content: typeof content === 'string' ? content : null,
  bytes: typeof content === 'string' ? null : Buffer.from(content),
  content_type: contentType,
  content_hash: contentHash,
  published_at: publishedAt,
})

/** By URL. */
export async function findUrlOwners(
  tx: TenantTransaction,
  urls: readonly string[],
): Promise<Map<string, UrlOwner>> {
  if (urls.length === 0) return new Map()
  const owners = await tx
    .selectFrom('documents')
    .select(['id', 'url', 'source_id', 'source_key'])
    .where('url', 'in', urls)
    .execute()
  return new Map(
    owners.map(({ id, url, source_id, source_key }) => [
      url,
      { documentId: id, sourceId: source_id, key: source_key },
    ]),
  )
}
