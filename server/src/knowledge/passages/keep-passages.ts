import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/tenant.ts'
import type { IndexedDocument, IndexedPassage } from './replace-passages.ts'
import { publishedBy } from './replace-passages.ts'

type Facts = 'documentId' | 'version' | 'title' | 'language' | 'publishedAt' | 'labels'
type ReadAgain = Pick<IndexedDocument, Facts> & {
  passages: readonly Pick<
    IndexedPassage,
    'index' | 'content' | 'headingPath' | 'anchor' | 'blocks'
  >[]
}

/**
 * Marks a document as indexed if its passages have not changed, so that a page with only a new time
 * stamp or URL is not embedded again. False if something differs.
 */
export async function keepPassages(tx: TenantTransaction, read: ReadAgain): Promise<boolean> {
  const current = await tx
    .selectFrom('documents')
    .select(['version', 'indexed_title', 'language', 'passage_count'])
    .where('id', '=', read.documentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const mayBeSame =
    current?.version === read.version &&
    current.indexed_title === read.title &&
    current.language === read.language &&
    current.passage_count === read.passages.length
  if (!mayBeSame) return false
  const stored = await tx
    .selectFrom('passages')
    .select(['content', 'heading_path', 'anchor'])
    .where('document_id', '=', read.documentId)
    .orderBy('chunk_index')
    .execute()
  const isSame = read.passages.every(({ content, headingPath, anchor }, index) => {
    const passage = stored[index]
    return (
      passage !== undefined &&
      passage.content === content &&
      passage.anchor === anchor &&
      passage.heading_path.join('\n') === headingPath.join('\n')
    )
  })
  if (!isSame) return false
  await updateBlocks(tx, read)
  await tx
    .updateTable('documents')
    .set({
      title: read.title,
      ...publishedBy(read),
      page_labels: JSON.stringify(read.labels),
      state: 'indexed',
      state_reason: null,
      indexed_at: sql<Date>`now()`,
    })
    .where('id', '=', read.documentId)
    .execute()
  return true
}

/** Passages indexed before blocks were stored get theirs here, without being embedded again. */
async function updateBlocks(
  tx: TenantTransaction,
  { documentId, passages }: ReadAgain,
): Promise<void> {
  const rows = passages.map(({ index, blocks }) => ({ index, blocks }))
  await sql`
    update passages p set blocks = r.blocks
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (index int, blocks jsonb)
    where p.document_id = ${documentId} and p.chunk_index = r.index
      and p.blocks is distinct from r.blocks`.execute(tx)
}
