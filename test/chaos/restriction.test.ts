import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Exchange } from '../support/chaos/call.ts'
import { call } from '../support/chaos/call.ts'
import type { Load } from '../support/chaos/load.ts'
import { startLoad, until } from '../support/chaos/load.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase } from '../support/store/services.ts'

const SIZE =
  process.env['CHAOS'] === 'full' ? { flips: 200, clients: 8 } : { flips: 20, clients: 8 }
/** How many searches must begin and end within a window before it closes. */
const SEARCHES_A_WINDOW = 4

/** Only in the page that is switched: in its URL, its title and every sentence. */
const MARKER = 'zanzibarite'
const SENTENCES = [
  `The ${MARKER} vault opens with the brass key of the night porter.`,
  `Rotate the ${MARKER} signing secret on the first Monday of every quarter.`,
  `Invoices above forty thousand euros need the ${MARKER} approval of two directors.`,
  `The ${MARKER} relay in hall nine must never be restarted during a harvest.`,
]

type Window = { fromMs: number; untilMs: number }

let database: TestDatabase
let service: Service
let knowledge: Knowledge
let documentId: string

beforeAll(async () => {
  database = await createDatabase()
  service = await startService({ databaseUrl: database.ownerUrl })
  knowledge = await createKnowledge(service)
  // No word in common with the sentences: a page leaked by its vector alone would rank first.
  const others = Array.from({ length: 12 }, (_, index) => ({
    url: `https://docs.example.com/page-${index}`,
    content: `# Menu ${index}\n\nSoup ${index} comes with bread, butter and some cheese.`,
  }))
  const flipped = {
    url: `https://docs.example.com/${MARKER}`,
    title: `The ${MARKER} handbook`,
    content: SENTENCES.map((sentence, index) => `## Part ${index}\n\n${sentence}`).join('\n\n'),
  }
  const [id = ''] = await putPages(service, knowledge.knowledgeBaseId, [flipped, ...others])
  documentId = id
})

afterAll(async () => {
  await service?.kill()
  await database?.drop()
})

function ask(count: number): Promise<Exchange> {
  const what = count % 2 === 0 ? 'search' : 'related'
  return call({
    method: 'POST',
    url: `${service.baseUrl}/api/v1/public/knowledge-bases/${knowledge.knowledgeBaseId}/${what}`,
    headers: { 'x-client-key': knowledge.clientKey },
    body: { query: SENTENCES[Math.floor(count / 2) % SENTENCES.length] },
  })
}

const within = ({ samples }: Load<Exchange>, { fromMs, untilMs }: Window): Exchange[] =>
  samples.filter(({ startedMs, endedMs }) => startedMs > fromMs && endedMs < untilMs)

/** Changes the visibility, then waits for enough searches. Returns the time in which it held for sure. */
async function flip(load: Load<Exchange>, visibility: 'public' | 'restricted'): Promise<Window> {
  await service.admin.documents.change(knowledge.knowledgeBaseId, documentId, { visibility })
  const fromMs = performance.now()
  const enough = () =>
    within(load, { fromMs, untilMs: performance.now() }).length >= SEARCHES_A_WINDOW
  await until('searches in a window', enough, 60_000)
  return { fromMs, untilMs: performance.now() }
}

/** A reply may name the words of its own question that no page has. */
const withoutMissing = (text: string): string => text.replace(/"missing_words":\[[^\]]*\]/, '')

const shows = ({ text }: Exchange): boolean =>
  withoutMissing(text).includes(MARKER) || text.includes(documentId)

test('a page is in no response from the moment its restriction is acknowledged, and back after it', async () => {
  const load = startLoad(SIZE.clients, ask)
  const restricted: Window[] = []
  const readable: Window[] = []
  for (let count = 0; count < SIZE.flips; count += 1) {
    restricted.push(await flip(load, 'restricted'))
    readable.push(await flip(load, 'public'))
  }
  await load.stop()
  const hidden = restricted.flatMap((window) => within(load, window))
  const shown = readable.flatMap((window) => within(load, window))
  const leaks = hidden.filter(shows)
  console.log(
    `restriction: ${SIZE.flips} flips, ${load.samples.length} searches, ${hidden.length} while restricted, ${leaks.length} leaks`,
  )
  expect(load.samples.filter(({ status }) => status !== 200)).toEqual([])
  expect(hidden.length).toBeGreaterThan(SIZE.flips)
  expect(leaks).toEqual([])
  expect(shown.filter((exchange) => !shows(exchange))).toEqual([])
})
