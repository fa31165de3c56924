import autocannon from 'autocannon'
import { percentile } from '../../../server/src/evaluations/metrics/ranking-metrics.ts'
import type { SearchService } from './search-service.ts'

export type Load = { clients: number; seconds: number }

export type LoadResult = { perSecond: number; p50Ms: number; p99Ms: number }

export type HttpLoadResult = LoadResult & { requests: number }

/** Each client sends the next body when it has a reply; anything but 200 fails the run. */
export async function loadOverHttp(
  { url, headers }: Pick<SearchService, 'url' | 'headers'>,
  nextBody: () => string,
  { clients, seconds }: Load,
): Promise<HttpLoadResult> {
  const times: number[] = []
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>()
  const instance = autocannon(
    {
      url,
      connections: clients,
      duration: seconds,
      headers,
      requests: [
        {
          method: 'POST',
          setupRequest: (request) => ({ ...request, body: nextBody() }),
        },
      ],
    },
    (error: unknown, result) => (error ? reject(error) : resolve(result)),
  )
  instance.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  const result = await promise
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers were not 200 and ${result.errors} failed`)
  }
  return {
    requests: times.length,
    perSecond: times.length / result.duration,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  }
}
