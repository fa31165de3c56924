import { FootnoteError } from '@footnote/client'
import type { Sync, SyncEvent } from '@footnote/client/admin'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { admin, expireSession } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'

const RETRY_MS = 3_000

/** Calls back with each event of a sync. What it changed is fetched again at its end. */
export function useFollowedSync(
  sync: Pick<Sync, 'id' | 'source_id'> | null,
  onEvent: (syncId: string, event: SyncEvent) => void,
): void {
  const { knowledgeBaseId } = useScope()
  const queries = useQueryClient()
  const tell = useEffectEvent(onEvent)
  const syncId = sync?.id ?? null
  const sourceId = sync?.source_id ?? null
  useEffect(() => {
    if (syncId === null || sourceId === null) return
    const controller = new AbortController()
    const refresh = () => queries.invalidateQueries({ queryKey: knowledgeBaseKey(knowledgeBaseId) })
    const follow = async (): Promise<void> => {
      const { signal } = controller
      try {
        const events = admin().syncs.follow(knowledgeBaseId, sourceId, syncId, { signal })
        for await (const event of events) tell(syncId, event)
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
  }, [syncId, sourceId, knowledgeBaseId, queries])
}
