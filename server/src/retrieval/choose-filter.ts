import type { LabelFilter, Labels } from '@footnote/contract/labels'
import { ANY_VALUE } from '@footnote/contract/labels'
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
  /** What the page asks for that shows the question. */
  pageFilter?: LabelFilter | undefined
  /** Of the indexed page that the reader is on. */
  pageLabels?: Labels | undefined
  /** That of the widget; without one that of the knowledge base counts. */
  widgetFilter?: LabelFilter | undefined
}

/**
 * The labels that a search is limited to; null: none. A version that the question names goes before
 * defaults, and not before a version that the request asks for.
 */
export async function chooseFilter(
  db: Db,
  caller: Tenant & { defaultFilter: LabelFilter },
  { text, groupIds, filter, pageFilter, pageLabels = {}, widgetFilter }: Wishes,
): Promise<LabelFilter | null> {
  const base = filter ?? pageFilter ?? withLabels(widgetFilter ?? caller.defaultFilter, pageLabels)
  const named =
    filter?.[VERSION] === undefined ? await findNamedVersions(db, caller, text, groupIds) : []
  const chosen = named.length > 0 ? { ...base, [VERSION]: named } : base
  return Object.keys(chosen).length > 0 ? chosen : null
}

/**
 * The default, with the values that the page has in their place: of what the default limits, and of the
 * version. By its other labels a page says what it is about, not what its readers need.
 */
function withLabels(filter: LabelFilter, labels: Labels): LabelFilter {
  const own = Object.entries(labels).filter(
    ([name, values]) =>
      (name === VERSION || filter[name] !== undefined) && !values.includes(ANY_VALUE),
  )
  return { ...filter, ...Object.fromEntries(own) }
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
