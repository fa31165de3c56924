import { createClientKey } from '../../../server/src/access/clients/keys.ts'
import { withTenant } from '../../../server/src/platform/database/tenant.ts'
import { KEY_MAKING, startService } from '../../../test/support/service.ts'
import type { SetIndex } from '../sets/index-set.ts'

export type SearchService = {
  url: string
  headers: Record<string, string>
  processId: number
  /** Asks each question once, so that its vector is in the cache. */
  warmUp(texts: readonly string[]): Promise<void>
}

/** The API as it runs in production, over a set that is indexed already. */
export async function withSearchService<Result>(
  { roles, caller }: SetIndex,
  modelDir: string,
  work: (service: SearchService) => Promise<Result>,
): Promise<Result> {
  const key = await withTenant(roles.worker.db, caller, (tx) =>
    createClientKey(tx, caller, KEY_MAKING, { name: 'bench', kind: 'public', allowedGroupIds: [] }),
  )
  if (!('client_key' in key.credential)) throw new Error('A public key has a client_key')
  await using service = await startService({
    databaseUrl: roles.ownerUrl,
    command: 'api',
    env: { EMBEDDING_MODEL_DIR: modelDir },
  })
  const url = `${service.baseUrl}/api/v1/public/knowledge-bases/${caller.knowledgeBaseId}/search`
  const headers = {
    'x-client-key': key.credential.client_key,
    'content-type': 'application/json',
  }
  // Awaited here, or the service would be stopped before the work is done.
  return await work({
    url,
    headers,
    processId: service.process.pid ?? 0,
    async warmUp(texts) {
      for (const query of texts) {
        const body = JSON.stringify({ query })
        const reply = await fetch(url, { method: 'POST', headers, body })
        if (reply.status !== 200) throw new Error(`${reply.status} ${await reply.text()}`)
        await reply.arrayBuffer()
      }
    },
  })
}
