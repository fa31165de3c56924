import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Embedder } from '../../server/src/models/embedding/embedder.ts'

/** The settings that make a service ask for a model's vectors, which the bench has made before. */
export async function withEmbeddingServer<Result>(
  embedder: Embedder,
  work: (env: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  async function reply(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const { input } = (await json(asked)) as { input: string | string[] }
    const vectors = await embedder.embedPassages(typeof input === 'string' ? [input] : input)
    const data = vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: [...vector],
    }))
    const usage = { prompt_tokens: 1, total_tokens: 1 }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ object: 'list', model: embedder.model, data, usage }))
  }
  const server = createServer(
    (asked, response) => void reply(asked, response).catch((error) => response.destroy(error)),
  )
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await work({
      EMBEDDING_MODEL_DIR: '',
      EMBEDDING_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      EMBEDDING_MODEL: embedder.model,
      EMBEDDING_DIMENSIONS: String(embedder.dimensions),
      EMBEDDING_UNRELATED_COSINE: String(await embedder.similarityBaseline()),
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
