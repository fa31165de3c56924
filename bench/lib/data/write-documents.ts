import { indexDocument } from '../../../server/src/ingestion/index-document.ts'
import { putDocument } from '../../../server/src/knowledge/put-document.ts'
import { createKnowledgeBase } from '../../../server/src/knowledge/knowledge-bases.ts'
import type { Embedder } from '../../../server/src/models/embedding/embedder.ts'
import { createEmbedders } from '../../../server/src/models/embedding/embedders.ts'
import { createMetrics } from '../../../server/src/platform/metrics.ts'
import { newId } from '../../../server/src/platform/new-id.ts'
import type { Tenant } from '../../../server/src/platform/database/tenant.ts'
import { withTenant, withWorkspace } from '../../../server/src/platform/database/tenant.ts'
import { createWorkspace } from '../../../server/src/workspaces/workspaces.ts'
import type { Roles } from '../database.ts'

export async function createTenant(
  { worker: { db } }: Roles,
  embedder: Embedder,
  name: string,
): Promise<Tenant> {
  const tenant = { workspaceId: newId(), knowledgeBaseId: newId() }
  await withWorkspace(db, tenant.workspaceId, (tx) =>
    createWorkspace(tx, tenant.workspaceId, {
      name,
      plan: 'free',
      retention: 'standard',
      monthly_question_allowance: null,
    }),
  )
  await withTenant(db, tenant, (tx) => createKnowledgeBase(tx, tenant, name, embedder))
  return tenant
}

/** A document through the product's own indexing, without the parsing: each text is a passage. */
export function documentWriter(
  { worker: { db }, queue }: Roles,
  embedder: Embedder,
  tenant: Tenant,
): (url: string, texts: readonly string[]) => Promise<void> {
  const embedders = createEmbedders([embedder])
  const deps = { db, queue, embedders, parser: lineParser, metrics: createMetrics() }
  const { signal } = new AbortController()
  return async (url, texts) => {
    const content = texts.join('\n')
    const { document } = await withTenant(db, tenant, (tx) =>
      putDocument(
        { tx, queue, tenant },
        {
          url,
          title: null,
          content,
          content_type: 'text/plain',
          visibility: 'public',
          group_id: null,
        },
      ),
    )
    await indexDocument(deps, { ...tenant, documentId: document.id }, signal)
  }
}

const lineParser = {
  parse: async ({ content }: { content: string | Uint8Array }) => ({
    title: 'Synthetic',
    passages: content
      .toString()
      .split('\n')
      .map((text, index) => ({
        index,
        content: text,
        headingPath: [],
        anchor: null,
        blocks: [{ kind: 'text' as const, start: 0, end: text.length }],
      })),
  }),
  close: async () => {},
}
