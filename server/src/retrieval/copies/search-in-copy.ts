import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Tenant } from '../../platform/database/tenant.ts'
import { runAsTenant } from '../../platform/database/tenant.ts'
import type { EvidenceRow } from '../answerability/evidence.ts'
import { COMPARED_PASSAGES, evidenceObject } from '../answerability/evidence.ts'
import { PASSAGE_COLUMNS, type PassageRow } from '../load-passages.ts'
import type { SearchQuery, SearchRow } from '../search-statement.ts'
import type { CopiedRanking, SearchCopies } from './search-copies.ts'

/** undefined: there is no copy, or it is outdated. */
export async function searchInCopy(
  db: Db,
  tenant: Tenant,
  query: SearchQuery,
  copies: SearchCopies,
): Promise<SearchRow[] | undefined> {
  const { space, groupIds, documentId, vector } = query
  // A copy knows neither groups nor single documents, and what has an index needs none.
  const mayHaveCopy = !space.indexed && groupIds === null && documentId === undefined
  if (!mayHaveCopy || typeof vector === 'string') return undefined
  const ranking = copies.rank(tenant, space, { ...query, vector })
  if (!ranking) return undefined
  const loaded = await runAsTenant(db, tenant, loadRanked(query, ranking))
  if (loaded[0]?.is_current !== true) {
    copies.forget(space.id)
    return undefined
  }
  const evidence = loaded.find((row) => row.evidence !== null)?.evidence ?? null
  const passages = new Map(loaded.map((row) => [row.id, row]))
  return ranking.candidates
    .filter(({ is_shown }) => is_shown || query.wantsCandidates)
    .map((candidate, index) => ({
      ...(passages.get(candidate.id) ?? { content: null }),
      ...candidate,
      evidence: index === 0 ? evidence : null,
    }))
}

type LoadedRow = { is_current: boolean; evidence: EvidenceRow | null } & (
  | PassageRow
  | { id: null; content: null }
)

/**
 * The passages to be shown, and whether the copy still is what this statement would read. If it is not,
 * or there are none to be shown, one row without a passage.
 */
export const loadRanked = (
  { queries, wantsCandidates }: Pick<SearchQuery, 'queries' | 'wantsCandidates'>,
  { read, candidates }: CopiedRanking,
): RawBuilder<LoadedRow> => sql<LoadedRow>`
  select copy.is_current, p.*,
         ${wantsCandidates ? evidence(queries, candidates) : sql`null`} as evidence
  from (
    select not exists (
      select from readable_vector_changes
      where changed_by >= pg_snapshot_xmin(${read}::pg_snapshot)
        and not pg_visible_in_snapshot(changed_by, ${read}::pg_snapshot)) as is_current
  ) copy
  left join lateral (
    select shown.place, p.id, p.document_id, ${PASSAGE_COLUMNS}
    from unnest(${toArray(candidates.filter(({ is_shown }) => is_shown))}::uuid[])
      with ordinality as shown (id, place)
    -- By key, also in a plan made while the tables were small: connections keep it.
    cross join lateral (select * from readable_passages p where p.id = shown.id offset 0) p
    cross join lateral (select * from readable_documents d where d.id = p.document_id offset 0) d
    where copy.is_current
  ) p on true`

/** In one row of them all. */
const evidence = (
  queries: SearchQuery['queries'],
  candidates: CopiedRanking['candidates'],
): RawBuilder<unknown> => sql`case when coalesce(p.place, 1) = 1 then
    ${evidenceObject(queries, sql`${toArray(candidates.slice(0, COMPARED_PASSAGES))}::uuid[]`)} end`

/** Of ids, which need no quotes. */
const toArray = (candidates: readonly { id: string }[]): string =>
  `{${candidates.map(({ id }) => id).join(',')}}`
