import { POWERED_BY } from '@footnote/contract/public/attribution'
import type { SearchBody, SearchResponse, SearchResult } from '@footnote/contract/public/search'
import type { LabelFilter } from '@footnote/contract/labels'
import type { Caller } from '../access/caller.ts'
import { effectiveGroups } from '../access/effective-groups.ts'
import { chooseFilter } from './choose-filter.ts'
import { toFilterFields } from './document-scope.ts'
import type { RankedPassage, RetrievalDeps } from './retrieve.ts'
import { retrieve } from './retrieve.ts'
import { toWordFields } from './words/read-words.ts'

/** A search's reply, for every transport. */
export async function searchPassages(
  deps: RetrievalDeps,
  caller: Caller,
  body: Omit<SearchBody, 'widget_id'> & { widgetFilter?: LabelFilter | undefined },
  signal: AbortSignal,
): Promise<SearchResponse> {
  const groupIds = await effectiveGroups(deps.db, caller, body.group_ids)
  const filter = await chooseFilter(deps.db, caller, {
    text: body.query,
    groupIds,
    filter: body.filter,
    pageFilter: body.default_filter,
    widgetFilter: body.widgetFilter,
  })
  const query = { caller, text: body.query, groupIds, filter, limit: body.limit }
  const { passages, words } = await retrieve(deps, query, signal)
  const results = passages.map(toResult)
  return {
    results,
    count: results.length,
    ...toWordFields(words),
    ...toFilterFields(filter),
    ...POWERED_BY,
  }
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
    labels: passage.document.labels,
  },
  rrf_score: passage.rrfScore,
  vector_score: passage.vectorScore,
  text_score: passage.textScore,
  rerank_score: passage.rerankScore,
})
