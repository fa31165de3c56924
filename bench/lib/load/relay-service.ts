import { fork } from 'node:child_process'
import { startEmbeddingsServer } from '../../../test/fakes/embeddings-server.ts'
import type { Knowledge } from '../../../test/support/knowledge.ts'
import { createKnowledge, putPages } from '../../../test/support/knowledge.ts'
import type { Service, ServiceOptions } from '../../../test/support/service.ts'
import { startService } from '../../../test/support/service.ts'
import { withDatabase } from '../database.ts'
import { firstLine } from '../first-line.ts'

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
  /** A question that is answered with some 60 MB. */
  flood: Endpoint
  socket: { url: string; clientKey: string }
  /** A question whose vector never comes. All that ask it wait for one request. */
  unread: Endpoint
}

const QUESTION = 'When do the tides of the coast turn?'
const WAITING = `${QUESTION} Wait for it.`
const FLOOD = `${QUESTION} Say a lot.`

type RelayOptions = {
  /** In place of an empty database in servers of its own; its address is this for the service. */
  database?: { ownerUrl: string; servedUrl: string }
  /** Besides those of every relay. */
  settings?: Record<string, string>
}

/** Footnote with a model that has all its words at once, each in a process of its own. */
export async function withRelay<Result>(
  work: (relay: Relay) => Promise<Result>,
  { database, settings }: RelayOptions = {},
): Promise<Result> {
  const upstream = fork(new URL('./relay-upstream.ts', import.meta.url), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const embeddings = await startEmbeddingsServer({ dimensions: DIMENSIONS })
  try {
    const port = await firstLine(upstream.stdout)
    const model = `http://127.0.0.1:${port}/v1`
    const serve = async ({ ownerUrl, servedUrl }: { ownerUrl: string; servedUrl: string }) => {
      const env = { ...environment(model), EMBEDDING_URL: embeddings.url, ...settings }
      await using service = await startService({ databaseUrl: servedUrl, command: 'api', env })
      const asker = await createKnowledge(service)
      await index({ databaseUrl: ownerUrl, env }, service, asker.knowledgeBaseId)
      const relay = endpoints(service, asker, model)
      await warmQuestions(relay)
      embeddings.fail(...Array.from({ length: 3 }, () => ({ kind: 'hang' }) as const))
      return await work(relay)
    }
    return await (database
      ? serve(database)
      : withDatabase(({ ownerUrl }) => serve({ ownerUrl, servedUrl: ownerUrl })))
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
  MAX_SOCKETS: '20000',
  MAX_SOCKETS_PER_KEY: '0',
  // Other work on the machine must not make the load limiter refuse questions.
  MAX_EVENT_LOOP_DELAY_MS: '0',
})

/** By a worker of its own, which is gone before anything is measured. */
async function index(
  options: Pick<ServiceOptions, 'databaseUrl' | 'env'>,
  service: Service,
  knowledgeBaseId: string,
): Promise<void> {
  await using _worker = await startService({ ...options, command: 'worker' })
  const pages = Array.from({ length: PAGES }, (_, at) => ({
    url: `https://docs.example.com/coast-${at}`,
    content: `# Coast ${at}\n\nThe tides of coast number ${at} turn slowly, and at noon.`,
  }))
  await putPages(service, knowledgeBaseId, pages)
}

function endpoints(
  service: Service,
  { knowledgeBaseId, clientKey }: Pick<Knowledge, 'knowledgeBaseId' | 'clientKey'>,
  model: string,
): Relay {
  const base = `${service.baseUrl}/api/v1/public/knowledge-bases/${knowledgeBaseId}`
  const headers = { 'x-client-key': clientKey, 'content-type': 'application/json' }
  const question = (query: string) => JSON.stringify({ query })
  const messages = [{ role: 'user', content: QUESTION }]
  return {
    service,
    chat: { url: `${base}/chat`, headers, body: question(QUESTION) },
    search: { url: `${base}/search`, headers, body: question(QUESTION) },
    waiting: { url: `${base}/chat`, headers, body: question(WAITING) },
    flood: { url: `${base}/chat`, headers, body: question(FLOOD) },
    socket: { url: `${base.replace('http', 'ws')}/ws`, clientKey },
    unread: { url: `${base}/chat`, headers, body: question(`${QUESTION} And then?`) },
    bare: {
      url: `${model}/chat/completions`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'relayed', stream: true, messages }),
    },
  }
}

/** From here on their vectors are cached. */
async function warmQuestions({ search }: Relay): Promise<void> {
  for (const query of [QUESTION, WAITING, FLOOD]) {
    const response = await fetch(search.url, {
      method: 'POST',
      headers: search.headers,
      body: JSON.stringify({ query }),
    })
    if (!response.ok) throw new Error(`A search was answered with ${response.status}`)
    await response.arrayBuffer()
  }
}
