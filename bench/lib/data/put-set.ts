import type { Service } from '../../../test/support/service.ts'
import { untilIndexed } from '../../../test/support/knowledge.ts'
import type { JudgedSet } from '../sets/sets.ts'
import { putTogether } from './put-together.ts'

const INDEXING_TIMEOUT_MS = 3_600_000

/** Puts the set over the admin API and waits until it is indexed. Returns how many passages it has. */
export async function putSet(
  service: Service,
  knowledgeBaseId: string,
  set: JudgedSet,
): Promise<number> {
  const { admin } = service
  await putTogether(admin, knowledgeBaseId, set)
  await untilIndexed(service, knowledgeBaseId, INDEXING_TIMEOUT_MS)
  return (await admin.documents.summary(knowledgeBaseId)).passages
}
