import type { SourcePatch } from '@footnote/contract/admin/sources'
import { sql } from 'kysely'
import type { DocumentVisibility } from '../platform/database/database.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { UnitOfWork } from '../platform/unit-of-work.ts'
import { deleteDocument } from '../knowledge/documents.ts'
import { watchSize } from '../knowledge/spaces/embedding-space-size.ts'
import { applyLabelRules } from './label-rules.ts'
import { getVisibility } from './page-visibility.ts'
import { addDocumentTerms } from '../knowledge/passages/document-terms.ts'
import type { Source } from './sources.ts'
import { queueStarterRefresh } from '../knowledge/starter-refresh.ts'
import type { TermDeltas } from '../knowledge/passages/term-statistics.ts'
import { applyTermDeltas, noDeltas } from '../knowledge/passages/term-statistics.ts'

/** Documents per statement. Their passages and vectors change too, well within its timeout. */
const AT_ONCE = 200
const DECIDING = ['visibility', 'visibility_rules', 'group_id'] as const

/**
 * Applies a changed source's label and visibility rules and group to its documents, in the same transaction.
 * What an operator chose for a single document stays. Rules that are set again are applied again; a
 * change without rules leaves the documents alone.
 */
export async function applySourceRules(
  unit: UnitOfWork,
  { before, after }: { before: Source; after: Source },
  patch: Partial<SourcePatch>,
): Promise<void> {
  if (patch.label_rules) await applyLabelRules(unit.tx, after)
  if (DECIDING.every((field) => patch[field] === undefined)) return
  // Always locked in this order, and before the statistics, to avoid deadlocks.
  const { tx, tenant } = unit
  const documents = await tx
    .selectFrom('documents')
    .select(['id', 'url', 'visibility', 'visibility_chosen', 'group_id'])
    .where('source_id', '=', after.id)
    .orderBy('id')
    .forUpdate()
    .execute()
  const changes = documents
    .map(({ id, url, visibility: was, visibility_chosen, group_id }) => ({
      id,
      was,
      visibility: visibility_chosen ? was : getVisibility(after, url),
      group_id: group_id === before.group_id ? after.group_id : group_id,
      group_was: group_id,
    }))
    .filter((one) => one.visibility !== one.was || one.group_id !== one.group_was)
  if (changes.length === 0) return
  const deltas = noDeltas()
  for (let start = 0; start < changes.length; start += AT_ONCE) {
    await changeDocuments(tx, changes.slice(start, start + AT_ONCE), deltas)
  }
  // Last, because indexing in this knowledge base waits from here on.
  await applyTermDeltas(tx, tenant.knowledgeBaseId, deltas)
  await watchSize(unit)
  await queueStarterRefresh(unit)
}

type Change = {
  id: string
  was: DocumentVisibility
  visibility: DocumentVisibility
  group_id: string | null
}

async function changeDocuments(
  tx: TenantTransaction,
  changes: readonly Change[],
  deltas: TermDeltas,
): Promise<void> {
  await sql`
    update documents d
    set visibility = c.visibility, group_id = c.group_id, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as c (id uuid, visibility text, group_id uuid)
    where d.knowledge_base_id = current_knowledge_base() and d.id = c.id`.execute(tx)
  const getIds = (some: readonly Change[]) => some.map(({ id }) => id)
  const shown = changes.filter((one) => isHidden(one.was) && !isHidden(one.visibility))
  const hidden = changes.filter((one) => !isHidden(one.was) && isHidden(one.visibility))
  await addDocumentTerms(tx, deltas, getIds(shown), 1)
  await addDocumentTerms(tx, deltas, getIds(hidden), -1)
}

const isHidden = (visibility: DocumentVisibility): boolean => visibility === 'restricted'

/** Deletes a document of a source. False once there is none left. */
export async function deleteNextDocument(unit: UnitOfWork, sourceId: string): Promise<boolean> {
  const { tx } = unit
  const document = await tx
    .selectFrom('documents')
    .select('id')
    .where('source_id', '=', sourceId)
    .limit(1)
    .executeTakeFirst()
  return document !== undefined && deleteDocument(unit, document.id)
}
