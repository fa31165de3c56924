import type { SearchContext } from '../../knowledge/search-context.ts'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import type { Candidate, CandidateQuery } from '../candidates.ts'
import { readCandidates } from '../candidates.ts'
import { pinnedStatement } from '../gate.ts'
import { findPins } from './pins.ts'

/** The passages that come first, of pages that this search may see. A statement only where a rule fits. */
export async function findPinned(
  tx: TenantTransaction,
  { caller, text }: { caller: SearchContext; text: string },
  asked: CandidateQuery,
): Promise<Candidate[]> {
  const urls = findPins(caller, text)
  if (urls.length === 0) return []
  const found = await readCandidates(tx, asked, pinnedStatement(asked, urls))
  // Their ranks are among one another.
  return found.map((candidate) => ({ ...candidate, vectorRank: null, textRank: null }))
}
