import type { SearchRule } from '@footnote/contract/admin/answers/search-rules'
import type { LabelFilter } from '@footnote/contract/labels'
import { sql } from 'kysely'
import { Refusal } from '../platform/refusal.ts'
import type { Tenant, TenantTransaction } from '../platform/database/tenant.ts'
import type { EmbeddingSpace } from './spaces/embedding-space.ts'

type SearchSpace = Omit<EmbeddingSpace, 'indexed'>

export type SearchContext = Tenant & {
  space: SearchSpace
  languages: readonly string[]
  /** Applied to what names no labels. */
  defaultFilter: LabelFilter
  /** Of editors, oldest first. */
  rules: readonly SearchRule[]
}

type FoundContext = SearchSpace &
  Pick<SearchContext, 'rules'> & { languages: string[]; default_filter: LabelFilter }

/** What a search needs to know about a knowledge base, apart from the caller. */
export async function findSearchContext(
  tx: TenantTransaction,
  { workspaceId, knowledgeBaseId }: Tenant,
): Promise<SearchContext> {
  const { rows } = await sql<FoundContext>`
    select s.id, s.model, s.dimensions, readable_languages(k.languages) as languages,
           k.default_filter,
           array(select r.rule from search_rules r where r.knowledge_base_id = k.id order by r.id) as rules
    from knowledge_bases k
    join embedding_spaces s on s.knowledge_base_id = k.id and s.state = 'active'
    where k.id = ${knowledgeBaseId}`.execute(tx)
  const [found] = rows
  if (!found) throw new Refusal('NOT_FOUND')
  const { languages, default_filter: defaultFilter, rules, ...space } = found
  return { workspaceId, knowledgeBaseId, space, languages, defaultFilter, rules }
}
