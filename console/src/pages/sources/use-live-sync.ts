import { FootnoteError } from '@footnote/client'
import type { Source, Sync, SyncEvent } from '@footnote/client/admin'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { admin, expireSession } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'
import { isUnderWay } from './sync-state.tsx'

const RETRY_MS = 3_000

/** A sync as it is now, and the page that is being read. */
export type LiveSync = Sync & { readonly page: string | null }

/** The last sync of a source, followed as it goes on. What it changed is fetched again at its end. */
export function useLiveSync(source: Source): LiveSync | null {
  const { knowledgeBaseId } = useScope()
  const queries = useQueryClient()
  const [seen, setSeen] = useState<{ syncId: string; event: SyncEvent } | null>(null)
  const last = source.last_sync
  const followedId = last && isUnderWay(last) ? last.id : null
  useEffect(() => {
    if (followedId === null) return
    const controller = new AbortController()
    const refresh = () => queries.invalidateQueries({ queryKey: knowledgeBaseKey(knowledgeBaseId) })
    const follow = async (): Promise<void> => {
      const { signal } = controller
      try {
        const events = admin().syncs.follow(knowledgeBaseId, source.id, followedId, { signal })
        for await (const event of events) setSeen({ syncId: followedId, event })
        await refresh()
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof FootnoteError && error.status === 401) return expireSession()
        // A restart of the service ends the stream; the sync itself goes on.
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
        if (!signal.aborted) await refresh().then(follow)
      }
    }
    void follow()
    return () => controller.abort()
  }, [followedId, knowledgeBaseId, queries, source.id])
  if (!last) return null
  if (seen?.syncId !== last.id || !isUnderWay(last)) return { ...last, page: null }
  const { state, phase, reason, counts, remaining_seconds, page } = seen.event
  return { ...last, state, phase, reason, counts, remaining_seconds, page }
}
