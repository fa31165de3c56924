import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/database/tenant.ts'
import { getLabels } from './page-labels.ts'
import type { Source } from './sources.ts'

/** Documents per statement. */
const AT_ONCE = 500

/** Applies a source's label rules to its documents, which are neither fetched nor indexed again for it. */
export async function applyLabelRules(
  tx: TenantTransaction,
  { id: sourceId, label_rules }: Pick<Source, 'id' | 'label_rules'>,
): Promise<void> {
  const documents = await tx
    .selectFrom('documents')
    .select(['id', 'url', 'rule_labels'])
    .where('source_id', '=', sourceId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const changed = documents
    .map(({ id, url, rule_labels: was }) => ({ id, was, labels: getLabels(label_rules, url) }))
    .filter(({ was, labels }) => !isDeepStrictEqual(was, labels))
    .map(({ id, labels }) => ({ id, labels }))
  for (let start = 0; start < changed.length; start += AT_ONCE) {
    const part = JSON.stringify(changed.slice(start, start + AT_ONCE))
    await sql`
      update documents d set rule_labels = c.labels, updated_at = now()
      from jsonb_to_recordset(${part}::jsonb) as c (id uuid, labels jsonb)
      where d.knowledge_base_id = current_knowledge_base() and d.id = c.id`.execute(tx)
  }
}
