import { MAX_BODY_BYTES } from '@footnote/contract/limits'
import type { Route } from '@footnote/contract/route'
import { servedRoutes } from '@footnote/contract/routes'
import type { OneOfEach } from '../../acceptance/support/every-operation.ts'
import { createOneOfEach, QUERIES } from '../../acceptance/support/every-operation.ts'
import { joinAs, MANY_ATTEMPTS } from '../../acceptance/support/people.ts'
import type { Reply } from '../../acceptance/support/wire.ts'
import { asOperator, send, sendSearch, SOME_ID } from '../../acceptance/support/wire.ts'
import { acceptance, steeredBy } from '../acceptance.ts'
import { freePort } from '../network/free-port.ts'
import type { Knowledge } from '../knowledge.ts'
import type { Service } from '../service.ts'
import { startService } from '../service.ts'
import { startSmtpSink } from '../sign-in/smtp-sink.ts'
import { ROUTE_PROBE } from './route-probe.ts'
import { longestTurnMs, peakGrowthMb, TURN_PROBE } from './turn-probe.ts'

/** The key that the measured service seals with. */
export const MEASURED_KEY = 'a key for the tests, 32 characters'

const SETTINGS = {
  ...MANY_ATTEMPTS,
  PUBLIC_URL: 'http://127.0.0.1:1',
  SECRETS_KEY: MEASURED_KEY,
}

const MEGABYTE = 1024 * 1024
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
/** Less than an upload by itself and its copies, which would be some 300. It was 12 and 48. */
export const MAX_UPLOAD_GROWTH_MB = 128

/** A process of its own serves the API, so that only its work is measured. */
export const withMeasuredApi = () =>
  acceptance()
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
    .test.extend('mail', { scope: 'file' }, async ({}, { onCleanup }) => {
      const mail = await startSmtpSink()
      onCleanup(() => mail.close())
      return mail
    })
    .extend('service', { scope: 'file' }, async ({ database, embeddings, mail }, { onCleanup }) => {
      const env = { ...steeredBy(embeddings), ...SETTINGS, SMTP_URL: mail.url }
      const service = await startService({ databaseUrl: database.ownerUrl, env })
      onCleanup(() => service.kill())
      return service
    })
    .extend('ids', { scope: 'test' }, ({ service, knowledge, database }) =>
      createOneOfEach(service, knowledge, database.ownerUrl),
    )
    .extend(
      'api',
      { scope: 'test' },
      async ({ database, embeddings, knowledge, mail }, { onCleanup }) => {
        const port = await freePort()
        const env = {
          ...steeredBy(embeddings),
          ...SETTINGS,
          SMTP_URL: mail.url,
          PORT: String(port),
          PUBLIC_URL: `http://127.0.0.1:${port}`,
          NODE_OPTIONS: `${TURN_PROBE} ${ROUTE_PROBE}`,
        }
        const api = await startService({ databaseUrl: database.ownerUrl, command: 'api', env })
        onCleanup(() => api.kill())
        // What is loaded with the first requests is not of a body.
        await sendSearch(api, knowledge, { query: 'sextant' })
        return api
      },
    )

type World = { service: Service; knowledge: Knowledge; ids: OneOfEach; api: Service }

export const buildPath = ({ path, operationId }: Route, ids: OneOfEach): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? SOME_ID) +
  (QUERIES[operationId] ?? '')

/** Sends JSON to a route as somebody who may use it. */
export async function sendsJson({ service, knowledge, ids, api }: World) {
  const person = await joinAs(service, ids.workspaceId, 'owner')
  const buildHeaders = ({ tag }: Route): Record<string, string> => {
    if (tag === 'public') return { 'x-client-key': knowledge.clientKey }
    return tag === 'admin' ? asOperator : { ...person.headers, origin: api.baseUrl }
  }
  return (route: Route, body: string, at: OneOfEach = ids): Promise<Reply> =>
    send(api, buildPath(route, at), {
      method: route.method.toUpperCase(),
      body,
      headers: { 'content-type': 'application/json', ...buildHeaders(route) },
    })
}

export const findLargest = ({ maxBodyBytes = MAX_BODY_BYTES }: Route): number => maxBodyBytes

/** CPU time to read the largest JSON body as one text, which no reader can do without. */
function leastReadingMs(): number {
  const largest = Math.max(...servedRoutes.filter(({ body }) => body).map(findLargest))
  const bytes = Buffer.from(JSON.stringify({ content: 'a'.repeat(largest) }))
  const costs = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage()
    JSON.parse(bytes.toString())
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...costs)
}

export type Measured = { what: string; turnMs: number; growthMb: number; maxGrowthMb: number }

export const maxGrowthMb = (bytes: number): number =>
  MAX_GROWTH_MB + (MAX_GROWTH_BY_SIZE * bytes) / MEGABYTE

/** What the API took at most while bodies of so many bytes were sent. */
export async function measure(
  api: Service,
  what: string,
  limitMb: number,
  work: () => Promise<void>,
): Promise<Measured> {
  await longestTurnMs(api)
  const growthMb = await peakGrowthMb(api, work)
  return { what, turnMs: await longestTurnMs(api), growthMb, maxGrowthMb: limitMb }
}

/** Those that held up the others, or filled the memory. */
export function tooMuch(measured: readonly Measured[]): Measured[] {
  const maxTurnMs = MAX_TURN * leastReadingMs()
  return measured.filter(
    ({ turnMs, growthMb, maxGrowthMb: most }) => turnMs > maxTurnMs || growthMb > most,
  )
}

/** What came nearest to the limits, for the log. */
export function describeMost(measured: readonly Measured[]): string {
  const reading = leastReadingMs()
  const longest = measured.toSorted((a, b) => b.turnMs - a.turnMs)[0]
  const largest = measured.toSorted((a, b) => b.growthMb - a.growthMb)[0]
  return (
    `${measured.length} routes, longest turn ${longest?.turnMs.toFixed(0)} ms of ${(MAX_TURN * reading).toFixed(0)} (${longest?.what}), ` +
    `most memory ${largest?.growthMb.toFixed(0)} MB of ${largest?.maxGrowthMb.toFixed(0)} (${largest?.what})`
  )
}
