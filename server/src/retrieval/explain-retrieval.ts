import { isInGroups } from '../platform/database/group-scope.ts'
import type { Explanation } from '@footnote/contract/admin/inspection'
import type { SearchContext } from '../knowledge/search-context.ts'
import { findSearchContext } from '../knowledge/search-context.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { PageName } from '../sources/missing-page.ts'
import { findMissingPage } from '../sources/missing-page.ts'
import { describeRanking } from './describe-ranking.ts'
import { explainPage } from './explain-page.ts'
import type { Wishes } from './choose-filter.ts'
import { chooseFilter } from './choose-filter.ts'
import type { DocumentScope } from './document-scope.ts'
import { findMissed } from './document-scope.ts'
import { MIN_RELEVANCE } from './fuse.ts'
import type { RetrievalDeps } from './retrieve.ts'

export type ExplainQuery = { text: string; page: PageName } & Pick<Wishes, 'groupIds' | 'filter'>

const NOWHERE = {
  document_id: null,
  place: null,
  results: 0,
  floor: MIN_RELEVANCE,
  passages: [],
  missing_page: null,
}

/** Why a page is found for a question, or not. `operatorDb` sees the documents that readers do not. */
export async function explainRetrieval(
  deps: RetrievalDeps & { operatorDb: Db },
  tenant: Tenant,
  asked: ExplainQuery,
  signal: AbortSignal,
): Promise<Explanation> {
  const { caller, document, missingPage, excerpts } = await withTenant(
    deps.operatorDb,
    tenant,
    (tx) => readPage(tx, tenant, asked.page),
  )
  if (!document) return explainMissing(missingPage)
  // As for readers: a default, or a version that the question names.
  const query = { ...asked, filter: await chooseFilter(deps.db, caller, asked) }
  const exclusion = explainExclusion(document, query)
  if (exclusion) return { ...NOWHERE, document_id: document.id, ...exclusion }
  const { text, groupIds, filter } = query
  const ranking = await explainPage(
    deps,
    { caller, text, groupIds, filter, documentId: document.id },
    signal,
  )
  return {
    ...NOWHERE,
    ...describeRanking(ranking, document),
    document_id: document.id,
    place: ranking.passages[0]?.place ?? null,
    results: ranking.results,
    passages: ranking.passages.flatMap((passage) => {
      const excerpt = excerpts.get(passage.id)
      return excerpt ? [{ ...excerpt, ...passage }] : []
    }),
  }
}

type Document = NonNullable<Awaited<ReturnType<typeof findDocument>>>
type Excerpt = Pick<Explanation['passages'][number], 'index' | 'heading_path' | 'excerpt'>

/** Everything but the search itself. */
async function readPage(
  tx: TenantTransaction,
  tenant: Tenant,
  page: PageName,
): Promise<{
  caller: SearchContext
  document: Document | undefined
  missingPage: Explanation['missing_page']
  excerpts: ReadonlyMap<string, Excerpt>
}> {
  const caller = await findSearchContext(tx, tenant)
  const document = await findDocument(tx, page)
  return document
    ? { caller, document, missingPage: null, excerpts: await loadExcerpts(tx, document.id) }
    : { caller, document, missingPage: await findMissingPage(tx, page), excerpts: new Map() }
}

const findDocument = (tx: TenantTransaction, page: PageName) =>
  tx
    .selectFrom('documents')
    .select(['id', 'state', 'state_reason', 'visibility', 'group_id', 'passage_count', 'labels'])
    .where((eb) => ('url' in page ? eb('url', '=', page.url) : eb('id', '=', page.documentId)))
    .executeTakeFirst()

const EXCERPT_CHARACTERS = 300

async function loadExcerpts(
  tx: TenantTransaction,
  documentId: string,
): Promise<Map<string, Excerpt>> {
  const rows = await tx
    .selectFrom('passages')
    .select(['id', 'chunk_index', 'heading_path', 'content'])
    .where('document_id', '=', documentId)
    .execute()
  return new Map(
    rows.map(({ id, chunk_index: index, heading_path, content }) => {
      const excerpt = content.slice(0, EXCERPT_CHARACTERS).toWellFormed()
      return [id, { index, heading_path, excerpt }]
    }),
  )
}

function explainMissing(missing: Explanation['missing_page']): Explanation {
  if (missing) {
    const verdict = missing.state === 'deleted' ? 'deleted' : 'skipped'
    return { ...NOWHERE, verdict, reasons: [], missing_page: missing }
  }
  const reasons = ['There is no document with this address in the knowledge base.']
  return { ...NOWHERE, verdict: 'unknown_page', reasons }
}

function explainExclusion(
  { state, state_reason, visibility, group_id, passage_count, labels }: Document,
  { groupIds, filter }: DocumentScope,
): Pick<Explanation, 'verdict' | 'reasons'> | undefined {
  if (visibility === 'restricted') {
    return { verdict: 'restricted', reasons: ['The document is restricted: no reader finds it.'] }
  }
  if (!isInGroups(groupIds, group_id)) {
    const reason = 'The document is in none of the source groups that the search is limited to.'
    return { verdict: 'wrong_group', reasons: [reason] }
  }
  const missed = findMissed(filter, labels)
  if (missed !== undefined) {
    const reason = `The search is limited to documents whose label ${missed} has another value.`
    return { verdict: 'wrong_label', reasons: [reason] }
  }
  if (passage_count > 0) return undefined
  if (state === 'failed') {
    return { verdict: 'failed', reasons: [`It could not be indexed: ${state_reason ?? ''}`] }
  }
  if (state === 'pending') {
    const reason = 'It waits to be indexed, and can be found after that.'
    return { verdict: 'not_indexed', reasons: [reason] }
  }
  return { verdict: 'no_passages', reasons: ['It was read, and no text was found in it.'] }
}
