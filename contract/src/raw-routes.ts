import { z } from 'zod'
import { AdminChannelParams, AdminSourceParams } from './admin/params.ts'
import { PUBLIC_KNOWLEDGE_BASE, WEBHOOK_PREFIX } from './paths.ts'
import { KnowledgeBaseParams } from './public/params.ts'
import { HttpUrl } from './text.ts'

/** An endpoint whose reply is not JSON of a fixed shape, or whose body may be anything. */
export type RawRoute = {
  readonly method: 'get' | 'post'
  /** With `{name}` for each path parameter. */
  readonly path: string
  readonly params: z.ZodObject
  readonly query?: z.ZodObject
}

const PageQuery = z.object({ url: HttpUrl })

export const rawRoutes = {
  websocket: {
    method: 'get',
    path: `${PUBLIC_KNOWLEDGE_BASE}/ws`,
    params: KnowledgeBaseParams,
  },
  llmsTxt: {
    method: 'get',
    path: `${PUBLIC_KNOWLEDGE_BASE}/llms.txt`,
    params: KnowledgeBaseParams,
  },
  llmsFullTxt: {
    method: 'get',
    path: `${PUBLIC_KNOWLEDGE_BASE}/llms-full.txt`,
    params: KnowledgeBaseParams,
  },
  pageMarkdown: {
    method: 'get',
    path: `${PUBLIC_KNOWLEDGE_BASE}/page.md`,
    params: KnowledgeBaseParams,
    query: PageQuery,
  },
  page: {
    method: 'get',
    path: `${PUBLIC_KNOWLEDGE_BASE}/page`,
    params: KnowledgeBaseParams,
    query: PageQuery,
  },
  sourceWebhook: {
    method: 'post',
    path: `${WEBHOOK_PREFIX}/knowledge-bases/{knowledgeBaseId}/sources/{sourceId}`,
    params: AdminSourceParams,
  },
  channelCall: {
    method: 'post',
    path: `${WEBHOOK_PREFIX}/knowledge-bases/{knowledgeBaseId}/channels/{channelId}`,
    params: AdminChannelParams,
  },
} as const satisfies Record<string, RawRoute>
