import type { SearchService } from './search-service.ts'

export type Observed = { startMs: number; milliseconds: number; failed: boolean }

async function succeeds(
  { url, headers }: Pick<SearchService, 'url' | 'headers'>,
  query: string,
): Promise<boolean> {
  try {
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) })
    await reply.arrayBuffer()
    return reply.status === 200
  } catch {
    return false
  }
}

/** So many searches a second, whether or not those before have been answered. */
export function searchSteadily(
  service: Pick<SearchService, 'url' | 'headers'>,
  questions: readonly string[],
  perSecond: number,
): { stop(): Promise<Observed[]> } {
  const observed: Promise<Observed>[] = []
  const timer = setInterval(() => {
    const question = observed.length % questions.length
    const startMs = performance.now()
    const search = succeeds(service, questions[question] ?? '').then((found) => ({
      startMs,
      milliseconds: performance.now() - startMs,
      failed: !found,
    }))
    observed.push(search)
  }, 1000 / perSecond)
  return {
    stop() {
      clearInterval(timer)
      return Promise.all(observed)
    },
  }
}
