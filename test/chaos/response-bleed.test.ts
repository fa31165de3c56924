import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ModelScript } from '../fakes/model-scripts.ts'
import { splitIntoPieces, says } from '../fakes/model-scripts.ts'
import type { ModelRequest } from '../fakes/model-server.ts'
import { inParallel } from '../support/chaos/call.ts'
import { inTurn, wordFor } from '../support/chaos/chance.ts'
import type { Attempt, ChaosModels } from '../support/chaos/answering.ts'
import {
  attempt,
  findEnding,
  findLastFrame,
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
  for (let count = 0; count < SIZE.tenants; count += 1) tenants.push(await createTenant(count))
})

afterAll(async () => {
  await service?.kill()
  await models?.close()
  await database?.drop()
})

async function createTenant(count: number): Promise<Tenant> {
  const canary = wordFor('canary', count)
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/word', content: `# The word\n\nThe word is ${canary}.` },
  ])
  return { ...knowledge, canary }
}

let written = 0

/** Slowly enough that streams overlap, in pieces that cut words anywhere. */
function repeatPassage({ messages }: ModelRequest): ModelScript {
  const word = messages.at(-1)?.content.match(CANARY)?.[0] ?? 'unknown'
  const text = `The word is ${word} [1]. `.repeat(3).trim()
  const count = (written += 1)
  return says(splitIntoPieces(1 + (count % 9), text), { delayMs: count % 4 })
}

/** When clients leave: before the headers or at some moment, or once they have seen so many frames. */
const LEAVES: readonly { ms?: number; frames?: number }[] = [
  ...[1, 5, 15, 30].map((ms) => ({ ms })),
  ...[1, 2, 3, 4].map((frames) => ({ frames })),
]

/** In its turn, at each of these moments with each of the questions. */
async function askAndLeave(tenant: Tenant, turn: number): Promise<Attempt> {
  const leave = new AbortController()
  const { ms, frames } = inTurn(LEAVES, turn)
  let seen = 0
  if (ms !== undefined) setTimeout(() => leave.abort(), ms)
  const onFrame = () => {
    seen += 1
    if (seen === frames) leave.abort()
  }
  const body = buildBody(Math.floor(turn / LEAVES.length))
  return attempt(service, tenant, body, { headers, signal: leave.signal, onFrame })
}

const buildBody = (turn: number, threadId?: string): object => ({
  query: inTurn(QUESTIONS, turn),
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
      for (let turn = 0; !over.signal.aborted; turn += 1) {
        const made = await attempt(service, tenant, buildBody(turn, threadId), { headers })
        endings.push(findEnding(made))
        faults.push(...foreignWords(made, tenant))
        const text = shownText(made)
        if (!text.includes(`The word is ${tenant.canary}`))
          faults.push(`${findEnding(made)}: ${text}`)
        // A few turns, so that prompts carry earlier ones.
        threadId = turn % 4 === 3 ? undefined : findLastFrame(made)?.thread_id
      }
    })
    let asked = 0
    let aborted = 0
    // Whoever is slow to leave has the whole answer, so it takes more questions than are aborted.
    function* untilAborted(): Generator<number> {
      for (; aborted < SIZE.aborted; asked += 1) yield asked
    }
    await inParallel(SIZE.atOnce, untilAborted(), async (index) => {
      const tenant = inTurn(tenants, index)
      const made = await askAndLeave(tenant, Math.floor(index / tenants.length))
      faults.push(...foreignWords(made, tenant))
      if (made.isCut) aborted += 1
    })
    over.abort()
    await Promise.all(reading)
    console.log(
      `response-bleed: ${asked} questions of ${SIZE.tenants} tenants, ${aborted} of them aborted, ` +
        `${endings.length} read beside them ${JSON.stringify(tally(endings))}, ${faults.length} faults`,
    )
    expect(faults).toEqual([])
    expect(Object.keys(tally(endings))).toEqual(['answered'])
    // Nor in what the model was shown.
    for (const { messages } of models.model.requests) {
      const shown = JSON.stringify(messages)
      const words = new Set(shown.match(CANARY))
      // Before the search, a first question is planned from its own words alone: it may hold none.
      const possible = shown.includes('<passage') ? [1] : [0, 1]
      expect(possible).toContain(words.size)
    }
    await expect
      .poll(async () => {
        const text = await (await fetch(`${service.baseUrl}/metrics`)).text()
        return /^footnote_http_open_requests (\d+)$/m.exec(text)?.[1]
      })
      .toBe('0')
  },
)
