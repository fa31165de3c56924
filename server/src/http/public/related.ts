import { POWERED_BY } from '@footnote/contract/attribution'
import { KnowledgeBaseParams } from '@footnote/contract/params'
import type { RelatedResponse } from '@footnote/contract/related'
import { RelatedBody } from '@footnote/contract/related'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Caller } from '../../access/caller.ts'
import { effectiveGroups } from '../../access/effective-groups.ts'
import { toArticles } from '../../retrieval/related.ts'
import type { RetrievalDeps } from '../../retrieval/retrieve.ts'
import { retrieve } from '../../retrieval/retrieve.ts'
import { whenReaderLeaves } from '../aborted.ts'
import type { Deps } from '../deps.ts'

/** Enough passages that five pages are among them even when one page has many. */
const PASSAGES = 50

export const relatedRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/knowledge-bases/:knowledgeBaseId/related',
      { schema: { params: KnowledgeBaseParams, body: RelatedBody } },
      async (request, reply) =>
        relatedPages(deps, request.caller, request.body, whenReaderLeaves(reply)),
    )
  }

/** The same for every transport. */
export async function relatedPages(
  deps: RetrievalDeps,
  caller: Caller,
  body: RelatedBody,
  signal: AbortSignal,
): Promise<RelatedResponse> {
  const groupIds = await effectiveGroups(deps.db, caller, undefined)
  const query = { caller, text: body.query, groupIds, limit: PASSAGES }
  const articles = toArticles(await retrieve(deps, query, signal))
  return { articles, count: articles.length, ...POWERED_BY }
}
