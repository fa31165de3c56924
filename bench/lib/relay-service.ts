import { fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import { startEmbeddingsServer } from '../../test/fakes/embeddings-server.ts'
import { createKnowledge, putPages } from '../../test/support/knowledge.ts'
import type { Service } from '../../test/support/service.ts'
import { startService } from '../../test/support/service.ts'
import { withDatabase } from './database.ts'

const DIMENSIONS = 64
const PAGES = 50

export type Endpoint = { url: string; headers: Record<string, string>; body: string }

export type Relay = {
  service: Service
  /** The model itself, asked as Footnote asks it. */
  bare: Endpoint
  chat: Endpoint
  search: Endpoint
  /** A question whose model never says a word. */
  waiting: Endpoint
}

const QUESTION = 'When do the tides of the coast turn?'

/** Footnote with a model that has all its words at once, each in a process of its own. */
export async function withRelay<Result>(work: (relay: Relay) => Promise<Result>): Promise<Result> {
  const upstream = fork(new URL('./relay-upstream.ts', import.meta.url), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const embeddings = await startEmbeddingsServer({ dimensions: DIMENSIONS })
  try {
    const port = await firstLine(upstream.stdout)
    const model = `http://127.0.0.1:${port}/v1`
    return await withDatabase(async ({ ownerUrl }) => {
      await using service = await startService({
        databaseUrl: ownerUrl,
        env: { ...environment(model), EMBEDDING_URL: embeddings.url },
      })
      return await work(await endpoints(service, model))
    })
  } finally {
    upstream.disconnect()
    await embeddings.close()
  }
}

const environment = (model: string): Record<string, string> => ({
  EMBEDDING_MODEL_DIR: '',
  EMBEDDING_MODEL: 'bench',
  EMBEDDING_DIMENSIONS: String(DIMENSIONS),
  ANSWER_PROVIDER: 'openai-compatible',
  ANSWER_MODEL: 'relayed',
  ANSWER_BASE_URL: model,
  ANSWER_TIMEOUT_SECONDS: '300',
  ANSWER_IDLE_TIMEOUT_SECONDS: '300',
  MAX_OPEN_REQUESTS: '20000',
})

async function endpoints(service: Service, model: string): Promise<Relay> {
  const { knowledgeBaseId, clientKey } = await createKnowledge(service)
  const pages = Array.from({ length: PAGES }, (_, index) => ({
    url: `https://docs.example.com/coast-${index}`,
    content: `# Coast ${index}\n\nThe tides of coast number ${index} turn slowly, and at noon.`,
  }))
  await putPages(service, knowledgeBaseId, pages)
  const base = `${service.baseUrl}/api/v1/public/knowledge-bases/${knowledgeBaseId}`
  const headers = { 'x-client-key': clientKey, 'content-type': 'application/json' }
  const question = (query: string) => JSON.stringify({ query })
  const messages = [{ role: 'user', content: QUESTION }]
  return {
    service,
    chat: { url: `${base}/chat`, headers, body: question(QUESTION) },
    search: { url: `${base}/search`, headers, body: question(QUESTION) },
    waiting: { url: `${base}/chat`, headers, body: question(`${QUESTION} Wait for it.`) },
    bare: {
      url: `${model}/chat/completions`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'relayed', stream: true, messages }),
    },
  }
}

async function firstLine(stream: NodeJS.ReadableStream | null): Promise<string> {
  if (!stream) throw new Error('The model has no output')
  for await (const line of createInterface({ input: stream })) return line
  throw new Error('The model did not start')
}
