import type { Source, Sync, SyncEvent } from '@footnote/client/admin'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { isUnderWay } from './is-under-way.ts'
import { useFollowedSync } from './use-followed-sync.ts'

/** A sync as it is now, and the page that is being read. */
export type LiveSync = Sync & { readonly page: string | null }

/** The last sync of a source, followed as it goes on. What it changed is fetched again at its end. */
export function useLiveSync(source: Source): LiveSync | null {
  const [seen, setSeen] = useState<{ syncId: string; event: SyncEvent } | null>(null)
  const last = source.last_sync
  useFollowedSync(last && isUnderWay(last) ? last : null, (syncId, event) =>
    setSeen({ syncId, event }),
  )
  if (!last) return null
  if (seen?.syncId !== last.id || !isUnderWay(last)) return { ...last, page: null }
  const { state, phase, reason, counts, remaining_seconds, page } = seen.event
  return { ...last, state, phase, reason, counts, remaining_seconds, page }
}

/**
 * Keeps a list of sources and what is counted of their pages up to date while one is being read. One
 * sync is followed and the list fetched at each of its events: a browser has few connections, and the
 * next sync is followed when this one ends.
 */
export function useLiveSources(sources: readonly Source[]): void {
  const { knowledgeBaseId } = useScope()
  const queries = useQueryClient()
  const syncs = sources.map(({ last_sync }) => last_sync).filter(isUnderWay)
  const followed = syncs.find((sync) => sync?.state === 'running') ?? syncs[0] ?? null
  useFollowedSync(followed, () => {
    for (const part of ['sources', 'documents']) {
      void queries.invalidateQueries({ queryKey: knowledgeBaseKey(knowledgeBaseId, part) })
    }
  })
}
