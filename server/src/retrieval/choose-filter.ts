import type { LabelFilter } from '@footnote/contract/labels'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { readAsTenant } from '../platform/database/tenant.ts'
import { inScope } from './document-scope.ts'
import { versionsInQuestion } from './versions-in-question.ts'

const VERSION = 'version'

export type Wishes = {
  /** What is asked; a version that it names is searched for. */
  text: string
  /** null: every group. */
  groupIds: readonly string[] | null
  /** That of the request. */
  filter?: LabelFilter | undefined
  /** Of the page and of the widget: the first there is counts, and after them that of the knowledge base. */
  defaults?: readonly (LabelFilter | null | undefined)[]
}

/**
 * The labels that a search is limited to; null: none. A version that the question names goes before
 * defaults, and not before a version that the request asks for.
 */
export async function chooseFilter(
  db: Db,
  caller: Tenant & { defaultFilter: LabelFilter },
  { text, groupIds, filter, defaults = [] }: Wishes,
): Promise<LabelFilter | null> {
  const base =
    [filter, ...defaults].find((one) => one !== undefined && one !== null) ?? caller.defaultFilter
  const named =
    filter?.[VERSION] === undefined ? await findNamedVersions(db, caller, text, groupIds) : []
  const chosen = named.length > 0 ? { ...base, [VERSION]: named } : base
  return Object.keys(chosen).length > 0 ? chosen : null
}

/** Of the versions that a question names those that documents have which the reader may see. */
async function findNamedVersions(
  db: Db,
  tenant: Tenant,
  text: string,
  groupIds: readonly string[] | null,
): Promise<string[]> {
  const named = versionsInQuestion(text)
  if (named.length === 0) return []
  const { rows } = await readAsTenant(db, tenant, (tx) =>
    sql<{ value: string }>`
      select v.value from unnest(${[...new Set(named.flat())]}::text[]) as v (value)
      where exists (
        select from readable_labels l where l.name = ${VERSION} and l.value = v.value
        ${inScope({ groupIds }, sql`l.document_id`)})`.execute(tx),
  )
  const known = new Set(rows.map(({ value }) => value))
  return [...new Set(named.flatMap((ways) => ways.find((way) => known.has(way)) ?? []))]
}
