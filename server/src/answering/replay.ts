import type { Replay, Trace } from '@footnote/contract/admin/messages'
import { findSearchContext } from '../knowledge/search-context.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { readAsTenant } from '../platform/database/tenant.ts'
import type { RetrievalDeps, Retrieved } from '../retrieval/retrieve.ts'
import { retrieve } from '../retrieval/retrieve.ts'
import { mergeSearches } from '../retrieval/merge-searches.ts'

/** Repeats a stored answer's search on the index as it is now. */
export async function replay(
  deps: RetrievalDeps,
  tenant: Tenant,
  { search, candidates }: Trace,
  signal: AbortSignal,
): Promise<Replay> {
  const caller = await readAsTenant(deps.db, tenant, (tx) => findSearchContext(tx, tenant))
  const query = { caller, groupIds: search.group_ids, filter: search.filter, limit: search.top_k }
  const searched: Retrieved[] = []
  for (const text of search.searches ?? [search.text])
    searched.push(await retrieve(deps, { ...query, text }, signal))
  const found = mergeSearches(searched, search.top_k).passages.map(({ id }) => id)
  const before = candidates
    .filter(({ outcome }) => outcome !== 'not_relevant' && outcome !== 'beyond_top_k')
    .map(({ chunk_id }) => chunk_id)
  const now = new Set(found)
  return {
    chunk_ids: found,
    same: before.length === found.length && before.every((id) => now.has(id)),
  }
}
