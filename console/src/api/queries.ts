import type {
  DocumentListInput,
  Me,
  MessagesInput,
  Source,
  SyncPagesInput,
} from '@footnote/client/admin'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { admin, whoSignedIn } from '../session/session.ts'

/** Everything below belongs to one knowledge base; a change invalidates by the first parts of a key. */
export const knowledgeBaseKey = (id: string, ...rest: readonly unknown[]) => ['kb', id, ...rest]

const NOBODY: Me = {
  person: null,
  via: 'session',
  workspaces: [],
  may_create_workspaces: false,
}

/** Known since the sign-in, and asked again since roles change. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => admin().account.me({ signal }),
  initialData: () => whoSignedIn() ?? NOBODY,
})

export const workspacesQuery = queryOptions({
  queryKey: ['workspaces'],
  queryFn: ({ signal }) => admin().workspaces.list({}, { signal }),
})

/** Reads the size of every page, so only the page that shows it asks. */
export const storageQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceId, 'storage'],
    queryFn: async ({ signal }) =>
      (await admin().workspaces.usage(workspaceId, { storage: 'true' }, { signal })).storage,
  })

export const usageQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['usage', workspaceId],
    queryFn: ({ signal }) => admin().workspaces.usage(workspaceId, {}, { signal }),
  })

export const workspaceQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceId],
    queryFn: ({ signal }) => admin().workspaces.get(workspaceId, { signal }),
  })

export const knowledgeBasesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['knowledge-bases', workspaceId],
    queryFn: ({ signal }) => admin().knowledgeBases.list(workspaceId, {}, { signal }),
  })

export const knowledgeBaseQuery = (id: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id),
    queryFn: ({ signal }) => admin().knowledgeBases.get(id, { signal }),
  })

export const summaryQuery = (id: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'documents', 'summary'),
    queryFn: ({ signal }) => admin().documents.summary(id, { signal }),
  })

export const messagesQuery = (id: string, query: MessagesInput) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'messages', query),
    queryFn: ({ signal }) => admin().messages.list(id, query, { signal }),
  })

export const sourcesQuery = (id: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'sources'),
    queryFn: ({ signal }) => admin().sources.list(id, { signal }),
  })

export const sourceQuery = (id: string, sourceId: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'sources', sourceId),
    queryFn: ({ signal }) => admin().sources.get(id, sourceId, { signal }),
  })

const TOKEN_INTERVAL_MS = 3000

/** Where the webhook of a source is. A new subscription of Notion sends its token any moment. */
export const sourceHookQuery = (id: string, source: Pick<Source, 'id' | 'type'>) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'sources', source.id, 'hook'),
    queryFn: ({ signal }) => admin().sources.hook(id, source.id, { signal }),
    refetchInterval: ({ state: { data } }) =>
      source.type === 'notion' && data?.signing_secret_since === null && TOKEN_INTERVAL_MS,
  })

/** `rules`: as JSON. */
export const rulesPreviewQuery = ({
  knowledgeBaseId: id,
  sourceId,
  rules,
}: Record<'knowledgeBaseId' | 'sourceId' | 'rules', string>) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'sources', sourceId, 'rules', rules),
    queryFn: ({ signal }) =>
      admin().sources.previewRules(id, sourceId, { rules: JSON.parse(rules) }, { signal }),
  })

export const syncsQuery = (id: string, sourceId: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'sources', sourceId, 'syncs'),
    queryFn: ({ signal }) => admin().syncs.list(id, sourceId, { limit: 20 }, { signal }),
  })

export const syncPagesQuery = (
  id: string,
  sourceId: string,
  syncId: string,
  query: SyncPagesInput,
) =>
  infiniteQueryOptions({
    queryKey: knowledgeBaseKey(id, 'sources', sourceId, 'syncs', syncId, 'pages', query),
    queryFn: ({ signal, pageParam }) =>
      admin().syncs.pages(id, sourceId, syncId, { ...query, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor }) => (next_cursor === null ? null : { cursor: next_cursor }),
  })

/** Those that could not be read or indexed, or were skipped; the first hundred. */
export const sourcePagesQuery = (id: string, sourceId: string, state: 'failed' | 'skipped') =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'sources', sourceId, 'pages', state),
    queryFn: ({ signal }) => admin().sources.pages(id, sourceId, { state, limit: 100 }, { signal }),
  })

export const documentsQuery = (id: string, query: DocumentListInput) =>
  infiniteQueryOptions({
    queryKey: knowledgeBaseKey(id, 'documents', 'list', query),
    queryFn: ({ signal, pageParam }) =>
      admin().documents.list(id, { ...query, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ next_cursor }) => (next_cursor === null ? null : { cursor: next_cursor }),
  })

export const documentQuery = (id: string, documentId: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'documents', documentId),
    queryFn: ({ signal }) => admin().documents.get(id, documentId, { signal }),
  })

/** Looks up passages of any documents. What was shown stays while more are looked up. */
export const passageLookupQuery = (id: string, passageIds: string[]) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'passages', passageIds),
    queryFn: ({ signal }) => admin().documents.lookUpPassages(id, passageIds, { signal }),
    enabled: passageIds.length > 0,
    placeholderData: keepPreviousData,
  })

export const passagesQuery = (id: string, documentId: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'documents', documentId, 'passages'),
    queryFn: ({ signal }) => admin().documents.passages(id, documentId, { signal }),
  })

export const contentQuery = (id: string, documentId: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'documents', documentId, 'content'),
    queryFn: ({ signal }) => admin().documents.content(id, documentId, { signal }),
  })

export const citationsQuery = (id: string, documentId: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'documents', documentId, 'citations'),
    queryFn: ({ signal }) => admin().documents.citations(id, documentId, { signal }),
  })

export const groupsQuery = (id: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'groups'),
    queryFn: ({ signal }) => admin().groups.list(id, {}, { signal }),
  })

export const keysQuery = (id: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'keys'),
    queryFn: ({ signal }) => admin().keys.list(id, { signal }),
  })

export const channelsQuery = (id: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'channels'),
    queryFn: ({ signal }) => admin().channels.list(id, { signal }),
  })

/** Asks the product. */
export const channelPlacesQuery = (id: string, channelId: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'channel-places', channelId),
    queryFn: ({ signal }) => admin().channels.places(id, channelId, { signal, timeoutMs: 30_000 }),
  })

export const signersQuery = (id: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'signers'),
    queryFn: ({ signal }) => admin().readerSigners.list(id, { signal }),
  })

export const verifiedAnswersQuery = (id: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'verified-answers'),
    queryFn: ({ signal }) => admin().verifiedAnswers.list(id, { signal }),
  })

export const searchRulesQuery = (id: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'search-rules'),
    queryFn: ({ signal }) => admin().searchRules.list(id, { signal }),
  })

export const widgetsQuery = (id: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'widgets'),
    queryFn: ({ signal }) => admin().widgets.list(id, {}, { signal }),
  })

export const widgetQuery = (id: string, widgetId: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'widgets', widgetId),
    queryFn: ({ signal }) => admin().widgets.get(id, widgetId, { signal }),
  })

export const originsQuery = (id: string, widgetId: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'widgets', widgetId, 'origins'),
    queryFn: ({ signal }) => admin().widgets.origins(id, widgetId, { signal }),
  })

export const answerModelQuery = (id: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'answer-model'),
    queryFn: ({ signal }) => admin().answerModel.get(id, { signal }),
  })

export const reembedQuery = (id: string) =>
  queryOptions({
    queryKey: knowledgeBaseKey(id, 'reembed'),
    queryFn: ({ signal }) => admin().reembed.get(id, { signal }),
  })
