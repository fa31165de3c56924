import type { SourcePatch } from '@footnote/contract/admin/sources'
import type { Labels } from '@footnote/contract/labels'
import type { Selectable, SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../platform/database/database.ts'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import type { UnitOfWork } from '../platform/unit-of-work.ts'
import { deleteDocument } from '../knowledge/documents.ts'
import { watchSize } from '../knowledge/spaces/embedding-space-size.ts'
import type { RulePage, Ruling } from './page-ruling.ts'
import { createRuling } from './page-ruling.ts'
import { addDocumentTerms } from '../knowledge/passages/document-terms.ts'
import type { Source } from './sources.ts'
import { queueStarterRefresh } from '../knowledge/starter-refresh.ts'
import type { TermDeltas } from '../knowledge/passages/term-statistics.ts'
import { applyTermDeltas, noDeltas } from '../knowledge/passages/term-statistics.ts'

/** Documents per statement. Their passages and vectors change too, well within its timeout. */
const AT_ONCE = 200
const DECIDING = ['visibility', 'rules', 'group_id'] as const
export const RULED = [
  'id',
  'url',
  'containers',
  'visibility',
  'visibility_chosen',
  'group_id',
  'rule_labels',
] as const

type RuledDocument = Pick<Selectable<Database['documents']>, (typeof RULED)[number]>

/**
 * Applies a changed source's visibility, group and rules to its documents, in the same transaction. What an
 * operator chose for a single document stays. Rules that are set again are applied again; a change without
 * rules leaves the documents alone.
 */
export async function applySourceRules(
  unit: UnitOfWork,
  { before, after }: { before: Source; after: Source },
  patch: Partial<SourcePatch>,
): Promise<void> {
  if (DECIDING.every((field) => patch[field] === undefined)) return
  const documents = await lockDocuments(unit.tx, (query) => query.where('source_id', '=', after.id))
  const [was, is] = [createRuling(before), createRuling(after)]
  const changes = documents.map((document) => ({
    before: document,
    after: applyRuling(document, was(document), is(document)),
  }))
  await changeRuled(unit, changes)
}

/** The new containers of documents that are otherwise unchanged, and what the rules say of these. */
export async function applyContainers(
  unit: UnitOfWork,
  rulePage: RulePage,
  containersById: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  if (containersById.size === 0) return
  const documents = await lockDocuments(unit.tx, (query) =>
    query.where('id', 'in', [...containersById.keys()]),
  )
  const changes = documents.map((document) => {
    const containers = [...(containersById.get(document.id) ?? [])]
    const ruled = applyRuling(document, rulePage(document), rulePage({ ...document, containers }))
    return { before: document, after: { ...ruled, containers } }
  })
  await changeRuled(unit, changes)
}

/** What becomes of a document when another ruling applies: what an operator chose for it stays. */
export const applyRuling = <Document extends ChosenAccess>(
  document: Document,
  was: Ruling,
  is: Ruling,
): Document & { rule_labels: Labels } => ({
  ...document,
  visibility: document.visibility_chosen ? document.visibility : is.visibility,
  group_id: document.group_id === was.group_id ? is.group_id : document.group_id,
  rule_labels: is.labels,
})

type ChosenAccess = Pick<RuledDocument, 'visibility' | 'visibility_chosen' | 'group_id'>

/** Always in this order, and before the statistics, to avoid deadlocks. */
const lockDocuments = (
  tx: TenantTransaction,
  choose: (
    query: SelectQueryBuilder<Database, 'documents', RuledDocument>,
  ) => SelectQueryBuilder<Database, 'documents', RuledDocument>,
): Promise<RuledDocument[]> =>
  choose(tx.selectFrom('documents').select(RULED)).orderBy('id').forUpdate().execute()

type Change = { before: RuledDocument; after: RuledDocument }

async function changeRuled(unit: UnitOfWork, all: readonly Change[]): Promise<void> {
  const { tx, tenant } = unit
  const changes = all.filter(({ before, after }) => !isDeepStrictEqual(before, after))
  const deltas = noDeltas()
  for (let start = 0; start < changes.length; start += AT_ONCE) {
    await changeDocuments(tx, changes.slice(start, start + AT_ONCE), deltas)
  }
  if (!changes.some(({ before, after }) => isOtherAccess(before, after))) return
  // Last, because indexing in this knowledge base waits from here on.
  await applyTermDeltas(tx, tenant.knowledgeBaseId, deltas)
  await watchSize(unit)
  await queueStarterRefresh(unit)
}

const isOtherAccess = (before: RuledDocument, after: RuledDocument): boolean =>
  before.visibility !== after.visibility || before.group_id !== after.group_id

async function changeDocuments(
  tx: TenantTransaction,
  changes: readonly Change[],
  deltas: TermDeltas,
): Promise<void> {
  await sql`
    update documents d
    set visibility = c.visibility, group_id = c.group_id, rule_labels = c.rule_labels,
        containers = c.containers, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(changes.map(({ after }) => after))}::jsonb)
      as c (id uuid, visibility text, group_id uuid, rule_labels jsonb, containers text[])
    where d.knowledge_base_id = current_knowledge_base() and d.id = c.id`.execute(tx)
  const getIds = (some: readonly Change[]) => some.map(({ after }) => after.id)
  const shown = changes.filter(({ before, after }) => isHidden(before) && !isHidden(after))
  const hidden = changes.filter(({ before, after }) => !isHidden(before) && isHidden(after))
  await addDocumentTerms(tx, deltas, getIds(shown), 1)
  await addDocumentTerms(tx, deltas, getIds(hidden), -1)
}

const isHidden = ({ visibility }: Pick<RuledDocument, 'visibility'>): boolean =>
  visibility === 'restricted'

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
