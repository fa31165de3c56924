import { sql } from 'kysely'
import { eachKnowledgeBase } from '../knowledge/each-knowledge-base.ts'
import type { Db } from '../platform/database/db.ts'
import type { Tenant } from '../platform/database/tenant.ts'
import { withTenant } from '../platform/database/tenant.ts'
import type { ContentColumns } from './answer-content.ts'
import { CONTENT, readContent, replaceContent } from './answer-content.ts'

/** Answers per transaction. */
const BATCH = 100

/**
 * Once the version before cannot come back, packs the answers that it, or this one beside it, has stored.
 * Interrupted, it goes on where it stopped. Whether all are packed, and stay so.
 */
export async function packAnswers(workerDb: Db): Promise<boolean> {
  await sql`select begin_packing_answers()`.execute(workerDb)
  const { rows } = await sql<{ packs: boolean }>`select packs_answers() as packs`.execute(workerDb)
  if (!rows[0]?.packs) return false
  for await (const tenant of eachKnowledgeBase(workerDb)) {
    while ((await packSome(workerDb, tenant)) === BATCH);
  }
  return true
}

type Unpacked = ContentColumns & { id: string; question: string; source_documents: string[] }

const packSome = (workerDb: Db, tenant: Tenant): Promise<number> =>
  withTenant(workerDb, tenant, async (tx) => {
    const { rows } = await sql<Unpacked>`
      select m.id, m.question, m.source_documents, ${CONTENT} from messages m
      where m.knowledge_base_id = ${tenant.knowledgeBaseId}::uuid
        and m.packed is null and m.trace is not null
      order by m.id limit ${BATCH} for update`.execute(tx)
    for (const row of rows) {
      const { source_documents: sourceDocumentIds, ...message } = row
      await replaceContent(tx, { ...message, sourceDocumentIds }, readContent(row), true)
    }
    return rows.length
  })
