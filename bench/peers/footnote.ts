import type { Embedder } from '../../server/src/models/embedding/embedder.ts'
import { createKnowledge } from '../../test/support/knowledge.ts'
import { startService } from '../../test/support/service.ts'
import { buildService } from '../lib/build-service.ts'
import { putSet } from '../lib/data/put-set.ts'
import { findPostgres, runSql, withDatabase } from '../lib/database.ts'
import type { JudgedSet } from '../lib/sets/sets.ts'
import { withEmbeddingServer } from './embedding-server.ts'
import type { Engine } from './engine.ts'

type Found = { results: { document: { url: string } }[] }

/** The service as it is shipped, with a PostgreSQL of its own. Documents come over the admin API. */
export const withFootnote = <Result>(
  set: JudgedSet,
  embedder: Embedder,
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> =>
  withEmbeddingServer(embedder, (env) =>
    withDatabase(async ({ ownerUrl }) => {
      await using service = await startService({ databaseUrl: ownerUrl, env, cli: buildService() })
      const { knowledgeBaseId, clientKey } = await createKnowledge(service)
      const startMs = performance.now()
      await putSet(service, knowledgeBaseId, set)
      const indexSeconds = (performance.now() - startMs) / 1000
      // As autovacuum would soon.
      await runSql(ownerUrl, 'vacuum analyze')
      const documentIds = new Map(set.documents.map(({ id, url }) => [url, id]))
      const postgres = await findPostgres(ownerUrl)
      return await work({
        name: 'Footnote',
        searchings: [
          {
            url: `${service.baseUrl}/api/v1/public/knowledge-bases/${knowledgeBaseId}/search`,
            headers: { 'x-client-key': clientKey, 'content-type': 'application/json' },
            name: 'Footnote',
            buildBody: ({ text }, limit) => JSON.stringify({ query: text, limit }),
            readDocuments: (reply) =>
              (reply as Found).results.map(({ document }) => documentIds.get(document.url) ?? ''),
          },
        ],
        indexSeconds,
        processIds: [service.process.pid ?? 0, postgres.processId],
        folder: postgres.folder,
      })
    }),
  )
