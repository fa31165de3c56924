import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { indexDocument } from '../../server/src/ingestion/index-document.ts'
import { putDocument } from '../../server/src/knowledge/documents.ts'
import { createKnowledgeBase } from '../../server/src/knowledge/knowledge-bases.ts'
import type { Embedder } from '../../server/src/models/embedder.ts'
import { createEmbedders } from '../../server/src/models/embedders.ts'
import { createMetrics } from '../../server/src/platform/metrics.ts'
import { newId } from '../../server/src/platform/new-id.ts'
import type { Tenant } from '../../server/src/platform/tenant.ts'
import { withTenant } from '../../server/src/platform/tenant.ts'
import { createWorkspace } from '../../server/src/workspaces/workspaces.ts'
import type { Roles } from './database.ts'
import { withRoles } from './database.ts'
import { createRandom, createVectors, randomCentres } from './synthetic.ts'
import { createTexts } from './synthetic-text.ts'

const DIMENSIONS = 384
const PASSAGES_A_DOCUMENT = 10

export type BulkWriter = {
  /** Passages written so far. */
  passages(): number
  stop(): Promise<void>
}

/**
 * Another tenant's documents through the product's own indexing, so many passages a second, in a
 * process of its own. The vectors cost nothing: the model is elsewhere.
 */
export async function startBulkWriter(ownerUrl: string, perSecond: number): Promise<BulkWriter> {
  const child = spawn(process.execPath, [import.meta.filename, ownerUrl, String(perSecond)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let passages = 0
  child.stdout.on('data', (chunk) => (passages += String(chunk).length * PASSAGES_A_DOCUMENT))
  await once(child.stdout, 'data')
  return {
    passages: () => passages,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** Writes one character for each document. */
async function write(ownerUrl: string, perSecond: number): Promise<void> {
  await withRoles({ ownerUrl, redisUrl: '' }, async (roles) => {
    const tenant = await createTenant(roles)
    const texts = createTexts(createRandom(7))
    const startMs = performance.now()
    for (let count = 1; ; count += 1) {
      const words = Array.from({ length: PASSAGES_A_DOCUMENT }, () => texts.passage().join(' '))
      await writeDocument(roles, tenant, `https://bulk.test/${count}`, words)
      process.stdout.write('.')
      const dueMs = startMs + (count * PASSAGES_A_DOCUMENT * 1000) / perSecond
      await sleep(Math.max(0, dueMs - performance.now()))
    }
  })
}

const nextVector = createVectors(randomCentres(50, DIMENSIONS), 0.6, createRandom(8))
const embedder: Embedder = {
  model: 'elsewhere',
  dimensions: DIMENSIONS,
  unrelatedCosine: 0,
  embedPassages: async (texts) => texts.map(nextVector),
  embedQuery: async () => nextVector(),
  close: async () => {},
}
const embedders = createEmbedders([embedder])
const metrics = createMetrics()

/** The paragraphs are the passages: no reading, which would take this process's time only. */
const reader = {
  read: async ({ content }: { content: string }) => ({
    title: 'Bulk',
    passages: content
      .split('\n')
      .map((text, index) => ({ index, content: text, headingPath: [], anchor: null })),
  }),
  close: async () => {},
}

async function createTenant({ worker: { db } }: Roles): Promise<Tenant> {
  const { id: workspaceId } = await createWorkspace(db, {
    name: 'Bulk',
    plan: 'free',
    retention: 'standard',
    monthly_question_allowance: null,
  })
  const tenant = { workspaceId, knowledgeBaseId: newId() }
  await withTenant(db, tenant, (tx) => createKnowledgeBase(tx, tenant, 'Bulk', embedder))
  return tenant
}

async function writeDocument(
  { worker: { db }, queue }: Roles,
  tenant: Tenant,
  url: string,
  texts: readonly string[],
): Promise<void> {
  const content = texts.join('\n')
  const input = { url, title: null, content, content_type: 'text/plain' as const }
  const { document } = await withTenant(db, tenant, (tx) =>
    putDocument(tx, queue, tenant, { ...input, visibility: 'public', group_id: null }),
  )
  const deps = { db, queue, embedders, reader, metrics }
  const { signal } = new AbortController()
  await indexDocument(deps, { ...tenant, documentId: document.id }, signal)
}

const [, script, ownerUrl, perSecond] = process.argv
if (script === import.meta.filename && ownerUrl) await write(ownerUrl, Number(perSecond))
