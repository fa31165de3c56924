import { setTimeout as sleep } from 'node:timers/promises'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import type { BenchOptions } from './lib/options.ts'
import { probeHealth } from './lib/load/health-probe.ts'
import type { OverloadResult } from './lib/load/overload-load.ts'
import { loadWith } from './lib/load/overload-load.ts'
import type { OverloadService } from './lib/load/overload-service.ts'
import { withOverloadService } from './lib/load/overload-service.ts'
import { percentile } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import { printTable } from './lib/table.ts'

const SIZE = {
  full: { peakSeconds: 10, overloadSeconds: 30, minClients: 1_500 },
  short: { peakSeconds: 4, overloadSeconds: 10, minClients: 0 },
}
const PEAK_CLIENTS = [8, 16]
/** So many times as many requests as can be served. */
const OVERLOAD = 10
const PATIENCE_MS = 5_000
const RECOVERED_SEARCHES = 5

/**
 * What one process serves at its peak, and under ten times that load from clients that retry. Also how
 * long `/healthz` takes (beside an idle server, which shows what the machine adds), and how soon readers
 * are served again afterwards.
 */
export async function run({ short }: Pick<BenchOptions, 'short'>): Promise<Figures> {
  const size = short ? SIZE.short : SIZE.full
  return withOverloadService({}, async (overloaded) => {
    const { search } = overloaded
    const patience = { patienceMs: PATIENCE_MS }
    await loadWith({ ...search, clients: 4, seconds: 2, ...patience })
    const peaks: number[] = []
    for (const clients of PEAK_CLIENTS) {
      const load = { ...search, clients, seconds: size.peakSeconds, ...patience }
      peaks.push(perSecond(await loadWith(load)))
    }
    const peak = Math.max(...peaks)
    // A refused client asks again after a second: as many clients as requests a second.
    const clients = Math.max(size.minClients, Math.ceil(peak * OVERLOAD * 1.1))
    await using probe = await probeHealth(`${overloaded.service.baseUrl}/healthz`)
    const load = { ...search, clients, seconds: size.overloadSeconds, ...patience }
    const over = await loadWith(load)
    const health = await probe.stop()
    const recoverySeconds = await recover(overloaded)
    const figures = {
      peakPerSecond: rounded(peak),
      clients,
      offeredPerSecond: rounded(over.attempts / over.seconds),
      offeredOfPeak: rounded(over.attempts / over.seconds / peak),
      goodPerSecond: rounded(perSecond(over)),
      goodOfPeak: rounded(perSecond(over) / peak),
      refused: over.refused,
      late: over.late,
      failed: over.failed,
      healthP50Ms: rounded(percentile(health.service, 0.5)),
      healthP99Ms: rounded(percentile(health.service, 0.99)),
      idleP99Ms: rounded(percentile(health.idle, 0.99)),
      recoverySeconds: rounded(recoverySeconds),
    }
    printTable(
      `One process, and ${OVERLOAD} times the requests it can serve`,
      ['figure', 'value'],
      Object.entries(figures),
    )
    return figures
  })
}

const perSecond = ({ good, seconds }: OverloadResult): number => good / seconds

/** Until the first of some searches in a row that were all served. */
async function recover({ search }: OverloadService): Promise<number> {
  const began = performance.now()
  let since = began
  for (let served = 0; served < RECOVERED_SEARCHES;) {
    const query = `When did tide number ${performance.now()} turn?`
    const reply = await fetch(search.url, {
      method: 'POST',
      headers: search.headers,
      body: JSON.stringify({ query }),
    })
    await reply.arrayBuffer()
    served = reply.status === 200 ? served + 1 : 0
    if (served === 0) since = performance.now()
    await sleep(20)
  }
  return (since - began) / 1000
}
