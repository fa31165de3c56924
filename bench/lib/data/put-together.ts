import type { AdminClient, DocumentInput } from '@footnote/client/admin'
import { limitConcurrency } from '../../../server/src/platform/limit-concurrency.ts'
import type { JudgedSet } from '../sets/sets.ts'

/** As `footnote ingest` does it. */
const REQUESTS_AT_ONCE = 4
const DOCUMENTS_TOGETHER = 25

export async function putTogether(
  admin: AdminClient,
  knowledgeBaseId: string,
  { documents, contentType }: Pick<JudgedSet, 'documents' | 'contentType'>,
): Promise<void> {
  const inputs = documents.map(({ url, title, content }): DocumentInput => ({
    url,
    ...(title.trim() === '' ? {} : { title }),
    content,
    content_type: contentType,
  }))
  const limit = limitConcurrency(REQUESTS_AT_ONCE)
  const batches: DocumentInput[][] = []
  for (let from = 0; from < inputs.length; from += DOCUMENTS_TOGETHER) {
    batches.push(inputs.slice(from, from + DOCUMENTS_TOGETHER))
  }
  await Promise.all(
    batches.map((batch) => limit(() => admin.documents.putMany(knowledgeBaseId, batch))),
  )
}
