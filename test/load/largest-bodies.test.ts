import { MAX_BODY_BYTES } from '@footnote/contract/limits'
import type { Route } from '@footnote/contract/route'
import { servedRoutes } from '@footnote/contract/routes'
import { expect } from 'vitest'
import { makeZip } from '../../server/src/parsing/fixtures/make-zip.ts'
import type { OneOfEach } from '../acceptance/support/every-operation.ts'
import { createOneOfEach, QUERIES } from '../acceptance/support/every-operation.ts'
import { BODIES } from '../acceptance/support/operation-bodies.ts'
import { joinAs, MANY_ATTEMPTS } from '../acceptance/support/people.ts'
import type { Reply } from '../acceptance/support/wire.ts'
import { asOperator, send, sendSearch, SOME_ID } from '../acceptance/support/wire.ts'
import { acceptance, steeredBy } from '../support/acceptance.ts'
import { bytesFor } from '../support/chaos/chance.ts'
import { hostileBodies } from '../support/chaos/hostile-bodies.ts'
import type { Knowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import { longestTurnMs, peakGrowthMb, TURN_PROBE } from '../support/chaos/turn-probe.ts'

const PUBLIC_URL = 'http://127.0.0.1:1'
const SETTINGS = {
  ...MANY_ATTEMPTS,
  PUBLIC_URL,
  SECRETS_KEY: 'a key for the tests, 32 characters',
}

const MEGABYTE = 1024 * 1024
/** The short form sends every so many of the bodies: each route has some, and each kind comes to many routes. */
const EVERY = process.env['CHAOS'] === 'full' ? 1 : 7
/** Some thousand requests, one after the other, on a machine that may be busy. */
const TIMEOUT_MS = 1_800_000
/**
 * CPU time of one turn of the event loop, in times of what reading the largest body as one text takes in
 * the same run: half of it was needed when this was written, some 10,000 before bodies were bounded.
 */
const MAX_TURN = 15
/**
 * What the process takes for a body beyond what it had: what its heap grows to with the first requests,
 * 106 MB when this was written, and what JSON takes by its size.
 */
const MAX_GROWTH_MB = 300
const MAX_GROWTH_BY_SIZE = 10
/** Less than the body by itself and its copies, which would be some 300. It was 12 and 48. */
const MAX_UPLOAD_GROWTH_MB = 128

const { test: withService } = acceptance(SETTINGS)
/** A process of its own serves the API, so that only its work is measured. */
const test = withService
  .extend('ids', { scope: 'test' }, ({ service, knowledge, database }) =>
    createOneOfEach(service, knowledge, database.ownerUrl),
  )
  .extend('api', { scope: 'test' }, async ({ database, embeddings, knowledge }, { onCleanup }) => {
    const api = await startService({
      databaseUrl: database.ownerUrl,
      command: 'api',
      env: { ...steeredBy(embeddings), ...SETTINGS, NODE_OPTIONS: TURN_PROBE },
    })
    onCleanup(() => api.kill())
    // What is loaded with the first requests is not of a body.
    await sendSearch(api, knowledge, { query: 'sextant' })
    await longestTurnMs(api)
    return api
  })

const bytesOf = ({ maxBodyBytes = MAX_BODY_BYTES }: Route): number => maxBodyBytes

/** CPU time to read the largest JSON body as one text, which no reader can do without. */
function leastReadingMs(): number {
  const largest = Math.max(...servedRoutes.filter(({ body }) => body).map(bytesOf))
  const bytes = Buffer.from(JSON.stringify({ content: 'a'.repeat(largest) }))
  const costs = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage()
    JSON.parse(bytes.toString())
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...costs)
}

const pathOf = ({ path, operationId }: Route, ids: OneOfEach): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? SOME_ID) +
  (QUERIES[operationId] ?? '')

type Measured = { what: string; turnMs: number; growthMb: number; maxGrowthMb: number }

const tooMuch = (measured: readonly Measured[]): Measured[] => {
  const maxTurnMs = MAX_TURN * leastReadingMs()
  return measured.filter(
    ({ turnMs, growthMb, maxGrowthMb }) => turnMs > maxTurnMs || growthMb > maxGrowthMb,
  )
}

