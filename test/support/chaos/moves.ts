import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { adminPath, asOperator, publicPath, send } from '../../acceptance/support/wire.ts'
import type { Reader } from '../../acceptance/support/wire.ts'
import { CLI } from '../service.ts'

export type MovedCell = { cell: string; adminUrl: string }

export type Move = { workspaceId: string; from: MovedCell; to: MovedCell }

/** Runs `footnote move`, and kills it once it prints such a line. */
export async function moveUntil(
  { workspaceId, from, to }: Move,
  deadly: RegExp | null,
): Promise<{ isDone: boolean; lines: string[] }> {
  const child = spawn(process.execPath, [CLI, 'move', workspaceId, '--to', to.cell], {
    env: {
      ...process.env,
      CELL: from.cell,
      DATABASE_URL: from.adminUrl,
      DESTINATION_DATABASE_URL: to.adminUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (deadly?.test(line)) child.kill('SIGKILL')
  }
  const [code] = await ended
  return { isDone: code === 0, lines }
}

/** What was acknowledged, how long each request took, and what was refused for good. */
export type Use = { messages: string[]; urls: string[]; timesMs: number[]; problems: string[] }

/** Asks and writes through nginx until it is stopped. */
export function useMeanwhile(edge: { baseUrl: string }, docs: Reader): () => Promise<Use> {
  const use: Use = { messages: [], urls: [], timesMs: [], problems: [] }
  const over = new AbortController()
  const timed = async (...request: Parameters<typeof send>) => {
    const startMs = performance.now()
    const reply = await send(...request)
    use.timesMs.push(performance.now() - startMs)
    return reply
  }
  async function asking(): Promise<void> {
    while (!over.signal.aborted) {
      const { status, text } = await timed(edge, publicPath(docs.knowledgeBaseId, 'chat'), {
        json: { query: 'How do I reset a key?' },
        headers: { 'x-client-key': docs.clientKey },
      })
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
      const { status, body } = await timed(edge, adminPath(docs.knowledgeBaseId, 'documents'), {
        method: 'PUT',
        json: { url, content: `# Page ${count}\n\nIt is written.`, content_type: 'text/markdown' },
        headers: asOperator,
      })
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
