/** One HTTP exchange and when it happened, by the clock of this process. */
export type Exchange = {
  /** 0: the connection failed or the call timed out. */
  status: number
  text: string
  headers: Headers
  startedMs: number
  endedMs: number
}

export type CallInput = {
  method: string
  url: string
  headers?: Record<string, string>
  body?: unknown
  /** Instead of a JSON body. */
  bytes?: Uint8Array<ArrayBuffer>
  timeoutMs?: number
}

/** Never throws: a failed call is an exchange of status 0. */
export async function call(input: CallInput): Promise<Exchange> {
  const { method, url, timeoutMs = 30_000 } = input
  const startedMs = performance.now()
  try {
    const response = await fetch(url, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      ...sent(input),
    })
    const text = await response.text()
    const { status, headers } = response
    return { status, text, headers, startedMs, endedMs: performance.now() }
  } catch (error) {
    const text = `${String(error)} ${error instanceof Error ? String(error.cause) : ''}`
    return { status: 0, text, headers: new Headers(), startedMs, endedMs: performance.now() }
  }
}

function sent({ headers = {}, body, bytes }: CallInput): Pick<RequestInit, 'headers' | 'body'> {
  const withType = (type: string) => ({ 'content-type': type, ...headers })
  if (bytes) return { headers: withType('application/octet-stream'), body: bytes }
  if (body === undefined) return { headers }
  return { headers: withType('application/json'), body: JSON.stringify(body) }
}

/** The code of a refusal, or nothing for an answer. */
export function refusalCode({ status, text }: Exchange): string | undefined {
  if (status < 400) return undefined
  const body: { code?: string } = JSON.parse(text)
  return body.code
}

export const durationMs = ({ startedMs, endedMs }: Exchange): number => endedMs - startedMs

/** Runs the tasks, at most this many concurrently. */
export async function inParallel<Task>(
  atOnce: number,
  tasks: Iterable<Task>,
  run: (task: Task) => Promise<void>,
): Promise<void> {
  const iterator = tasks[Symbol.iterator]()
  const work = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await run(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
