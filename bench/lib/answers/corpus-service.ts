import type { Client } from '@footnote/client'
import type { TextContentType as ContentType } from '@footnote/contract/admin/content-type'
import { createClientKey } from '../../../server/src/access/clients/keys.ts'
import { createEmbedders } from '../../../server/src/models/embedding/embedders.ts'
import { withTenant } from '../../../server/src/platform/database/tenant.ts'
import { createMetrics } from '../../../server/src/platform/metrics.ts'
import { clientFor } from '../../../test/support/knowledge.ts'
import type { Service } from '../../../test/support/service.ts'
import { KEY_MAKING, startService } from '../../../test/support/service.ts'
import type { Roles } from '../database.ts'
import { withDatabase, withRoles } from '../database.ts'
import type { SetIndex } from '../sets/index-set.ts'
import { indexSet } from '../sets/index-set.ts'
import type { SetDocument } from '../sets/sets.ts'
import { openModel } from '../data/vector-cache.ts'

export type Corpus = {
  name: string
  contentType: ContentType
  documents: readonly SetDocument[]
}

/** A corpus in a knowledge base of its own, and a reader's way to it over HTTP. */
export type ServedCorpus = { index: SetIndex; client: Client; service: Service }

type Options = {
  modelDir: string
  env: Readonly<Record<string, string>>
  /** Without a worker unless told. */
  command?: 'api' | 'all'
}

/** The service, in a process of its own, over one knowledge base for each corpus. */
export async function withCorpusService<Result>(
  corpora: readonly Corpus[],
  { modelDir, env, command = 'api' }: Options,
  work: (served: ReadonlyMap<string, ServedCorpus>) => Promise<Result>,
): Promise<Result> {
  const embedder = await openModel(modelDir)
  try {
    return await withDatabase((database) =>
      withRoles(database, async (roles) => {
        const deps = { embedders: createEmbedders([embedder]), metrics: createMetrics() }
        const indexes = new Map<string, SetIndex>()
        for (const { name, contentType, documents } of corpora) {
          const set = { name, contentType, documents, queries: [] }
          indexes.set(name, await indexSet(roles, deps, set))
        }
        await using service = await startService({
          databaseUrl: roles.ownerUrl,
          command,
          // Other work on the machine must not make the load limiter refuse questions.
          env: { EMBEDDING_MODEL_DIR: modelDir, MAX_EVENT_LOOP_DELAY_MS: '0', ...env },
        })
        const served = new Map<string, ServedCorpus>()
        for (const [name, index] of indexes) {
          const clientKey = await createKey(roles, index)
          const client = clientFor(service, index.caller.knowledgeBaseId, clientKey)
          served.set(name, { index, client, service })
        }
        // Awaited here, or the service would be stopped before the work is done.
        return await work(served)
      }),
    )
  } finally {
    await embedder.close()
  }
}

export async function createKey({ worker }: Roles, { caller }: SetIndex): Promise<string> {
  const input = { name: 'bench', kind: 'public', allowedGroupIds: [] } as const
  const { credential } = await withTenant(worker.db, caller, (tx) =>
    createClientKey(tx, caller, KEY_MAKING, input),
  )
  if (!('client_key' in credential)) throw new Error('A public key has a client_key')
  return credential.client_key
}

/** The served corpus of that name. */
export function corpusNamed(served: ReadonlyMap<string, ServedCorpus>, name: string): ServedCorpus {
  const found = served.get(name)
  if (!found) throw new Error(`${name} is not indexed`)
  return found
}
