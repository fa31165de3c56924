import {
  MAX_CONTENT_CHARACTERS,
  MAX_PUT_DOCUMENTS,
  MAX_SET_QUESTIONS,
} from '@footnote/contract/limits'
import { servedRoutes } from '@footnote/contract/routes'
import { expect } from 'vitest'
import { makeZip } from '../../server/src/parsing/fixtures/make-zip.ts'
import { BODIES } from '../acceptance/support/operation-bodies.ts'
import type { Reply } from '../acceptance/support/wire.ts'
import { asOperator, send, sendSearch } from '../acceptance/support/wire.ts'
import { bytesFor } from '../support/chaos/chance.ts'
import { HOSTILE_KINDS, hostileBodies } from '../support/chaos/hostile-bodies.ts'
import type { Measured } from '../support/chaos/measured-bodies.ts'
import {
  describeMost,
  findLargest,
  MAX_UPLOAD_GROWTH_MB,
  maxGrowthMb,
  measure,
  buildPath,
  sendsJson,
  tooMuch,
  withMeasuredApi,
} from '../support/chaos/measured-bodies.ts'
import type { Knowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'

const MEGABYTE = 1024 * 1024
/** The short form sends every so many of the bodies. */
const EVERY = process.env['CHAOS'] === 'full' ? 1 : 7
/** Some thousand requests, one after the other, on a machine that may be busy. */
const TIMEOUT_MS = 1_800_000

const test = withMeasuredApi()

test(
  'no JSON body holds up the others or fills the memory',
  { timeout: TIMEOUT_MS },
  async ({ service, knowledge, ids, api }) => {
    const post = await sendsJson({ service, knowledge, ids, api })
    const routes = servedRoutes.filter(({ body }) => body !== undefined)
    const measured: Measured[] = []
    const statuses = new Set<number>()
    const sentKinds = new Set<string>()
    const sentTo = new Set<string>()
    let made = 0
    for (const route of routes) {
      const bytes = findLargest(route)
      const fields = Object.keys(route.body?.shape ?? {})
      const bodies = hostileBodies(BODIES[route.operationId] ?? {}, bytes, fields)
      const work = async () => {
        for (const { kind, make } of bodies) {
          made += 1
          if (made % EVERY > 0) continue
          statuses.add((await post(route, make())).status)
          sentKinds.add(kind)
          sentTo.add(route.operationId)
        }
      }
      measured.push(await measure(api, route.operationId, maxGrowthMb(bytes), work))
    }
    console.log(`largest-bodies: ${describeMost(measured)}`)
    expect(tooMuch(measured)).toEqual([])
    expect([...statuses]).toEqual([400])
    expect(routes.length).toBeGreaterThan(40)
    // The short form too has every route and every kind.
    expect(sentTo.size).toBe(routes.length)
    expect([...sentKinds].toSorted()).toEqual(HOSTILE_KINDS.toSorted())
  },
)

/** Four bytes each, the most that a character has in UTF-8. */
const wide = (characters: number): string => '𐑲'.repeat(characters)

/** So many characters of a document are sent as escapes, which are three times as long. */
const ESCAPED = 500_000

const pageAt = (number: number, content: string) => ({
  url: `https://docs.example.com/large/${number}`,
  content,
  content_type: 'text/plain',
})

const TWENTY = [...Array(20).keys()]

/** Nearly as many values as are read, 20 pages and phrases for each question, and as many bytes. */
const questions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    question: `How do I turn valve ${index}?`,
    expected_pages: TWENTY.map((page) =>
      `https://docs.example.com/${index}/${page}/`.padEnd(190, 'a'),
    ),
    must_say: TWENTY.map((phrase) => `${phrase} `.padEnd(190, 'b')),
  }))

/** The largest that each route takes which says how large that is, by operation. */
const ACCEPTED: Record<string, () => string> = {
  putDocument: () =>
    JSON.stringify(pageAt(0, `@${wide(MAX_CONTENT_CHARACTERS - ESCAPED)}`)).replace('@', () =>
      String.raw`\ud801\udc72`.repeat(ESCAPED),
    ),
  putDocuments: () =>
    JSON.stringify({
      documents: Array.from({ length: MAX_PUT_DOCUMENTS }, (_, index) =>
        pageAt(1 + index, `${index}${wide(62_000)}`),
      ),
    }),
  startAnswerDiff: () =>
    JSON.stringify({
      pages: Array.from({ length: MAX_PUT_DOCUMENTS }, (_, index) => ({
        path: `large/${index}.txt`,
        content: `${index}${wide(62_000)}`,
        is_new: true,
      })),
      path_map: { from: '', to: 'https://docs.example.com/' },
    }),
  createQuestionSet: () => JSON.stringify({ name: 'Large', items: questions(MAX_SET_QUESTIONS) }),
  changeQuestionSet: () => JSON.stringify({ items: questions(MAX_SET_QUESTIONS) }),
  addQuestions: () => JSON.stringify({ items: questions(MAX_SET_QUESTIONS) }),
}

test(
  'the largest body that a route accepts holds up nobody either',
  { timeout: TIMEOUT_MS },
  async ({ service, knowledge, ids, api }) => {
    const post = await sendsJson({ service, knowledge, ids, api })
    const { id: empty } = await service.admin.questionSets.create(ids.knowledgeBaseId, {
      name: 'Empty',
    })
    const measured: Measured[] = []
    for (const route of servedRoutes.filter((each) => each.body && each.maxBodyBytes)) {
      const { operationId } = route
      const body = ACCEPTED[operationId]?.()
      if (body === undefined) throw new Error(`${operationId} has no largest body here`)
      const bytes = Buffer.byteLength(body)
      expect(bytes, operationId).toBeGreaterThan(findLargest(route) * 0.9)
      const at = operationId === 'addQuestions' ? { ...ids, questionSetId: empty } : ids
      const work = async () => {
        const { status, text } = await post(route, body, at)
        expect([200, 201, 202], `${operationId} ${text.slice(0, 500)}`).toContain(status)
      }
      measured.push(await measure(api, operationId, maxGrowthMb(bytes), work))
    }
    console.log(`largest-bodies, accepted: ${JSON.stringify(measured)} ${describeMost(measured)}`)
    expect(tooMuch(measured)).toEqual([])
    expect(measured.map(({ what }) => what).toSorted()).toEqual(Object.keys(ACCEPTED).toSorted())
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
      expect(body.length).toBeGreaterThan(findLargest(route) * 0.9)
      const upload = () =>
        send(api, buildPath(route, ids), {
          method: route.method.toUpperCase(),
          body,
          headers: { 'content-type': 'application/octet-stream', ...asOperator },
        })
      await askMeanwhile(api, knowledge, upload)
      const work = async () => {
        const { reply, searches } = await askMeanwhile(api, knowledge, upload)
        expect(reply.status, reply.text).toBe(200)
        expect(searches).toEqual([200])
      }
      measured.push(await measure(api, route.operationId, MAX_UPLOAD_GROWTH_MB, work))
    }
    console.log(`largest-bodies, uploads: ${describeMost(measured)}`)
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
    const bytes = new Uint8Array(findLargest(route) + 1)
    for (const body of [bytes, new Blob([bytes]).stream()]) {
      const response = await fetch(api.baseUrl + buildPath(route, ids), {
        method: route.method.toUpperCase(),
        body,
        duplex: 'half',
        headers: { 'content-type': 'application/octet-stream', ...asOperator },
      })
      expect(response.status, route.operationId).toBe(413)
    }
  }
})
