import type { MessagesInput } from '@footnote/client/admin'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { admin } from '../session/session.ts'
import { knowledgeBaseKey } from './queries.ts'

const PAGE = 50

/** Newest first. */
export const questionsQuery = (id: string, query: MessagesInput) =>
  infiniteQueryOptions({
    queryKey: knowledgeBaseKey(id, 'messages', 'pages', query),
    queryFn: ({ signal, pageParam }) =>
      admin().messages.list(id, { ...query, ...pageParam, limit: PAGE }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ messages }) => {
      const last = messages.at(-1)
      return messages.length < PAGE || !last ? null : { before: last.id }
    },
  })

export const messageQuery = (id: string, messageId: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'messages', 'one', messageId),
    queryFn: ({ signal }) => admin().messages.get(id, messageId, { signal }),
  })

export const threadQuery = (id: string, threadId: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'messages', 'thread', threadId),
    queryFn: ({ signal }) => admin().threads.get(id, threadId, { signal }),
  })
