import type { ChatFrame, ErrorFrame, LastFrame } from '@footnote/contract/public/chat'
import type { Service } from './service.ts'

export type Asker = { knowledgeBaseId: string; clientKey: string }

export type AskOptions = {
  headers?: Record<string, string>
  /** Asks on this thread's own path. */
  threadInPath?: string
  signal?: AbortSignal
}

/** A frame, and when it came. */
export type TimedFrame = { frame: ChatFrame; atMs: number }

/** A stream as it came over the wire, whole. */
export type Asked = {
  status: number
  headers: Headers
  /** Everything that was sent, heartbeats too. */
  raw: string
  frames: ChatFrame[]
  timed: TimedFrame[]
}

/** Opens a stream; its frames come as they are read. */
export function openStream(
  { baseUrl }: Pick<Service, 'baseUrl'>,
  { knowledgeBaseId, clientKey }: Asker,
  body: unknown,
  { headers = {}, threadInPath, signal }: AskOptions = {},
): Promise<Response> {
  const path =
    threadInPath === undefined ? `knowledge-bases/${knowledgeBaseId}` : `threads/${threadInPath}`
  return fetch(`${baseUrl}/api/v1/public/${path}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-key': clientKey, ...headers },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  })
}

/** Asks and reads to the end of the stream. */
export async function ask(
  service: Pick<Service, 'baseUrl'>,
  asker: Asker,
  body: unknown,
  options: AskOptions = {},
): Promise<Asked> {
  const started = performance.now()
  const response = await openStream(service, asker, body, options)
  const timed: TimedFrame[] = []
  let raw = ''
  for await (const { text, frames } of readFrames(response)) {
    raw += text
    const atMs = performance.now() - started
    timed.push(...frames.map((frame) => ({ frame, atMs })))
  }
  const { status, headers } = response
  return { status, headers, raw, timed, frames: timed.map(({ frame }) => frame) }
}

/** What each read brought: the text, and the frames that it completed. */
export async function* readFrames(
  response: Response,
): AsyncGenerator<{ text: string; frames: ChatFrame[] }> {
  const decoder = new TextDecoder()
  let open = ''
  for await (const bytes of response.body ?? []) {
    const text = decoder.decode(bytes, { stream: true })
    const events = (open + text).split('\n\n')
    open = events.pop() ?? ''
    yield { text, frames: events.filter((event) => event.startsWith('data: ')).map(parseEvent) }
  }
}

const parseEvent = (event: string): ChatFrame => JSON.parse(event.slice('data: '.length))

export function takeLast({ frames }: Pick<Asked, 'frames'>): LastFrame {
  const last = frames.at(-1)
  if (!last || !('done' in last) || !last.done) {
    throw new Error(`Not a last frame: ${JSON.stringify(last)}`)
  }
  return last
}

export function getError({ frames }: Pick<Asked, 'frames'>): ErrorFrame {
  const last = frames.at(-1)
  if (!last || !('error_code' in last)) throw new Error(`No error: ${JSON.stringify(last)}`)
  return last
}

/** The text that a client shows: deltas in order, replaced by `answer` when there is one. */
export function readText({ frames }: Pick<Asked, 'frames'>): string {
  const last = frames.at(-1)
  if (last && 'answer' in last && last.answer !== undefined) return last.answer
  return frames.map((frame) => ('delta' in frame ? frame.delta : '')).join('')
}

/** What arrives together is one delta, so frames can be compared only with deltas in a row joined. */
export function joinedDeltas<Frame extends object>(frames: readonly Frame[]): Frame[] {
  const joined: Frame[] = []
  for (const frame of frames) {
    const last = joined.at(-1)
    if (last && 'delta' in last && 'delta' in frame) {
      joined[joined.length - 1] = { ...frame, delta: String(last.delta) + String(frame.delta) }
    } else joined.push(frame)
  }
  return joined
}

/** The ids that a stored answer has. */
export function getIds(asked: Pick<Asked, 'frames'>): { thread_id: string; message_id: string } {
  const { thread_id, message_id } = takeLast(asked)
  if (thread_id === undefined || message_id === undefined) throw new Error('It was not stored')
  return { thread_id, message_id }
}
