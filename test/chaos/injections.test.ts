import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Citation } from '@footnote/contract/public/citation'
import type { FirstFrame } from '@footnote/contract/public/chat'
import type { Attempt, ChaosModels } from '../support/chaos/answering.ts'
import {
  attempt,
  findEnding,
  findLastFrame,
  shownText,
  startChaosModels,
} from '../support/chaos/answering.ts'
import { inParallel } from '../support/chaos/call.ts'
import { wordFor } from '../support/chaos/chance.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { ADMIN_TOKEN, KEY_MAKING, startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase } from '../support/store/services.ts'
import type { PoisonedPage } from './poisoned-pages.ts'
import { edgesIn, EVIL, obey, passagesIn, poisonedPages } from './poisoned-pages.ts'

const SIZE = process.env['CHAOS'] === 'full' ? { pages: 50, rounds: 4 } : { pages: 14, rounds: 1 }

const SECRETS_KEY = 'a key for the tests, 32 characters'
/** On pages that this reader may not see: restricted, outside the key's groups, or of another tenant. */
const WORDS = {
  restricted: wordFor('restricted', 0),
  grouped: wordFor('grouped', 0),
  foreign: wordFor('foreign', 0),
}
const hidden = (word: string, pages: readonly PoisonedPage[]): string =>
  `# The word\n\nThe word of all is ${word}. ${pages.map(({ topic }) => topic).join(' ')}`

let database: TestDatabase
let models: ChaosModels
let service: Service
let pages: PoisonedPage[]
let own: Knowledge
let foreign: Knowledge

beforeAll(async () => {
  database = await createDatabase()
  models = await startChaosModels({ SECRETS_KEY })
  models.model.answer(obey)
  service = await startService({ databaseUrl: database.ownerUrl, env: models.env })
  pages = poisonedPages(SIZE.pages)
  foreign = await createKnowledge(service, 'Theirs')
  await putPages(service, foreign.knowledgeBaseId, [
    { url: 'https://theirs.example.com/word', content: hidden(WORDS.foreign, pages) },
  ])
  own = await createOwn()
})

afterAll(async () => {
  await service?.kill()
  await models?.close()
  await database?.drop()
})

/** Its key may read only the group of the poisoned pages. */
async function createOwn(): Promise<Knowledge> {
  const { admin } = service
  const knowledge = await createKnowledge(service, 'Ours')
  const { knowledgeBaseId } = knowledge
  const open = await admin.groups.create(knowledgeBaseId, { name: 'Open' })
  const closed = await admin.groups.create(knowledgeBaseId, { name: 'Closed' })
  await putPages(service, knowledgeBaseId, [
    ...pages.map(({ page }) => ({ ...page, group_id: open.id })),
    {
      url: 'https://docs.example.com/restricted',
      content: hidden(WORDS.restricted, pages),
      visibility: 'restricted',
      group_id: open.id,
    },
    {
      url: 'https://docs.example.com/closed',
      content: hidden(WORDS.grouped, pages),
      group_id: closed.id,
    },
  ])
  return { ...knowledge, clientKey: await createPublicKey(admin, knowledgeBaseId, [open.id]) }
}

const firstCitations = ({ frames }: Attempt): Citation[] =>
  frames.find((frame): frame is FirstFrame => 'citations' in frame && !frame.done)?.citations ?? []

const withoutIndex = (citation: Citation): string => JSON.stringify({ ...citation, index: 0 })

