import type { Figures } from './lib/figures.ts'
import { rounded } from './lib/figures.ts'
import { holdIdleStreams } from './lib/load/idle-streams.ts'
import { loadAnswers } from './lib/load/load-answers.ts'
import type { BenchOptions } from './lib/options.ts'
import { percentile } from '../server/src/evaluations/metrics/ranking-metrics.ts'
import type { Endpoint, Relay } from './lib/load/relay-service.ts'
import { withRelay } from './lib/load/relay-service.ts'
import { printTable } from './lib/table.ts'

const SIZE = {
  full: { rounds: 5, seconds: 8, connections: 20, firstFrames: 300, idle: 10_000, active: 50 },
  short: { rounds: 1, seconds: 2, connections: 20, firstFrames: 50, idle: 300, active: 5 },
}

/**
 * Answers of 200 chunks over the whole protocol (key, search, citations, stored turn), beside the same
 * client asking the model itself, in turns; the time to the first frame beside a search; and idle
 * streams held open in one process.
 */
export async function run({ short }: BenchOptions): Promise<Figures> {
  const size = short ? SIZE.short : SIZE.full
  return withRelay(async (relay) => {
    await loadAnswers(relay.chat, { ...size, seconds: 1 })
    const rounds: { bare: number; chat: number }[] = []
    for (let round = 0; round < size.rounds; round += 1) {
      rounds.push({
        bare: (await loadAnswers(relay.bare, size)).perSecond,
        chat: (await loadAnswers(relay.chat, size)).perSecond,
      })
    }
    const first = await firstFrames(relay, size.firstFrames)
    const idle = await holdIdleStreams(relay, size)
    return summarise(size, rounds, { ...first, ...idle })
  })
}

/** One at a time, in turns: until a search is answered, and until an answer's first frame. */
async function firstFrames({ search, chat }: Relay, times: number) {
  const searches: number[] = []
  const frames: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    searches.push(await untilFirstBytes(search))
    frames.push(await untilFirstBytes(chat))
  }
  return {
    searchP50Ms: percentile(searches, 0.5),
    firstFrameP50Ms: percentile(frames, 0.5),
    firstFrameAddedP50Ms: percentile(frames, 0.5) - percentile(searches, 0.5),
  }
}

async function untilFirstBytes({ url, headers, body }: Endpoint): Promise<number> {
  const started = performance.now()
  const response = await fetch(url, { method: 'POST', headers, body })
  let milliseconds = Number.NaN
  for await (const _ of response.body ?? []) {
    if (Number.isNaN(milliseconds)) milliseconds = performance.now() - started
  }
  return milliseconds
}

function summarise(
  { connections, seconds }: (typeof SIZE)['full'],
  rounds: readonly { bare: number; chat: number }[],
  others: Record<string, number>,
): Figures {
  const median = (values: number[]) => rounded(percentile(values, 0.5))
  const figures = {
    connections,
    rounds: rounds.length,
    seconds,
    barePerSecond: median(rounds.map(({ bare }) => bare)),
    chatPerSecond: median(rounds.map(({ chat }) => chat)),
    shareOfBare: median(rounds.map(({ bare, chat }) => chat / bare)),
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, rounded(value)])),
  }
  printTable(
    `Answers of 200 pieces, ${connections} connections, median of ${rounds.length} rounds`,
    ['', 'per second'],
    [
      ['the model itself', figures.barePerSecond],
      ['POST …/chat', figures.chatPerSecond],
      ['share (goal .40)', figures.shareOfBare],
    ],
  )
  printTable(
    'First frame and idle streams',
    ['figure', 'value'],
    Object.entries(others).map(([name, value]) => [name, rounded(value)]),
  )
  return figures
}
