import type { LabelFilter, Labels } from '@footnote/contract/labels'
import { ANY_VALUE } from '@footnote/contract/labels'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { inGroups } from '../platform/database/group-scope.ts'

/** The documents that a search is limited to. */
export type DocumentScope = {
  /** null: every group. */
  groupIds: readonly string[] | null
  /** Absent or null: whatever their labels are. */
  filter?: LabelFilter | null | undefined
}

export const isUnlimited = ({ groupIds, filter }: DocumentScope): boolean =>
  groupIds === null && toConditions(filter).length === 0

/** As a condition that follows others; `documentId`: the column of the passage's document. */
export function inScope(
  { groupIds, filter }: DocumentScope,
  documentId: RawBuilder<unknown> = sql`document_id`,
): RawBuilder<unknown> {
  const ofGroups =
    groupIds === null
      ? sql``
      : sql`and ${documentId} in (
          select id from readable_documents where ${inGroups(groupIds, sql`group_id`)})`
  const labelled = toConditions(filter).map(
    ({ name, values }) => sql`and ${documentId} in (
      select document_id from readable_labels where name = ${name} and value = any(${values}::text[]))`,
  )
  return sql.join([ofGroups, ...labelled], sql` `)
}

/** For the function that reads an index of vectors. Null: whatever the labels are. */
export function scopeAsJson({ filter }: DocumentScope): string | null {
  const conditions = toConditions(filter)
  return conditions.length === 0 ? null : JSON.stringify(conditions)
}

type LabelCondition = { name: string; values: string[] }

const toConditions = (filter: LabelFilter | null | undefined): LabelCondition[] =>
  Object.entries(filter ?? {}).map(([name, values]) => ({ name, values: [...values, ANY_VALUE] }))

/** As readers are told of it. */
export const toFilterFields = (filter: LabelFilter | null | undefined): { filter?: LabelFilter } =>
  filter && Object.keys(filter).length > 0 ? { filter } : {}

/** The first name of a filter that labels do not fit. */
export const findMissed = (
  filter: LabelFilter | null | undefined,
  labels: Labels,
): string | undefined =>
  toConditions(filter).find(
    ({ name, values }) => !labels[name]?.some((own) => values.includes(own)),
  )?.name
