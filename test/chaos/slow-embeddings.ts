import { startEmbeddingsServer } from '../fakes/embeddings-server.ts'

const DELAY_MS = 120

export type SlowEmbeddings = { environment: Record<string, string>; close(): Promise<void> }

/** An embedding server that takes a while for documents, and the settings to use it. */
export async function startSlowEmbeddings(): Promise<SlowEmbeddings> {
  const server = await startEmbeddingsServer({ dimensions: 16, delayMs: DELAY_MS })
  return {
    environment: {
      EMBEDDING_MODEL_DIR: '',
      EMBEDDING_URL: server.url,
      EMBEDDING_MODEL: 'slow',
      EMBEDDING_DIMENSIONS: '16',
    },
    close: () => server.close(),
  }
}