test(
  'no JSON body holds up the others or fills the memory',
  { timeout: TIMEOUT_MS },
  async ({ service, knowledge, ids, api }) => {
    const person = await joinAs(service, ids.workspaceId, 'owner')
    const headersOf = ({ tag }: Route): Record<string, string> => {
      if (tag === 'public') return { 'x-client-key': knowledge.clientKey }
      return tag === 'admin' ? asOperator : { ...person.headers, origin: PUBLIC_URL }
    }
    const post = (route: Route, text: string): Promise<Reply> =>
      send(api, pathOf(route, ids), {
        method: route.method.toUpperCase(),
        body: text,
        headers: { 'content-type': 'application/json', ...headersOf(route) },
      })
    const measured: Measured[] = []
    const statuses = new Set<number>()
    let made = 0
    for (const route of servedRoutes) {
      if (!route.body) continue
      const bytes = bytesOf(route)
      const sample = BODIES[route.operationId] ?? {}
      const growthMb = await peakGrowthMb(api, async () => {
        for (const makeBody of hostileBodies(route, sample, bytes)) {
          made += 1
          if (made % EVERY === 0) statuses.add((await post(route, makeBody())).status)
        }
      })
      const turnMs = await longestTurnMs(api)
      const maxGrowthMb = MAX_GROWTH_MB + (MAX_GROWTH_BY_SIZE * bytes) / MEGABYTE
      measured.push({ what: route.operationId, turnMs, growthMb, maxGrowthMb })
    }
    expect(tooMuch(measured)).toEqual([])
    expect([...statuses]).toEqual([400])
    expect(measured.length).toBeGreaterThan(40)
  },
)

/** The largest upload of each route that takes bytes. What cannot be compressed is as large in an archive. */
const UPLOADS: Record<string, () => Uint8Array> = {
  putSourceFile: () => bytesFor('file', 100 * MEGABYTE),
  uploadSourceArchive: () =>
    makeZip([
      { name: 'one.md', content: bytesFor('one', 49_000_000) },
      { name: 'two.md', content: bytesFor('two', 49_000_000) },
    ]),
}

test(
  'an upload is stored as it arrives, while readers are answered',
  { timeout: TIMEOUT_MS },
  async ({ knowledge, ids, api }) => {
    const measured: Measured[] = []
    for (const route of servedRoutes.filter(({ rawBody }) => rawBody !== undefined)) {
      const make = UPLOADS[route.operationId]
      if (!make) throw new Error(`${route.operationId} has no upload here`)
      const body = new Uint8Array(make())
      expect(body.length).toBeGreaterThan(bytesOf(route) * 0.9)
      const upload = () =>
        send(api, pathOf(route, ids), {
          method: route.method.toUpperCase(),
          body,
          headers: { 'content-type': 'application/octet-stream', ...asOperator },
        })
      await askMeanwhile(api, knowledge, upload)
      await longestTurnMs(api)
      let replies: Asked | undefined
      const growthMb = await peakGrowthMb(api, async () => {
        replies = await askMeanwhile(api, knowledge, upload)
      })
      expect(replies?.reply.status, replies?.reply.text).toBe(200)
      expect(replies?.searches).toEqual([200])
      const turnMs = await longestTurnMs(api)
      measured.push({
        what: route.operationId,
        turnMs,
        growthMb,
        maxGrowthMb: MAX_UPLOAD_GROWTH_MB,
      })
    }
    expect(tooMuch(measured)).toEqual([])
    expect(measured.length).toBeGreaterThan(1)
  },
)

type Asked = { reply: Reply; searches: number[] }

/** Searches until `work` is done. Resolves with its reply, and with every status that a search had. */
async function askMeanwhile(
  api: Service,
  knowledge: Knowledge,
  work: () => Promise<Reply>,
): Promise<Asked> {
  const done = new AbortController()
  const statuses = new Set<number>()
  const ask = async () => {
    while (!done.signal.aborted) {
      statuses.add((await sendSearch(api, knowledge, { query: 'sextant' })).status)
    }
  }
  const asking = ask()
  const reply = await work().finally(() => done.abort())
  await asking
  return { reply, searches: [...statuses] }
}

test('an upload beyond the limit is refused, whether or not it says how long it is', async ({
  ids,
  api,
}) => {
  for (const route of servedRoutes.filter(({ rawBody }) => rawBody !== undefined)) {
    const bytes = new Uint8Array(bytesOf(route) + 1)
    for (const body of [bytes, new Blob([bytes]).stream()]) {
      const response = await fetch(api.baseUrl + pathOf(route, ids), {
        method: route.method.toUpperCase(),
        body,
        duplex: 'half',
        headers: { 'content-type': 'application/octet-stream', ...asOperator },
      })
      expect(response.status, route.operationId).toBe(413)
    }
  }
})
