import type { Sync, SyncEvent } from '@footnote/client/admin'
import { useQueryClient } from '@tanstack/react-query'
import { knowledgeBaseKey } from '../../api/queries.ts'
import { useStream } from '../../api/use-stream.ts'
import { admin } from '../../session/session.ts'
import { useScope } from '../../shell/knowledge-base.ts'

/** Calls back with each event of a sync. What it changed is fetched again at its end. */
export function useFollowedSync(
  sync: Pick<Sync, 'id' | 'source_id'> | null,
  onEvent: (syncId: string, event: SyncEvent) => void,
): void {
  const { knowledgeBaseId } = useScope()
  const queries = useQueryClient()
  const { id = '', source_id = '' } = sync ?? {}
  useStream({
    name: sync === null ? null : id,
    open: (signal) => admin().syncs.follow(knowledgeBaseId, source_id, id, { signal }),
    onEvent: (event) => onEvent(id, event),
    onEnd: () => queries.invalidateQueries({ queryKey: knowledgeBaseKey(knowledgeBaseId) }),
  })
}
