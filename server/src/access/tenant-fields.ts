import type { SearchRule } from '@footnote/contract/admin/answers/search-rules'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Caller } from './caller.ts'
import type { SignedGroup } from './signed-readers/signed-reader.ts'

type Row = {
  name: string
  languages: string[]
  default_filter: Caller['defaultFilter']
  rules: SearchRule[]
  signed_groups: SignedGroup[]
  mcp_enabled: boolean
  space_id: string
  space_model: string
  space_dimensions: number
  plan: Caller['plan']
  retention: Caller['retention']
}

type TenantFields = Pick<
  Caller,
  | 'knowledgeBaseName'
  | 'languages'
  | 'defaultFilter'
  | 'rules'
  | 'signedGroups'
  | 'mcpEnabled'
  | 'space'
  | 'plan'
  | 'retention'
>

/** The fields of a caller that come from their knowledge base. The tenant must be set. */
export async function findTenantFields(
  tx: Transaction<Database>,
  knowledgeBaseId: string,
): Promise<TenantFields | null> {
  const { rows } = await sql<Row>`
    select k.name, readable_languages(k.languages) as languages, k.default_filter, k.mcp_enabled, w.plan, w.retention, s.id as space_id,
           s.model as space_model, s.dimensions as space_dimensions,
           array(select json_build_object('id', g.id, 'name', g.name) from source_groups g
                 where g.knowledge_base_id = k.id and g.signed_readers_only) as signed_groups,
           array(select r.rule from search_rules r where r.knowledge_base_id = k.id order by r.id) as rules
    from knowledge_bases k
    join workspaces w on w.id = k.workspace_id
    join embedding_spaces s on s.knowledge_base_id = k.id and s.state = 'active'
    where k.id = ${knowledgeBaseId}`.execute(tx)
  const [row] = rows
  if (!row) return null
  return {
    knowledgeBaseName: row.name,
    languages: row.languages,
    defaultFilter: row.default_filter,
    rules: row.rules,
    signedGroups: row.signed_groups,
    mcpEnabled: row.mcp_enabled,
    space: {
      id: row.space_id,
      model: row.space_model,
      dimensions: row.space_dimensions,
    },
    plan: row.plan,
    retention: row.retention,
  }
}
