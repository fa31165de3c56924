import { POWERED_BY } from '@footnote/contract/public/attribution'
import { readerRoutes } from '@footnote/contract/public/public-routes'
import type { RelatedBody, RelatedResponse } from '@footnote/contract/public/related'
import type { FastifyPluginAsync } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import { effectiveGroups } from '../../access/effective-groups.ts'
import { chooseFilter } from '../../retrieval/choose-filter.ts'
import { toFilterFields } from '../../retrieval/document-scope.ts'
import { toArticles } from '../../retrieval/related.ts'
import type { RetrievalDeps } from '../../retrieval/retrieve.ts'
import { retrieve } from '../../retrieval/retrieve.ts'
import { disconnectSignal } from '../client-disconnect.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../serve.ts'

/** Enough to include five pages even if one page has many passages. */
const PASSAGES = 50

export const relatedRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    serve(app, readerRoutes.related, (request, reply) =>
      relatedPages(deps, request.caller, request.body, disconnectSignal(reply)),
    )
  }

/** Shared by every transport. */
export async function relatedPages(
  deps: RetrievalDeps,
  caller: Caller,
  body: RelatedBody & { group_ids?: string[] | undefined },
  signal: AbortSignal,
): Promise<RelatedResponse> {
  const groupIds = await effectiveGroups(deps.db, caller, body.group_ids)
  const filter = await chooseFilter(deps.db, caller, {
    text: body.query,
    groupIds,
    filter: body.filter,
    pageFilter: body.default_filter,
  })
  const query = { caller, text: body.query, groupIds, filter, limit: PASSAGES }
  const { passages } = await retrieve(deps, query, signal)
  const articles = toArticles(passages)
  return { articles, count: articles.length, ...toFilterFields(filter), ...POWERED_BY }
}
