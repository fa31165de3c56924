import { randomBytes, randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ModelScript } from '../fakes/model-scripts.ts'
import { inPiecesOf, says } from '../fakes/model-scripts.ts'
import type { ModelRequest } from '../fakes/model-server.ts'
import { inParallel } from '../support/chaos/call.ts'
import type { Attempt, ChaosModels } from '../support/chaos/answering.ts'
import {
  attempt,
  endingOf,
  lastFrameOf,
  shownText,
  startChaosModels,
  tally,
} from '../support/chaos/answering.ts'
import { CANARY } from '../support/chaos/tenants.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase } from '../support/store/services.ts'

const SIZE =
  process.env['CHAOS'] === 'full'
    ? { aborted: 20_000, tenants: 6, atOnce: 40 }
    : { aborted: 300, tenants: 3, atOnce: 12 }

/** The full form takes half an hour on a busy machine. */
const TIME = { timeout: 3_600_000 }

/** The same words, ids and askers for every tenant: only the key tells requests apart. */
const QUESTIONS = ['What is the word?', 'And what is the word of today?', 'Tell me the word.']

const headers = { 'x-request-id': '01890000-0000-7000-8000-000000000001' }

type Tenant = Knowledge & { canary: string }

let database: TestDatabase
let models: ChaosModels
let service: Service
let tenants: Tenant[]

beforeAll(async () => {
  database = await createDatabase()
  models = await startChaosModels()
  models.model.answer(repeatPassage)
  service = await startService({ databaseUrl: database.ownerUrl, env: models.env })
  tenants = []
  for (let count = 0; count < SIZE.tenants; count += 1) tenants.push(await createTenant())
})

afterAll(async () => {
  await service?.kill()
  await models?.close()
  await database?.drop()
})

async function createTenant(): Promise<Tenant> {
  const canary = `canary${randomBytes(8).toString('hex')}`
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/word', content: `# The word\n\nThe word is ${canary}.` },
  ])
  return { ...knowledge, canary }
}

/** Slowly enough that streams overlap, in pieces that cut words anywhere. */
function repeatPassage({ messages }: ModelRequest): ModelScript {
  const word = messages.at(-1)?.content.match(CANARY)?.[0] ?? 'unknown'
  const text = `The word is ${word} [1]. `.repeat(3).trim()
  return says(inPiecesOf(1 + randomInt(9), text), { delayMs: randomInt(3) })
}

/** Disconnects at some moment: before the headers, or after some frames. */
async function askAndLeave(tenant: Tenant): Promise<Attempt> {
  const leave = new AbortController()
  const leaveAfter = randomInt(5)
  let seen = 0
  if (leaveAfter === 0) setTimeout(() => leave.abort(), randomInt(30))
  const onFrame = () => {
    seen += 1
    if (seen === leaveAfter) leave.abort()
  }
  return attempt(service, tenant, bodyOf(undefined), { headers, signal: leave.signal, onFrame })
}

const bodyOf = (threadId: string | undefined): object => ({
  query: QUESTIONS[randomInt(QUESTIONS.length)],
  user: { id: 'reader-1' },
  ...(threadId === undefined ? {} : { thread_id: threadId }),
})

/** What a client saw of another tenant; the pieces are joined first. */
function foreignWords(made: Attempt, { canary }: Tenant): string[] {
  const seen = `${made.raw}\n${shownText(made)}`
  return [...seen.matchAll(CANARY)].map(([word]) => word).filter((word) => word !== canary)
}

test(
  'clients that disconnect at any moment leave nothing of their answer to another client',
  TIME,
  async () => {
    const faults: string[] = []
    const endings: string[] = []
    const over = new AbortController()
    // For each tenant, one conversation after another, read to its end.
    const reading = tenants.map(async (tenant) => {
      let threadId: string | undefined
      while (!over.signal.aborted) {
        const made = await attempt(service, tenant, bodyOf(threadId), { headers })
        endings.push(endingOf(made))
        faults.push(...foreignWords(made, tenant))
        const text = shownText(made)
        if (!text.includes(`The word is ${tenant.canary}`))
          faults.push(`${endingOf(made)}: ${text}`)
        // A few turns, so that prompts carry earlier ones.
        threadId = randomInt(3) === 0 ? undefined : lastFrameOf(made)?.thread_id
      }
    })
    let aborted = 0
    await inParallel(SIZE.atOnce, Array(SIZE.aborted).keys(), async (index) => {
      const tenant = tenants[index % tenants.length]
      if (!tenant) throw new Error('There are no tenants')
      const made = await askAndLeave(tenant)
      faults.push(...foreignWords(made, tenant))
      if (made.isCut) aborted += 1
    })
    over.abort()
    await Promise.all(reading)
    console.log(
      `response-bleed: ${SIZE.aborted} questions of ${SIZE.tenants} tenants, ${aborted} of them aborted, ` +
        `${endings.length} read beside them ${JSON.stringify(tally(endings))}, ${faults.length} faults`,
    )
    expect(faults).toEqual([])
    expect(aborted).toBeGreaterThan(SIZE.aborted / 2)
    expect(Object.keys(tally(endings))).toEqual(['answered'])
    // Nor in what the model was shown.
    for (const { messages } of models.model.requests) {
      const words = new Set(JSON.stringify(messages).match(CANARY))
      expect(words.size).toBe(1)
    }
    const text = await (await fetch(`${service.baseUrl}/metrics`)).text()
    expect(/^footnote_http_open_requests (\d+)$/m.exec(text)?.[1]).toBe('0')
  },
)