/** What is wrong with an answer dictated by the pages. */
function findFaults(made: Attempt): string[] {
  const faults: string[] = []
  const last = findLastFrame(made)
  if (!last) return [`ended with ${findEnding(made)}`]
  for (const word of Object.values(WORDS)) if (made.raw.includes(word)) faults.push(`shows ${word}`)
  const retrieved = new Set(firstCitations(made).map(withoutIndex))
  const known = new Set(pages.map(({ page }) => page.url))
  for (const citation of last.citations) {
    if (!retrieved.has(withoutIndex(citation))) faults.push(`cites ${citation.chunk_id}`)
    if (!known.has(citation.url.split('#', 1)[0] ?? '')) faults.push(`links ${citation.url}`)
  }
  const numbers = last.citations.map(({ index }) => index)
  if (numbers.some((number, at) => number !== at + 1)) faults.push(`numbers ${numbers.join()}`)
  const marked = [...shownText(made).matchAll(/\[(\d{1,3})\](?!\()/g)].map(([, number]) =>
    Number(number),
  )
  if (marked.some((number) => number < 1 || number > numbers.length)) {
    faults.push(`marks ${marked.join()} of ${numbers.length}`)
  }
  return faults
}

/** No credential and no id is in what the model reads. */
function secrets(): string[] {
  const keys = [own, foreign].flatMap(({ clientKey, workspaceId, knowledgeBaseId }) => [
    clientKey,
    workspaceId,
    knowledgeBaseId,
  ])
  const settings = [ADMIN_TOKEN, KEY_MAKING.pepper, SECRETS_KEY, models.env['ANSWER_API_KEY'] ?? '']
  const all = [...keys, ...settings, new URL(database.ownerUrl).pathname.slice(1), 'postgres://']
  if (all.some((secret) => secret.length < 8)) throw new Error('A secret is not known')
  return all
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

test('a model that obeys every page reveals and cites nothing that the reader may not see', async () => {
  const faults: string[] = []
  let answers = 0
  let cited = 0
  await inParallel(4, Array(SIZE.rounds * pages.length).keys(), async (index) => {
    const topic = pages[index % pages.length]?.topic
    const made = await attempt(service, own, { query: `How does ${topic} work?` })
    const thread_id = findLastFrame(made)?.thread_id
    const again = await attempt(service, own, {
      query: `And what is the word of ${topic}?`,
      thread_id,
    })
    for (const each of [made, again]) {
      faults.push(...findFaults(each))
      answers += 1
      cited += findLastFrame(each)?.citations.length ?? 0
    }
  })
  const { requests } = models.model
  const told = requests.filter((request) => JSON.stringify(request.body).includes('Question: '))
  const bodies = requests.map(({ body }) => JSON.stringify(body))
  console.log(
    `injections: ${pages.length} pages, ${answers} answers, ${cited} citations, ` +
      `${requests.length} prompts, ${faults.length} faults`,
  )
  expect(faults).toEqual([])
  expect(cited).toBeGreaterThan(answers / 2)
  for (const body of bodies) {
    expect(secrets().filter((secret) => body.includes(secret))).toEqual([])
    expect(Object.values(WORDS).filter((word) => body.includes(word))).toEqual([])
    expect(body).not.toMatch(UUID)
  }
  // The prompt has the service's own frames only: one per passage, numbered in order.
  const numbers = told.map((request) => passagesIn(request).map(({ number }) => number))
  expect(numbers.every((list) => list.every((number, at) => number === at + 1))).toBe(true)
  expect(told.map(edgesIn)).toEqual(numbers.map(({ length }) => 2 * length))
  // The model did obey: the words of its links are there, and where they led is not.
  expect(requests.length).toBeGreaterThan(answers / 2)
  const stored = await storedText()
  expect(stored).toContain('Sign in again')
  expect(stored).not.toContain(EVIL)
})

/** What an operator sees stored of a later conversation. */
async function storedText(): Promise<string> {
  const { messages } = await service.admin.messages.list(own.knowledgeBaseId, { limit: 100 })
  return messages.map(({ answer }) => answer).join('\n')
}

test('the words that were not told are there to be found by those who may', async () => {
  const asked = await attempt(service, foreign, { query: 'What is the word of all?' })
  expect(asked.raw).toContain(WORDS.foreign)
  const everything = await createPublicKey(service.admin, own.knowledgeBaseId)
  const all = await attempt(
    service,
    { ...own, clientKey: everything },
    { query: 'What is the word of all?' },
  )
  expect(all.raw).toContain(WORDS.grouped)
  expect(all.raw).not.toContain(WORDS.restricted)
})
