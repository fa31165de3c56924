import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { runAsTenant } from '../platform/database/tenant.ts'
import { RETRIEVER_LIMIT } from './candidates.ts'
import type { SearchQuery, SearchRow } from './search-statement.ts'
import { searchStatement } from './search-statement.ts'

/** Candidates, best first, with the passages that are returned. */
export async function search(db: Db, tenant: Tenant, query: SearchQuery): Promise<SearchRow[]> {
  if (query.space.indexed) {
    const rows = await runAsTenant(db, tenant, searchStatement(query))
    // An index scan gives up after 20,000 passages. Where so many of those are restricted or in other
    // groups that too few remain, an exact search of the rest is quick.
    if ((rows[0]?.vector_hits ?? 0) >= RETRIEVER_LIMIT) return rows
  }
  const space = { ...query.space, indexed: false }
  return runAsTenant(db, tenant, searchStatement({ ...query, space }))
}
