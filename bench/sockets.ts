import { setTimeout as sleep } from 'node:timers/promises'
import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import { residentMb } from './lib/load/idle-streams.ts'
import type { BenchOptions } from './lib/options.ts'
import { percentile } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import type { Relay } from './lib/load/relay-service.ts'
import { withRelay } from './lib/load/relay-service.ts'
import { askFor, holdIdleSockets, openActive } from './lib/load/socket-load.ts'
import { printTable } from './lib/table.ts'

const SIZE = {
  full: { idle: 10_000, active: 50, seconds: 20 },
  short: { idle: 300, active: 10, seconds: 2 },
}

/**
 * One process with idle connections and some that ask all the time: its memory, dropped connections,
 * and how long an active one waits. Then one that asks for much and reads nothing, which is
 * disconnected at its limit while the active ones continue.
 */
export async function run({ short }: BenchOptions): Promise<Figures> {
  const size = short ? SIZE.short : SIZE.full
  return withRelay(async (relay) => {
    const pid = relay.service.process.pid ?? 0
    const actives = await Promise.all(Array.from({ length: size.active }, () => openActive(relay)))
    // Once before, so that memory that grows with use has grown.
    await askFor(actives, relay, 1)
    const alone = await askFor(actives, relay, size.seconds)
    const beforeMb = residentMb(pid)
    using idle = await holdIdleSockets(relay, size.idle)
    const heldMb = residentMb(pid)
    const beside = await askFor(actives, relay, size.seconds)
    const activeMb = residentMb(pid)
    const slow = await cutSlowReader(relay, async (seconds) => askFor(actives, relay, seconds))
    const left = await idle.count()
    for (const { raw } of actives) raw.terminate()
    // Why an answer failed is a warning.
    for (const line of relay.service.log) {
      if (line['level'] === 'error' || line['level'] === 'warn') console.log(line)
    }
    const failures = [alone, beside, slow].flatMap((asked) => asked.failures)
    const p50 = (values: number[]) => rounded(percentile(values, 0.5))
    const figures = {
      idleSockets: size.idle,
      activeSockets: size.active,
      secondsEach: size.seconds,
      beforeMb: rounded(beforeMb),
      heldMb: rounded(heldMb),
      activeMb: rounded(activeMb),
      idleSocketKb: rounded(((heldMb - beforeMb) * 1024) / size.idle),
      idleDropped: size.idle - left,
      aloneAnswered: alone.answered,
      besideAnswered: beside.answered,
      failed: failures.length,
      failures: [...new Set(failures)].sort().join(' '),
      aloneFirstFrameP50Ms: p50(alone.firstFrameMs),
      besideFirstFrameP50Ms: p50(beside.firstFrameMs),
      slowReaderCutAfterS: rounded(slow.seconds),
      slowReaderCloseCode: slow.closeCode,
      slowReaderMostMb: rounded(slow.mostMb),
      duringSlowReaderAnswered: slow.answered,
    }
    printTable(
      `${size.idle} idle connections and ${size.active} active ones in one process`,
      ['figure', 'value'],
      Object.entries(figures),
    )
    return figures
  })
}

/** Longer than a reader may take nothing, and some more to be told. */
const PATIENCE_SECONDS = 30

async function cutSlowReader(
  relay: Relay,
  askMeanwhile: (seconds: number) => ReturnType<typeof askFor>,
) {
  const pid = relay.service.process.pid ?? 0
  const slow = await openActive(relay)
  slow.raw.pause()
  slow.send({ type: 'ask', id: 'much', ...(JSON.parse(relay.flood.body) as object) })
  const started = performance.now()
  let mostMb = residentMb(pid)
  const watch = setInterval(() => (mostMb = Math.max(mostMb, residentMb(pid))), 250)
  const meanwhile = askMeanwhile(PATIENCE_SECONDS)
  while (!(await isCancelled(relay))) await sleep(200)
  const seconds = (performance.now() - started) / 1000
  clearInterval(watch)
  // It reads again, and finds the connection closed.
  slow.raw.resume()
  const { code: closeCode } = await slow.closed
  if (!slow.messages.some((message) => 'error_code' in message)) {
    throw new Error('The slow reader was cut off without a frame that says so')
  }
  return { ...(await meanwhile), closeCode, seconds, mostMb }
}

/** Nobody else has left. */
async function isCancelled({ service }: Relay): Promise<boolean> {
  const text = await (await fetch(`${service.baseUrl}/metrics`)).text()
  return text.includes('footnote_answers_total{outcome="cancelled"}')
}
