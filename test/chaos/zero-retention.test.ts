import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ModelScript } from '../fakes/model-scripts.ts'
import * as script from '../fakes/model-scripts.ts'
import type { ModelRequest } from '../fakes/model-server.ts'
import type { ChaosModels } from '../support/chaos/answering.ts'
import {
  attempt,
  findEnding,
  questionIn,
  startChaosModels,
  tally,
} from '../support/chaos/answering.ts'
import { call, inParallel } from '../support/chaos/call.ts'
import { inTurn, wordFor } from '../support/chaos/chance.ts'
import { until } from '../support/chaos/load.ts'
import type { ChaosPostgres } from '../support/chaos/postgres.ts'
import { startChaosPostgres } from '../support/chaos/postgres.ts'
import type { ChaosRedis } from '../support/chaos/redis.ts'
import { startChaosRedis } from '../support/chaos/redis.ts'
import type { Findings } from '../support/chaos/scan.ts'
import { prepareForScan, scanCluster, wordsIn } from '../support/chaos/scan.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import { breakDatabase } from './database-faults.ts'

const SIZE =
  process.env['CHAOS'] === 'full'
    ? { questions: 200, breaksOfEach: 4, controls: 20, atOnce: 6 }
    : { questions: 40, breaksOfEach: 1, controls: 5, atOnce: 6 }

const CANARY = /zdr[0-9a-f]{16}/g
const CONTROL = /kept[0-9a-f]{16}/g
const FAULTS = /permission denied|terminating connection|violates check constraint/g

let postgres: ChaosPostgres
let redis: ChaosRedis
let models: ChaosModels
let service: Service
let forgetful: Knowledge
let ordinary: Knowledge

beforeAll(async () => {
  postgres = await startChaosPostgres()
  await prepareForScan(postgres)
  redis = await startChaosRedis()
  models = await startChaosModels({
    LOG_LEVEL: 'debug',
    REDIS_URL: redis.url,
    RATE_LIMIT_PER_KEY: '1000000',
    RATE_LIMIT_PER_ADDRESS: '1000000',
    ANSWER_IDLE_TIMEOUT_SECONDS: '1',
  })
  service = await startService({ databaseUrl: postgres.databaseUrl, env: models.env })
  forgetful = await createPages('zero')
  ordinary = await createPages('standard')
})

afterAll(async () => {
  await service?.kill()
  await models?.close()
  await redis?.kill()
  await postgres?.stop()
})

async function createPages(retention: 'zero' | 'standard'): Promise<Knowledge> {
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
  ])
  const change = { retention, monthly_question_allowance: 1_000_000 }
  await service.admin.workspaces.change(knowledge.workspaceId, change)
  return knowledge
}

/** The word of each question, by its number. */
const askedWords: string[] = []

/** Repeats the question, as an answer and for every third in one of the ways in which providers fail. */
function repeatQuestion(request: ModelRequest): ModelScript {
  const question = questionIn(request) ?? ''
  const number = askedWords.findIndex((word) => question.includes(word))
  const error = { message: `Cannot read: ${question}`, type: question, code: question }
  const faults = [
    script.refusesRequest(error),
    script.failsInStream(error),
    script.failsInStream(error, question),
    script.cuts(question),
    script.hangs(question),
    script.truncated(question),
    { ending: { kind: 'garbage', text: question } } as const,
  ]
  return number % 3 === 0
    ? inTurn(faults, number / 3)
    : script.says(`Reset a key under Settings [1]. You said: ${question}`)
}

const postAs = (clientKey: string, path: string, body: object) =>
  call({
    method: 'POST',
    url: `${service.baseUrl}/api/v1/public/${path}`,
    headers: { 'x-client-key': clientKey },
    body,
  })

/** Words in every text field, on both routes, and in the calls around a question. */
async function askWith(knowledge: Knowledge, number: number): Promise<string> {
  const word = (askedWords[number] = wordFor('zdr', number))
  const { clientKey, knowledgeBaseId } = knowledge
  const query = `How do I reset a key ${word}?`
  const user = number % 2 === 0 ? { id: word } : { email: `${word}@example.com` }
  const post = (path: string, body: object) => postAs(clientKey, path, body)
  await post(`knowledge-bases/${knowledgeBaseId}/search`, { query })
  await post(`knowledge-bases/${knowledgeBaseId}/related`, { query })
  await post(`knowledge-bases/${knowledgeBaseId}/chat`, { query, [word]: word })
  await post(`knowledge-bases/${knowledgeBaseId}/chat`, { query: word.repeat(400) })
  await post('feedback', { message_id: word, rating: word, comment: word })
  await post('feedback', { message_id: forgetful.knowledgeBaseId, rating: 'up', comment: word })
  const path = number % 4 < 2 ? { threadInPath: word } : {}
  return findEnding(await attempt(service, knowledge, { query, user, thread_id: word }, path))
}

