import { createKnowledge, putPages } from '../../../test/support/knowledge.ts'
import type { Service } from '../../../test/support/service.ts'
import { startService } from '../../../test/support/service.ts'
import { withDatabase } from '../database.ts'
import type { Endpoint } from './relay-service.ts'

const PAGES = 50

export type OverloadService = { service: Service; search: Pick<Endpoint, 'url' | 'headers'> }

/** The API with local weights: each new question costs a search and its vector. */
export async function withOverloadService<Result>(
  env: Record<string, string>,
  work: (service: OverloadService) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async ({ ownerUrl: databaseUrl }) => {
    // The default settings, except the limit per address: all clients share one address.
    const settings = { MIN_ADAPTIVE_LIMIT: '16', EMBEDDING_THREADS: '1', ...env }
    await using service = await startService({ databaseUrl, command: 'api', env: settings })
    const { knowledgeBaseId, clientKey } = await createKnowledge(service)
    {
      await using _worker = await startService({ databaseUrl, command: 'worker', env: settings })
      const pages = Array.from({ length: PAGES }, (_, at) => ({
        url: `https://docs.example.com/coast-${at}`,
        content: `# Coast ${at}\n\nThe tides of coast number ${at} turn slowly, and at noon.`,
      }))
      await putPages(service, knowledgeBaseId, pages)
    }
    const url = `${service.baseUrl}/api/v1/public/knowledge-bases/${knowledgeBaseId}/search`
    const headers = { 'x-client-key': clientKey, 'content-type': 'application/json' }
    return await work({ service, search: { url, headers } })
  })
}
