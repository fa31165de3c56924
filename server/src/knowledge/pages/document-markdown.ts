import type { TenantTransaction } from '../../platform/database/tenant.ts'
import { pageMarkdown, writtenMarkdown } from './page-markdown.ts'

/** The text of any document, for operators. Undefined if there is no such document. */
export async function documentMarkdown(
  tx: TenantTransaction,
  id: string,
): Promise<string | undefined> {
  const document = await tx
    .selectFrom('documents')
    .select(['title', 'content', 'content_type'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!document) return undefined
  const written = writtenMarkdown(document.content, document.content_type)
  if (written !== null) return written
  const passages = await tx
    .selectFrom('passages')
    .select(['content', 'heading_path as headingPath'])
    .where('document_id', '=', id)
    .orderBy('chunk_index')
    .execute()
  return pageMarkdown(document.title, passages)
}
