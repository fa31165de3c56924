import { sql } from 'kysely'
import type { TenantTransaction } from '../platform/tenant.ts'
import type { IndexedDocument, IndexedPassage } from './passages.ts'
import { publishedBy } from './passages.ts'

type Facts = 'documentId' | 'version' | 'title' | 'language' | 'publishedAt'
type ReadAgain = Pick<IndexedDocument, Facts> & {
  passages: readonly Pick<IndexedPassage, 'index' | 'content' | 'headingPath' | 'anchor'>[]
}

/**
 * Marks a document as indexed whose passages are what they were: a page that was served with another
 * time stamp, or at another address, is not embedded again. False when something differs.
 */
export async function keepPassages(tx: TenantTransaction, read: ReadAgain): Promise<boolean> {
  const current = await tx
    .selectFrom('documents')
    .select(['version', 'indexed_title', 'language', 'passage_count'])
    .where('id', '=', read.documentId)
    .forUpdate()
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
  await tx
    .updateTable('documents')
    .set({
      title: read.title,
      ...publishedBy(read),
      state: 'indexed',
      state_reason: null,
      indexed_at: sql<Date>`now()`,
    })
    .where('id', '=', read.documentId)
    .execute()
  return true
}
