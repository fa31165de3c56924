import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { adminPath, asOperator, publicPath, send } from '../../acceptance/support/wire.ts'
import type { Reader } from '../../acceptance/support/wire.ts'

/** What was acknowledged, how long each request took, and what was refused for good. */
export type Use = { messages: string[]; urls: string[]; timesMs: number[]; problems: string[] }

/** Asks and writes through nginx until it is stopped. */
export function useMeanwhile(edge: { baseUrl: string }, docs: Reader): () => Promise<Use> {
  const use: Use = { messages: [], urls: [], timesMs: [], problems: [] }
  const over = new AbortController()
  const timed = async (...request: Parameters<typeof send>) => {
    const startMs = performance.now()
    const reply = await send(...request).catch(async (error: unknown) => {
      use.problems.push(`no reply after ${performance.now() - startMs} ms: ${inspect(error)}`)
      await sleep(1_000)
      return null
    })
    use.timesMs.push(performance.now() - startMs)
    return reply
  }
  async function asking(): Promise<void> {
    while (!over.signal.aborted) {
      const reply = await timed(edge, publicPath(docs.knowledgeBaseId, 'chat'), {
        json: { query: 'How do I reset a key?' },
        headers: { 'x-client-key': docs.clientKey },
      })
      if (!reply) continue
      const { status, text } = reply
      const last = text.split('\n').findLast((line) => line.startsWith('data:')) ?? 'data:{}'
      const frame = JSON.parse(status === 200 ? last.slice(5) : text) as {
        message_id?: string
        retryable?: boolean
      }
      if (frame.message_id !== undefined) use.messages.push(frame.message_id)
      else if (frame.retryable !== true) use.problems.push(`chat ${status} ${last}`)
      await sleep(50)
    }
  }
  async function writing(): Promise<void> {
    for (let count = 0; !over.signal.aborted; count += 1) {
      const url = `https://docs.example.com/written/${count}`
      const reply = await timed(edge, adminPath(docs.knowledgeBaseId, 'documents'), {
        method: 'PUT',
        json: { url, content: `# Page ${count}\n\nIt is written.`, content_type: 'text/markdown' },
        headers: asOperator,
      })
      if (!reply) continue
      const { status, body } = reply
      if (status === 201) use.urls.push(url)
      else if ((body as { retryable?: boolean }).retryable !== true)
        use.problems.push(`put ${status}`)
      await sleep(100)
    }
  }
  const working = [asking(), asking(), writing()]
  return async () => {
    over.abort()
    await Promise.all(working)
    return use
  }
}
