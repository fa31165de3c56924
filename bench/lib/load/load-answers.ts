import autocannon from 'autocannon'
import type { Endpoint } from './relay-service.ts'

/** Whole streams, and how many of them a second. Anything but 200 fails the run. */
export async function loadAnswers(
  { url, headers, body }: Endpoint,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<{ answers: number; perSecond: number }> {
  const result = await autocannon({
    url,
    method: 'POST',
    headers,
    body,
    connections,
    duration: seconds,
  })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers were not 200 and ${result.errors} failed`)
  }
  const { total } = result.requests
  return { answers: total, perSecond: total / result.duration }
}
