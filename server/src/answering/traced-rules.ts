import type { Trace } from '@footnote/contract/admin/messages'
import type { RankedPassage, Retrieved } from '../retrieval/retrieve.ts'

export type TracedRules = Pick<Trace['search'], 'synonyms' | 'pinned_chunk_ids'>

/** What the trace says of the rules that searches followed. Languages may have the same synonym: each once. */
export function traceRules(
  searched: readonly Pick<Retrieved, 'synonyms'>[],
  found: readonly RankedPassage[],
): TracedRules {
  const all = searched.flatMap(({ synonyms }) => synonyms)
  const pairs = all.map(({ words, means }) => [`${words}\n${means}`, { words, means }] as const)
  const synonyms = [...new Map(pairs).values()]
  const pinned = found.flatMap(({ id, isPinned }) => (isPinned ? [id] : []))
  return {
    ...(synonyms.length > 0 ? { synonyms } : {}),
    ...(pinned.length > 0 ? { pinned_chunk_ids: pinned } : {}),
  }
}