/** Everywhere that a word of a question could be left. */
async function scan(pattern: RegExp): Promise<Findings> {
  const metrics = await call({ method: 'GET', url: `${service.baseUrl}/metrics` })
  return new Map([
    ...(await scanCluster(postgres, pattern)),
    ['application log', wordsIn(JSON.stringify(service.log) + service.complaints(), pattern)],
    ['metrics', wordsIn(metrics.text, pattern)],
    ['redis', wordsIn(await redis.dump(), pattern)],
  ])
}

const describe = (findings: Findings): Record<string, number> =>
  Object.fromEntries(
    [...findings].filter(([, words]) => words.size > 0).map(([place, { size }]) => [place, size]),
  )

test('a question leaves no trace, whatever fails; without Zero data retention the scan finds it', async () => {
  models.model.answer(repeatQuestion)
  const endings: string[] = []
  let begun = 0
  const repaired = new AbortController()
  const threeQuestions = () => {
    const next = [begun, begun + 1, begun + 2]
    return until('three questions', () => next.every((number) => number in endings), 300_000)
  }
  function* untilRepaired(): Generator<number> {
    while (!repaired.signal.aborted || begun < SIZE.questions) {
      begun += 1
      yield begun - 1
    }
  }
  const breaking = breakDatabase(postgres, SIZE.breaksOfEach, threeQuestions)
  const [breaks] = await Promise.all([
    breaking.finally(() => repaired.abort()),
    inParallel(SIZE.atOnce, untilRepaired(), async (number) => {
      endings[number] = await askWith(forgetful, number)
    }),
  ])
  models.model.answer((request) => script.says(`You said: ${questionIn(request)}`))
  const controls = Array.from({ length: SIZE.controls }, (_, index) => wordFor('kept', index))
  for (const word of controls) {
    const body = { query: `How do I reset a key ${word}?`, user: { id: word } }
    expect(findEnding(await attempt(service, ordinary, body))).toBe('answered')
  }
  const leaked = await scan(CANARY)
  const found = await scan(CONTROL)
  const logged = service.log.length
  console.log(
    `zero-retention: ${begun} questions ${JSON.stringify(tally(endings))}, ${breaks} database faults, ` +
      `scanned ${[...leaked.keys()].sort().join(', ')} and ${logged} lines of log; ` +
      `found ${JSON.stringify(describe(leaked))}, of ${SIZE.controls} controls ${JSON.stringify(describe(found))}`,
  )
  expect(describe(leaked)).toEqual({})
  expect([...leaked.keys()]).toEqual(
    expect.arrayContaining(['base', 'pg_wal', 'postgres.log', 'pg_stat_statements']),
  )
  // The same scan finds what is stored, in tables and WAL.
  expect(found.get('base')).toEqual(new Set(controls))
  expect(found.get('pg_wal')?.size).toBeGreaterThan(SIZE.controls / 2)
  // A count is kept for a minute.
  const isCounted = async () => {
    await postAs(ordinary.clientKey, `knowledge-bases/${ordinary.knowledgeBaseId}/search`, {
      query: 'keys',
    })
    return wordsIn(await redis.dump(), /limit:key/g).size
  }
  await expect.poll(isCounted).toBe(1)
  // And the questions met the faults that they were to meet, and answers too.
  const counts = tally(endings)
  expect(counts['answered']).toBeGreaterThan(SIZE.questions / 10)
  expect((counts['internal'] ?? 0) + (counts['unavailable'] ?? 0)).toBeGreaterThan(0)
  const faults = wordsIn(await postgresLog(), FAULTS)
  expect(faults.size).toBe(3)
})

const postgresLog = (): Promise<string> => readFile(join(postgres.folder, 'postgres.log'), 'utf8')
