import { fork } from 'node:child_process'
import { expect, test } from 'vitest'
import { cpuMs } from '../../bench/lib/process-cpu.ts'
import type { WireCount } from '../support/network/wire-counter.ts'
import { openWireCounter } from '../support/network/wire-counter.ts'
import { openSilent } from '../../bench/lib/load/idle-streams.ts'
import { firstLine } from '../../bench/lib/first-line.ts'
import type { Endpoint, Relay } from '../../bench/lib/load/relay-service.ts'
import { withRelay } from '../../bench/lib/load/relay-service.ts'
import { HEAP_PROBE, heapInUse } from '../support/hooks/heap-probe.ts'
import { createDatabase } from '../support/store/services.ts'

/**
 * The begin, the tenant, the candidates, the words of the question, the passages and the end. Each statement ends with PostgreSQL
 * saying that it is ready; nobody waits for the first two, nor for the last.
 */
const SEARCH: WireCount = { statements: 6, exchanges: 6 }
/**
 * A first question to a model takes: the reservation with the model in a transaction of its own (4), the
 * search with what answerability is judged by (7), and the turn: begin, tenant, locks, settings, thread,
 * message, its facets, counts and end (9).
 */
const ANSWER: WireCount = { statements: 20, exchanges: 20 }
/** How often each is asked to find what it takes at least: a check that happens to be due only adds. */
const COUNTED = 20

/**
 * CPU time of the service for a request, in requests to a bare server in the same run that says as many
 * statements to PostgreSQL as a search does: half as much again as the 7 and the 28 that it was when this
 * was written.
 */
const MAX_SEARCH_COST = 10
const MAX_ANSWER_COST = 42
/** The least of so many rounds counts, because other work on the machine only adds. */
const ROUNDS = 4
/** CPU time is counted in steps of 10 ms: these take some 500 ms and more. */
const REQUESTS = { plain: 1_000, search: 300, answer: 100 }
const AT_ONCE = 4

/** What the heap grows by with each answer whose model is silent: a third more than the 48 it was. */
const MAX_IDLE_STREAM_KB = 64
const IDLE_STREAMS = 300

test('a search and an answer take no more statements, CPU time and memory than they did', async () => {
  const database = await createDatabase()
  const counter = await openWireCounter(database.ownerUrl)
  try {
    await withRelay(
      async (relay) => {
        expect.soft(await fewest(counter, relay.search), 'a search').toEqual(SEARCH)
        expect.soft(await fewest(counter, relay.chat), 'an answer').toEqual(ANSWER)
        const { plain, search, answer } = await leastCpu(relay, database.ownerUrl)
        expect.soft(search / plain, 'CPU time of a search').toBeLessThan(MAX_SEARCH_COST)
        expect.soft(answer / plain, 'CPU time of an answer').toBeLessThan(MAX_ANSWER_COST)
        expect.soft(await idleStreamKb(relay), 'kB of a stream').toBeLessThan(MAX_IDLE_STREAM_KB)
      },
      {
        database: { ownerUrl: database.ownerUrl, servedUrl: counter.url },
        settings: { NODE_OPTIONS: HEAP_PROBE },
      },
    )
  } finally {
    counter.close()
    await database.drop()
  }
})

/** What the service says to PostgreSQL for one request at least, once its connections are prepared. */
async function fewest(
  counter: Awaited<ReturnType<typeof openWireCounter>>,
  endpoint: Endpoint,
): Promise<WireCount> {
  await askAll(endpoint, COUNTED)
  const counts: WireCount[] = []
  for (let asked = 0; asked < COUNTED; asked += 1) {
    counts.push(await counter.countEach(() => ask(endpoint), 1))
  }
  return {
    statements: Math.min(...counts.map(({ statements }) => statements)),
    exchanges: Math.min(...counts.map(({ exchanges }) => exchanges)),
  }
}

/** Milliseconds of CPU time for a request of each kind, asked in turns. */
async function leastCpu({ service, search, chat }: Relay, databaseUrl: string) {
  const plainServer = fork(new URL('../support/network/plain-server.ts', import.meta.url), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, DATABASE_URL: databaseUrl, STATEMENTS: String(SEARCH.statements) },
  })
  try {
    const plain = { ...search, url: `http://127.0.0.1:${await firstLine(plainServer.stdout)}/` }
    const least = { plain: Infinity, search: Infinity, answer: Infinity }
    // One round more, which compiles the code.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const cost = {
        plain: await measureCpu(plainServer.pid, plain, REQUESTS.plain),
        search: await measureCpu(service.process.pid, search, REQUESTS.search),
        answer: await measureCpu(service.process.pid, chat, REQUESTS.answer),
      }
      if (round === 0) continue
      least.plain = Math.min(least.plain, cost.plain)
      least.search = Math.min(least.search, cost.search)
      least.answer = Math.min(least.answer, cost.answer)
    }
    return least
  } finally {
    plainServer.disconnect()
  }
}

async function measureCpu(
  pid: number | undefined,
  endpoint: Endpoint,
  times: number,
): Promise<number> {
  if (pid === undefined) throw new Error('The process has not started')
  const before = cpuMs([pid])
  await askAll(endpoint, times)
  return (cpuMs([pid]) - before) / times
}

async function askAll(endpoint: Endpoint, times: number): Promise<void> {
  let left = times
  const askOn = async () => {
    while (left > 0) {
      left -= 1
      await ask(endpoint)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOn))
}

async function ask({ url, headers, body }: Endpoint): Promise<void> {
  const reply = await fetch(url, { method: 'POST', headers, body })
  const text = await reply.text()
  if (!reply.ok || text.includes('"error_code"')) throw new Error(`${reply.status}: ${text}`)
}

async function idleStreamKb({ service, waiting }: Relay): Promise<number> {
  // The first ones compile code and open connections to PostgreSQL.
  const warm = await openSilent(waiting, 20)
  const before = await heapInUse(service)
  const sockets = await openSilent(waiting, IDLE_STREAMS)
  const grown = (await heapInUse(service)) - before
  for (const socket of [...warm, ...sockets]) socket.destroy()
  return grown / 1024 / sockets.length
}
