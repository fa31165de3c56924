import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { test as baseTest } from 'vitest'
import { fakeVector } from '../fakes/embeddings-server.ts'
import { createKnowledge } from './knowledge.ts'
import { startService } from './service.ts'
import { createDatabase } from './store/services.ts'
import { makeVerifies } from './verifies.ts'

/**
 * `test` and `verifies` for a file of acceptance tests: one database and one service per file, and a
 * separate knowledge base for each test that asks for one. Vectors come from an embedding server that
 * tests control, so that they know which texts are similar.
 */
export function acceptance(environment: Record<string, string> = {}) {
  const test = baseTest
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
    .extend('database', { scope: 'file' }, async ({}, { onCleanup }) => {
      const database = await createDatabase()
      onCleanup(database.drop)
      return database
    })
    // oxlint-disable-next-line no-empty-pattern -- as above
    .extend('embeddings', { scope: 'file' }, async ({}, { onCleanup }) => {
      const embeddings = await startSteeredEmbeddings()
      onCleanup(() => embeddings.close())
      return embeddings
    })
    .extend('service', { scope: 'file' }, async ({ database, embeddings }, { onCleanup }) => {
      const env = { ...steeredBy(embeddings), ...environment }
      const service = await startService({ databaseUrl: database.ownerUrl, env })
      onCleanup(() => service.kill())
      return service
    })
    .extend('knowledge', async ({ service }) => createKnowledge(service))
  return { test, verifies: makeVerifies(test) }
}

const DIMENSIONS = 64

/** A status instead of vectors, or vectors that are too short. */
type Fault = number | 'short vectors'

export type SteeredEmbeddings = {
  url: string
  /** The texts of each request so far. */
  requests: string[][]
  /** Texts that contain the word get this vector. Padded with zeros. */
  place(word: string, vector: readonly number[]): void
  /** The vector of texts that contain none of the placed words. Padded with zeros. */
  placeOthers(vector: readonly number[]): void
  /** How long replies take from now on. */
  delay(milliseconds: number): void
  /** The next requests get these faults, one each. */
  fail(...faults: Fault[]): void
  close(): Promise<void>
}

/** The settings that make a service use these embeddings instead of local weights. */
export const steeredBy = ({ url }: Pick<SteeredEmbeddings, 'url'>): Record<string, string> => ({
  EMBEDDING_MODEL_DIR: '',
  EMBEDDING_URL: url,
  EMBEDDING_MODEL: 'steered',
  EMBEDDING_DIMENSIONS: String(DIMENSIONS),
  // Tests place the vectors, and scores are their cosines.
  EMBEDDING_UNRELATED_COSINE: '0',
})

const pad = (vector: readonly number[]): number[] =>
  Array.from({ length: DIMENSIONS }, (_, axis) => vector[axis] ?? 0)

/** A text's vector depends on its words, unless a test places it. */
export async function startSteeredEmbeddings(): Promise<SteeredEmbeddings> {
  const places = new Map<string, readonly number[]>()
  const requests: string[][] = []
  const faults: Fault[] = []
  let elsewhere: readonly number[] | undefined
  let delayMs = 0

  function makeVector(text: string): readonly number[] {
    const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
    const placed = places.entries().find(([word]) => words.has(word))?.[1] ?? elsewhere
    return placed ?? fakeVector(text, DIMENSIONS)
  }

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { input } = (await json(request)) as { input: string[] }
    const fault = faults.shift()
    requests.push(input)
    await sleep(delayMs)
    response.writeHead(typeof fault === 'number' ? fault : 200, {
      'content-type': 'application/json',
    })
    if (typeof fault === 'number') {
      response.end(JSON.stringify({ error: { message: `No vector for ${input.join()}` } }))
      return
    }
    const data = input.map((text, index) => {
      const embedding = fault === undefined ? makeVector(text) : [1]
      return { object: 'embedding', index, embedding }
    })
    response.end(JSON.stringify({ object: 'list', data, model: 'steered' }))
  }

  const server = createServer((request, response) => {
    reply(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    place: (word, vector) => void places.set(word, pad(vector)),
    placeOthers: (vector) => (elsewhere = pad(vector)),
    delay: (milliseconds) => (delayMs = milliseconds),
    fail: (...next) => void faults.push(...next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
