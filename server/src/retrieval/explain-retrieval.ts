import type { ExplainedPassage, Explanation } from '@footnote/contract/admin/inspection'
import { sql } from 'kysely'
import type { Deletion } from '../sources/deleted-pages.ts'
import { findPageDeletion } from '../sources/deleted-pages.ts'
import { findSearchContext } from '../knowledge/search-context.ts'
import type { DocumentState, DocumentVisibility } from '../platform/database/database.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import { explainPage } from './explain-page.ts'
import { describeRanking } from './describe-ranking.ts'
import { MIN_RELEVANCE } from './fuse.ts'
import type { RetrievalDeps } from './retrieve.ts'

export type ExplainQuery = {
  text: string
  page: { url: string } | { documentId: string }
  groupIds: readonly string[] | null
}

type Subject = {
  id: string
  state: DocumentState
  state_reason: string | null
  visibility: DocumentVisibility
  group_id: string | null
  passage_count: number
}

const NOWHERE = { document_id: null, place: null, results: 0, floor: MIN_RELEVANCE, passages: [] }

/** Why a page is found for a question, or not. `operatorDb` sees the documents that readers do not. */
export async function explainRetrieval(
  deps: RetrievalDeps & { operatorDb: Db },
  tenant: Tenant,
  query: ExplainQuery,
  signal: AbortSignal,
): Promise<Explanation> {
  const subject = await findSubject(deps.operatorDb, tenant, query.page)
  if (!subject) {
    const deletion = await withTenant(deps.operatorDb, tenant, (tx) =>
      findPageDeletion(tx, query.page),
    )
    if (deletion)
      return { ...NOWHERE, verdict: 'deleted', reasons: [describeDeletion(tenant, deletion)] }
    const skipped = await findSkipped(deps.operatorDb, tenant, query.page)
    const reasons = [skipped ?? 'There is no document with this address in the knowledge base.']
    return { ...NOWHERE, verdict: skipped === undefined ? 'unknown_page' : 'skipped', reasons }
  }
  const hindrance = explainExclusion(subject, query)
  if (hindrance) return { ...NOWHERE, document_id: subject.id, ...hindrance }
  const caller = await withTenant(deps.db, tenant, (tx) => findSearchContext(tx, tenant))
  const { text, groupIds } = query
  const ranking = await explainPage(
    deps,
    { caller, text, groupIds, documentId: subject.id },
    signal,
  )
  const passages = await loadExcerpts(deps.operatorDb, tenant, subject.id)
  const explained = ranking.passages.flatMap(({ passageId, ...scores }): ExplainedPassage[] => {
    const passage = passages.get(passageId)
    if (!passage) return []
    return [
      {
        ...passage,
        place: scores.place,
        rank: scores.rank,
        vector_rank: scores.vectorRank,
        text_rank: scores.textRank,
        relevance: scores.relevance,
        vector_score: scores.vectorScore,
        text_score: scores.textScore,
        rerank_score: scores.rerankScore,
      },
    ]
  })
  return {
    ...describeRanking(ranking, subject),
    document_id: subject.id,
    place: ranking.passages[0]?.place ?? null,
    results: ranking.results,
    floor: MIN_RELEVANCE,
    passages: explained,
  }
}

async function findSubject(
  db: Db,
  tenant: Tenant,
  page: ExplainQuery['page'],
): Promise<Subject | undefined> {
  return withTenant(db, tenant, (tx) => {
    const query = tx
      .selectFrom('documents')
      .select(['id', 'state', 'state_reason', 'visibility', 'group_id', 'passage_count'])
    const found =
      'url' in page ? query.where('url', '=', page.url) : query.where('id', '=', page.documentId)
    return found.executeTakeFirst()
  })
}

/** A source may know the page and have a reason not to have it. */
async function findSkipped(
  db: Db,
  tenant: Tenant,
  page: ExplainQuery['page'],
): Promise<string | undefined> {
  if (!('url' in page)) return undefined
  const { rows } = await withTenant(db, tenant, (tx) =>
    sql<{ name: string; state: string; reason: string | null }>`
      select s.name, o.state, o.reason from source_pages o
      join sources s on s.id = o.source_id
      where o.key = ${page.url} and o.document_id is null limit 1`.execute(tx),
  )
  const [found] = rows
  return (
    found &&
    `The source ${found.name} ${found.state} this page: ${found.reason ?? 'no reason given'}`
  )
}

const describeDeletion = (
  { knowledgeBaseId }: Tenant,
  { source, sourceId, key, deletedAt }: Deletion,
): string =>
  `An operator deleted this page on ${deletedAt.toISOString().slice(0, 10)}, so syncs of the source ` +
  `${source} leave it out. To bring it back: footnote sources restore ${sourceId} ${key} ` +
  `--knowledge-base ${knowledgeBaseId}`

function explainExclusion(
  { state, state_reason, visibility, group_id, passage_count }: Subject,
  { groupIds }: ExplainQuery,
): Pick<Explanation, 'verdict' | 'reasons'> | undefined {
  if (visibility === 'restricted') {
    return { verdict: 'restricted', reasons: ['The document is restricted: no reader finds it.'] }
  }
  if (groupIds !== null && (group_id === null || !groupIds.includes(group_id))) {
    const reason = 'The document is in none of the source groups that the search is limited to.'
    return { verdict: 'wrong_group', reasons: [reason] }
  }
  if (passage_count > 0) return undefined
  if (state === 'failed') {
    return { verdict: 'failed', reasons: [`It could not be indexed: ${state_reason ?? ''}`] }
  }
  if (state === 'pending') {
    return {
      verdict: 'not_indexed',
      reasons: ['It waits to be indexed, and can be found after that.'],
    }
  }
  return { verdict: 'no_passages', reasons: ['It was read, and no text was found in it.'] }
}

const EXCERPT_CHARACTERS = 300

async function loadExcerpts(db: Db, tenant: Tenant, documentId: string) {
  const rows = await withTenant(db, tenant, (tx) =>
    tx
      .selectFrom('passages')
      .select(['id', 'chunk_index', 'heading_path', 'content'])
      .where('document_id', '=', documentId)
      .execute(),
  )
  return new Map(
    rows.map(({ id, chunk_index: index, heading_path, content }) => {
      const excerpt = content.slice(0, EXCERPT_CHARACTERS).toWellFormed()
      return [id, { id, index, heading_path, excerpt }] as const
    }),
  )
}
