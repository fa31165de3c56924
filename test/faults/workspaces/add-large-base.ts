import type { Knowledge } from '../../support/knowledge.ts'
import type { Service } from '../../support/service.ts'
import { createRandom, createVectors, randomCentres } from '../../../bench/lib/data/synthetic.ts'
import { openLoader } from '../../../bench/lib/data/synthetic-load.ts'
import { createTexts } from '../../../bench/lib/data/synthetic-text.ts'
import { runSql, superuserUrl } from '../../../bench/lib/database.ts'

/** Those of the supplied vectors. */
const DIMENSIONS = 384

/** Another knowledge base in the workspace, with so many passages. */
export async function addLargeBase(
  { admin }: Pick<Service, 'admin'>,
  ownerUrl: string,
  { workspaceId }: Pick<Knowledge, 'workspaceId'>,
  passages: number,
): Promise<void> {
  const { id: knowledgeBaseId } = await admin.knowledgeBases.create(workspaceId, { name: 'Large' })
  const [space] = await runSql<{ id: string }>(
    superuserUrl(ownerUrl),
    `select id from embedding_spaces where knowledge_base_id = '${knowledgeBaseId}'`,
  )
  const texts = createTexts(createRandom(1))
  const nextVector = createVectors(randomCentres(300, DIMENSIONS), 0.6, createRandom(2))
  const loader = await openLoader(ownerUrl)
  await loader.add(
    { tenant: { workspaceId, knowledgeBaseId }, spaceId: space?.id ?? '' },
    Array.from({ length: passages }, () => ({ words: texts.passage(), vector: nextVector() })),
  )
  await loader.finish()
}
