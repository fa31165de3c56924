import type { AuditEvent } from '@footnote/client/admin'
import { useQueries, useQuery } from '@tanstack/react-query'
import {
  documentQuery,
  groupsQuery,
  keysQuery,
  sourcesQuery,
  widgetsQuery,
} from '../../api/queries.ts'
import { useScope } from '../../shell/knowledge-base.ts'

/** Each is a request. Further pages are without a name. */
const MAX_PAGES = 20

/** What the targets are called now: the log keeps their names only where they were changed. */
export function useTargetNames(events: readonly AuditEvent[]): (id: string) => string | undefined {
  const { knowledgeBaseId } = useScope()
  const sources = useQuery(sourcesQuery(knowledgeBaseId)).data?.sources ?? []
  const widgets = useQuery(widgetsQuery(knowledgeBaseId)).data?.widgets ?? []
  const keys = useQuery(keysQuery(knowledgeBaseId)).data?.keys ?? []
  const groups = useQuery(groupsQuery(knowledgeBaseId)).data?.groups ?? []
  const changed = events.flatMap(({ action, target }) =>
    target !== null && (action === 'document.change' || action === 'document.put') ? target : [],
  )
  const pages = useQueries({
    queries: [...new Set(changed)]
      .slice(0, MAX_PAGES)
      // One of another knowledge base, or one that was deleted since, stays without a name.
      .map((id) => ({ ...documentQuery(knowledgeBaseId, id), retry: false })),
  }).flatMap(({ data }) => (data ? { id: data.id, name: data.title || data.url } : []))
  const names = new Map(
    [...sources, ...widgets, ...keys, ...groups, ...pages].map(({ id, name }) => [id, name]),
  )
  return (id) => names.get(id)
}
