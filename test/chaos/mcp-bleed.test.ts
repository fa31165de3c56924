import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ModelScript } from '../fakes/model-scripts.ts'
import { splitIntoPieces, says } from '../fakes/model-scripts.ts'
import type { ModelRequest } from '../fakes/model-server.ts'
import { inParallel } from '../support/chaos/call.ts'
import { inTurn, wordFor } from '../support/chaos/chance.ts'
import type { ChaosModels } from '../support/chaos/answering.ts'
import { startChaosModels, tally } from '../support/chaos/answering.ts'
import { CANARY } from '../support/chaos/tenants.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase } from '../support/store/services.ts'

/** Concurrent clients, and what each does in sequence. */
const SIZE =
  process.env['CHAOS'] === 'full'
    ? { clients: 1_000, calls: 5, tenants: 10 }
    : { clients: 60, calls: 6, tenants: 4 }

const TIME = { timeout: 3_600_000 }

/**
 * How calls end that the machine is too busy for; they are made again. A thousand at once are more than
 * one process and its database can serve, and some connections are not made in time.
 */
const OVERLOADED = new Set(['503', 'unavailable', ...(SIZE.clients < 1_000 ? [] : ['broken'])])

type Tenant = Knowledge & { canary: string }

let database: TestDatabase
let models: ChaosModels
let service: Service
let tenants: Tenant[]

beforeAll(async () => {
  database = await createDatabase()
  models = await startChaosModels({ MAX_OPEN_REQUESTS: '5000' })
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
  const knowledge = await createKnowledge(service, `The word ${canary}`)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: `https://docs.example.com/word`, content: `# The word\n\nThe word is ${canary}.` },
  ])
  return { ...knowledge, canary }
}

let written = 0

function repeatPassage({ messages }: ModelRequest): ModelScript {
  const word = messages.at(-1)?.content.match(CANARY)?.[0] ?? 'unknown'
  const text = `The word is ${word} [1]. `.repeat(3).trim()
  const count = (written += 1)
  return says(splitIntoPieces(1 + (count % 9), text), { delayMs: count % 4 })
}

const query = 'What is the word?'
const CALLS = [
  { method: 'tools/call', params: { name: 'ask', arguments: { query } } },
  {
    method: 'tools/call',
    params: { name: 'ask', arguments: { query }, _meta: { progressToken: 1 } },
  },
  { method: 'tools/call', params: { name: 'search', arguments: { query } } },
  { method: 'tools/call', params: { name: 'related', arguments: { query } } },
  {
    method: 'tools/call',
    params: { name: 'read', arguments: { url: 'https://docs.example.com/word' } },
  },
  { method: 'resources/read', params: { uri: 'https://docs.example.com/word' } },
  { method: 'resources/list', params: {} },
  {
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'one of many', version: '1' },
    },
  },
] as const

/** Messages of the database driver, which clients must not see. */
const LEAKED = /timeout exceeded|Connection terminated|ECONN/

/** In milliseconds: before anything can have come back, while it comes, and afterwards. */
const LEAVES_AFTER_MS = [1, 3, 10, 25, 60, 120]

/** Every client uses request id 1 and the same progress token, and leaves every other call. */
async function callOnce(tenant: Tenant, turn: number): Promise<{ raw: string; ending: string }> {
  const pair = Math.floor(turn / 2)
  const call = inTurn(CALLS, pair)
  const leave = new AbortController()
  if (turn % 2 === 0) setTimeout(() => leave.abort(), inTurn(LEAVES_AFTER_MS, pair))
  let raw = ''
  try {
    const response = await fetch(`${service.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-client-key': tenant.clientKey,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
      signal: leave.signal,
    })
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) raw += decoder.decode(bytes, { stream: true })
    if (!response.ok) return { raw, ending: String(response.status) }
    return { raw, ending: raw.includes('"code":"UNAVAILABLE"') ? 'unavailable' : 'served' }
  } catch {
    return { raw, ending: leave.signal.aborted ? 'left' : 'broken' }
  }
}

/** Progress text may be cut anywhere, so it is also joined. */
function seenIn(raw: string): string {
  const pieces = [...raw.matchAll(/"message":"((?:[^"\\]|\\.)*)"/g)].map(([, piece]) => piece)
  return `${raw}\n${pieces.join('')}`
}

test(
  'clients with colliding ids that disconnect at any moment never see each other’s data',
  TIME,
  async () => {
    const faults: string[] = []
    const endings: string[] = []
    let canaries = 0
    await inParallel(SIZE.clients, Array(SIZE.clients).keys(), async (index) => {
      const tenant = inTurn(tenants, index)
      let made = 0
      while (made < SIZE.calls) {
        const { raw, ending } = await callOnce(tenant, index * SIZE.calls + made)
        endings.push(ending)
        if (!OVERLOADED.has(ending)) made += 1
        const words = [...seenIn(raw).matchAll(CANARY)].map(([word]) => word)
        canaries += words.length
        faults.push(...words.filter((word) => word !== tenant.canary))
        if (LEAKED.test(raw)) faults.push(raw)
        if (ending === 'served' && !seenIn(raw).includes(tenant.canary) && !isList(raw)) {
          faults.push(raw)
        }
      }
    })
    console.log(
      `mcp-bleed: ${SIZE.clients} clients at once, ${JSON.stringify(tally(endings))}, ` +
        `${canaries} canaries seen, ${faults.length} faults`,
    )
    expect(faults).toEqual([])
    const others = endings.filter((ending) => !OVERLOADED.has(ending))
    expect(new Set(others)).toEqual(new Set(['left', 'served']))
    expect(tally(others)['left']).toBeGreaterThan(others.length / 20)
    expect(canaries).toBeGreaterThan(others.length / 2)
    for (const { messages } of models.model.requests) {
      expect(new Set(JSON.stringify(messages).match(CANARY)).size).toBe(1)
    }
    await expect
      .poll(async () => {
        const text = await (await fetch(`${service.baseUrl}/metrics`)).text()
        return /^footnote_http_open_requests (\d+)$/m.exec(text)?.[1]
      })
      .toBe('0')
  },
)

/** A list of pages names them by URL and title, which all tenants share. */
const isList = (raw: string): boolean => raw.includes('"resources":')
