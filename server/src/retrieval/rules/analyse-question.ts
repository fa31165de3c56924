import type { SearchContext } from '../../knowledge/search-context.ts'
import { analyseQuery } from '../../text/analysed-query.ts'
import type { ExpandedQuery } from './synonyms.ts'
import { expandQuery } from './synonyms.ts'

/** The words of a question in each language of the documents, with their synonyms. */
export const analyseQuestion = (
  context: Pick<SearchContext, 'knowledgeBaseId' | 'languages' | 'rules'>,
  text: string,
): ExpandedQuery[] => analyseQuery(context, text).map((query) => expandQuery(context, query, text))
