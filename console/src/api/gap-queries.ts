import type { GapsInput } from '@footnote/client/admin'
import { queryOptions } from '@tanstack/react-query'
import { admin } from '../session/session.ts'
import { knowledgeBaseKey } from './queries.ts'

const PAGE = 100

/** Those with most questions first. */
export const gapsQuery = (id: string, state: NonNullable<GapsInput['state']>) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'gaps', 'list', state),
    queryFn: ({ signal }) => admin().gaps.list(id, { state, limit: PAGE }, { signal }),
  })

export const gapQuery = (id: string, gapId: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'gaps', 'one', gapId),
    queryFn: ({ signal }) => admin().gaps.get(id, gapId, { signal }),
    // Whether it is covered changes by itself, once a page is indexed.
    staleTime: 0,
  })
