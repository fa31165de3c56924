import { sql } from 'kysely'
import { createEmbedder } from '../../server/src/models/embedding/create-embedder.ts'
import { withTenant } from '../../server/src/platform/database/tenant.ts'
import { addQuestion } from '../../server/src/questions/gaps/group-questions.ts'
import { seedTenant } from '../../test/support/store/seed.ts'
import { withDatabase, withRoles } from '../lib/database.ts'
import { rounded } from '../lib/figures.ts'
import { percentile } from '../../server/src/evaluations/metrics/ranking-metrics.ts'

/** Enough that gaps grow into the hundreds. */
const MOST = 1_000

/** Embedding a question and putting it into its gap, one after the other, with no cache of vectors. */
export async function measureAdding(modelDir: string, questions: readonly { text: string }[]) {
  const embedder = await createEmbedder({ kind: 'local', modelDir })
  try {
    return await withDatabase((database) =>
      withRoles(database, async ({ api, worker }) => {
        const tenant = await seedTenant(worker.db)
        const asked = questions.slice(0, MOST)
        const { rows } = await withTenant(api.db, tenant, (tx) =>
          sql<{ id: string }>`
            with threads as (
              insert into threads (knowledge_base_id, id)
              select current_knowledge_base(), gen_random_uuid()
              from generate_series(1, ${asked.length}) returning id)
            insert into messages (knowledge_base_id, id, thread_id, source, question, answer, covered)
            select current_knowledge_base(), id, id, 'api', '', '', false from threads
            returning id`.execute(tx),
        )
        const [embedding, adding]: [number[], number[]] = [[], []]
        for (const [index, { id: messageId }] of rows.entries()) {
          const startMs = performance.now()
          const vector = await embedder.embedQuery(asked[index]?.text ?? '')
          const embeddedMs = performance.now()
          await addQuestion(worker.db, tenant, embedder, { messageId, vector })
          embedding.push(embeddedMs - startMs)
          adding.push(performance.now() - embeddedMs)
        }
        return {
          questions: rows.length,
          embedP50: rounded(percentile(embedding, 0.5)),
          embedP95: rounded(percentile(embedding, 0.95)),
          addP50: rounded(percentile(adding, 0.5)),
          addP95: rounded(percentile(adding, 0.95)),
        }
      }),
    )
  } finally {
    await embedder.close()
  }
}
