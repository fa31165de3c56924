import { POWERED_BY } from '@footnote/contract/attribution'
import { KnowledgeBaseParams } from '@footnote/contract/params'
import type { SearchResponse, SearchResult } from '@footnote/contract/search'
import { SearchBody } from '@footnote/contract/search'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Caller } from '../../access/caller.ts'
import { effectiveGroups } from '../../access/effective-groups.ts'
import type { RankedPassage, RetrievalDeps } from '../../retrieval/retrieve.ts'
import { retrieve } from '../../retrieval/retrieve.ts'
import { requireWidget } from '../../widgets/require-widget.ts'
import { whenReaderLeaves } from '../aborted.ts'
import type { Deps } from '../deps.ts'

export const searchRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/knowledge-bases/:knowledgeBaseId/search',
      { schema: { params: KnowledgeBaseParams, body: SearchBody }, config: { captcha: 'search' } },
      async (request, reply) => {
        const { caller, body } = request
        await requireWidget(deps.db, caller, body.widget_id, request.headers.origin)
        return searchPassages(deps, caller, body, whenReaderLeaves(reply))
      },
    )
  }

/** The same for every transport. */
export async function searchPassages(
  deps: RetrievalDeps,
  caller: Caller,
  body: Pick<SearchBody, 'query' | 'limit' | 'group_ids'>,
  signal: AbortSignal,
): Promise<SearchResponse> {
  const groupIds = await effectiveGroups(deps.db, caller, body.group_ids)
  const query = { caller, text: body.query, groupIds, limit: body.limit }
  const results = (await retrieve(deps, query, signal)).map(toResult)
  return { results, count: results.length, ...POWERED_BY }
}

const toResult = (passage: RankedPassage): SearchResult => ({
  chunk: {
    id: passage.id,
    document_id: passage.documentId,
    content: passage.content,
    heading_path: passage.headingPath,
    chunk_index: passage.chunkIndex,
    anchor: passage.anchor,
  },
  document: {
    id: passage.document.id,
    url: passage.document.url,
    title: passage.document.title,
    visibility: passage.document.visibility,
    source_type: passage.document.sourceType,
    group_id: passage.document.groupId,
    language: passage.document.language,
  },
  rrf_score: passage.rrfScore,
  vector_score: passage.vectorScore,
  text_score: passage.textScore,
  rerank_score: passage.rerankScore,
})
