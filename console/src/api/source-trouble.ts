import type { Source } from '@footnote/client/admin'

/** What is wrong with a source, worst first; null: its pages are as it has them. */
export function sourceTrouble(source: Source): 'held' | 'failed' | 'failed pages' | null {
  const state = source.last_sync?.state
  if (state === 'held' || state === 'failed') return state
  return source.failed_pages > 0 ? 'failed pages' : null
}
