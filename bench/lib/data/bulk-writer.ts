import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Embedder } from '../../../server/src/models/embedding/embedder.ts'
import { withRoles } from '../database.ts'
import { createRandom, createVectors, randomCentres } from './synthetic.ts'
import { createTexts } from './synthetic-text.ts'
import { createTenant, documentWriter } from './write-documents.ts'

const DIMENSIONS = 384
const PASSAGES_A_DOCUMENT = 10

export type BulkWriter = {
  /** Passages written so far. */
  passages(): number
  stop(): Promise<void>
}

/**
 * Indexes another tenant's documents with the product's own code, at a fixed rate of passages, in a
 * process of its own. The vectors cost nothing: there is no model.
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
async function writeSteadily(ownerUrl: string, perSecond: number): Promise<void> {
  await withRoles({ ownerUrl, redisUrl: '' }, async (roles) => {
    const tenant = await createTenant(roles, embedder, 'Bulk')
    const write = documentWriter(roles, embedder, tenant)
    const texts = createTexts(createRandom(7))
    const startMs = performance.now()
    for (let count = 1; ; count += 1) {
      const words = Array.from({ length: PASSAGES_A_DOCUMENT }, () => texts.passage().join(' '))
      await write(`https://bulk.test/${count}`, words)
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
  similarityBaseline: async () => 0,
  embedPassages: async (texts) => texts.map(nextVector),
  embedQuery: async () => nextVector(),
  close: async () => {},
}

const [, script, ownerUrl, perSecond] = process.argv
if (script === import.meta.filename && ownerUrl) await writeSteadily(ownerUrl, Number(perSecond))
