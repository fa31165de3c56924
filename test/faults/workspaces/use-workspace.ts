import { setTimeout as sleep } from 'node:timers/promises'
import type { Knowledge } from '../../support/knowledge.ts'
import { ADMIN_TOKEN } from '../../support/service.ts'
import { runSql, superuserUrl } from '../../../bench/lib/database.ts'

/** What was acknowledged, and what failed in which phase. */
export type Load = {
  requests: Record<string, number>
  messages: string[]
  ratings: string[]
  urls: string[]
  failures: { phase: string; what: string }[]
  timesMs: number[]
}

const PAUSE_MS = { ask: 60, search: 30, put: 80 }

/** What the load's pauses are multiplied by, and a folder of the addresses of its documents. */
export type LoadOptions = { pauses?: number; folder?: string }

/**
 * Questions, each with a rating, searches and new documents, until it is stopped. Anything but what a
 * reader or an operator hopes for is a failure.
 */
export function startLoad(
  baseUrl: string,
  docs: Knowledge,
  phase: () => string,
  { pauses = 1, folder = 'written' }: LoadOptions = {},
) {
  const load: Load = {
    requests: {},
    messages: [],
    ratings: [],
    urls: [],
    failures: [],
    timesMs: [],
  }
  const over = new AbortController()
  const send = async (path: string, method: string, body: unknown) => {
    const startMs = performance.now()
    load.requests[phase()] = (load.requests[phase()] ?? 0) + 1
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        // nginx closes kept connections when it is told of other servers.
        connection: 'close',
        ...(path.startsWith('/admin')
          ? { authorization: `Bearer ${ADMIN_TOKEN}` }
          : { 'x-client-key': docs.clientKey }),
      },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    load.timesMs.push(performance.now() - startMs)
    return { ok: response.ok, said: `${response.status} ${text.slice(-300)}`, text }
  }
  const fail = (what: string) => {
    console.log(`${phase()}: ${what}`)
    load.failures.push({ phase: phase(), what })
  }
  const base = `/knowledge-bases/${docs.knowledgeBaseId}`

  async function ask(): Promise<void> {
    const asked = await send(`/public${base}/chat`, 'POST', { query: 'How do I reset a key?' })
    const id = /"message_id":"([^"]+)"/.exec(asked.text)?.[1]
    if (id === undefined) return fail(`ask ${asked.said}`)
    load.messages.push(id)
    const rated = await send('/public/feedback', 'POST', { message_id: id, rating: 'up' })
    if (rated.ok) load.ratings.push(id)
    else fail(`rate ${rated.said}`)
  }

  async function search(): Promise<void> {
    const { ok, said, text } = await send(`/public${base}/search`, 'POST', { query: 'reset a key' })
    if (!ok || !text.includes('/keys')) fail(`search ${said}`)
  }

  async function put(count: number): Promise<void> {
    const url = `https://docs.example.com/${folder}/${count}`
    const content = `# Page ${count}\n\nIt is written.`
    const page = { url, content, content_type: 'text/markdown' }
    const { ok, said } = await send(`/admin${base}/documents`, 'PUT', page)
    if (ok) load.urls.push(url)
    else fail(`put ${said}`)
  }

  async function repeat(kind: keyof typeof PAUSE_MS, work: (count: number) => Promise<void>) {
    for (let count = 0; !over.signal.aborted; count += 1) {
      await work(count).catch((error: Error) =>
        fail(`${kind} ${error.message} ${String(error.cause)}`),
      )
      await sleep(PAUSE_MS[kind] * pauses)
    }
  }
  const working = [
    repeat('ask', ask),
    repeat('ask', ask),
    repeat('search', search),
    repeat('put', put),
  ]
  return {
    load,
    async stop(): Promise<void> {
      over.abort()
      await Promise.all(working)
    },
  }
}

/** What was acknowledged and the database lacks. Its documents must have been indexed. */
export async function findLost(
  ownerUrl: string,
  { messages, ratings, urls }: Pick<Load, 'messages' | 'ratings' | 'urls'>,
): Promise<string[]> {
  const stored = new Set(
    (
      await runSql<{ id: string }>(
        superuserUrl(ownerUrl),
        `select id::text from messages union all select 'rating of ' || message_id from ratings
         union all select url from documents where state = 'indexed'`,
      )
    ).map(({ id }) => id),
  )
  return [...messages, ...ratings.map((id) => `rating of ${id}`), ...urls].filter(
    (id) => !stored.has(id),
  )
}
