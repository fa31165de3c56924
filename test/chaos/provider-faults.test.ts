import { afterAll, beforeAll, expect, test } from 'vitest'
import * as script from '../fakes/model-scripts.ts'
import type { ModelScript } from '../fakes/model-scripts.ts'
import type { ModelRequest } from '../fakes/model-server.ts'
import { inParallel } from '../support/chaos/call.ts'
import type { Attempt, ChaosModels } from '../support/chaos/answering.ts'
import {
  attempt,
  findEnding,
  findLastFrame,
  questionIn,
  startChaosModels,
  tally,
} from '../support/chaos/answering.ts'
import { until } from '../support/chaos/load.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase } from '../support/store/services.ts'

const SIZE = process.env['CHAOS'] === 'full' ? { questions: 2_000 } : { questions: 150 }

const MAX_ATTEMPTS = 3
/** After this many consecutive failures the model is not called for 10 s. */
const FAILURES_TO_OPEN = 5
const OPEN_MS = 10_000
const AT_ONCE = 12

const TEXT = 'Reset a key under Settings [1].'
const SERVER_ERROR = { message: 'The server had an error.', type: 'server_error' }

/** Every fault seen in a provider, before the first word and after it. */
const FAULTS: readonly ModelScript[] = [
  script.fails(500),
  script.fails(503),
  script.isBusy(),
  script.isBusy(0),
  script.isBusy(3_600),
  script.refusesKey,
  script.lacksModel,
  script.lacksQuota,
  script.lacksBalance,
  script.refusesRequest({ message: 'No.', type: 'invalid_request_error' }),
  script.showsPage,
  script.hangs(),
  script.cuts(),
  script.endsEarly(),
  script.talksGarbage(),
  script.filtered(),
  script.failsInStream(SERVER_ERROR),
  script.hangs('Reset ', 'a '),
  script.cuts('Reset ', 'a '),
  script.endsEarly('Reset ', 'a '),
  script.talksGarbage('Reset ', 'a '),
  script.filtered('Reset a '),
  script.truncated(TEXT),
  script.failsInStream(SERVER_ERROR, 'Reset ', 'a '),
]

let database: TestDatabase
let models: ChaosModels
let service: Service
let knowledge: Knowledge

beforeAll(async () => {
  database = await createDatabase()
  models = await startChaosModels({ ANSWER_IDLE_TIMEOUT_SECONDS: '2' })
  service = await startService({ databaseUrl: database.ownerUrl, env: models.env })
  knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
  ])
})

afterAll(async () => {
  await service?.kill()
  await models?.close()
  await database?.drop()
})

const questionNumber = (number: number): string => `How do I reset key ${number}?`

const askNumber = (number: number): Promise<Attempt> =>
  attempt(service, knowledge, { query: questionNumber(number) })

/** The same in every run, whatever is asked first: a good answer a third of the time, and every fault. */
function scriptFor(number: number, failed: number): ModelScript {
  const turn = number + failed
  const fault = FAULTS[(2 * Math.floor(turn / 3) + (turn % 3) - 1) % FAULTS.length]
  return turn % 3 === 0 || !fault ? script.says(TEXT) : fault
}

type Served = { request: ModelRequest; script: ModelScript }

/** What is wrong with an answer, given what the provider did. */
function findFaults(made: Attempt, served: readonly Served[]): string[] {
  const faults: string[] = []
  const ending = findEnding(made)
  const isGood = isWhole(served.at(-1))
  if (made.isCut || made.status !== 200) faults.push(`status ${made.status}, cut ${made.isCut}`)
  if (served.length > MAX_ATTEMPTS) faults.push(`${served.length} attempts`)
  if (served.slice(0, -1).some(({ request }) => request.sentPieces > 0)) {
    faults.push('asked again after the first piece')
  }
  const hasSpoken = (served.at(-1)?.request.sentPieces ?? 0) > 0
  const last = findLastFrame(made)
  if (last && last.quoted === undefined && !isGood)
    faults.push(`a last frame after ${findKind(served.at(-1))}`)
  // What the documents cover is answered from them, whatever the model does before its first word.
  if (!last && !hasSpoken) faults.push(`${ending} without a word from the model`)
  // On a machine that stalls for two seconds, a working model is silent too.
  if (isGood && ending !== 'answered' && ending !== 'timeout')
    faults.push(`${ending} from a good model`)
  if (made.frames.filter((frame) => 'error_code' in frame || frame.done).length !== 1) {
    faults.push('not one ending')
  }
  if (last && made.frames.at(-1) !== last) faults.push('frames after the last')
  return faults
}

const findKind = (served: Served | undefined): string => JSON.stringify(served?.script.ending)

/** A text that came to its natural end. */
const isWhole = (served: Served | undefined): boolean =>
  served?.script.ending.kind === 'finish' && served.script.ending.reason === 'stop'

test('at most 3 attempts, only before the first word, and sections in place of an error until then', async () => {
  const served = new Map<string, Served[]>()
  models.model.answer((request) => {
    const question = questionIn(request) ?? ''
    const before = served.get(question) ?? []
    const chosen = scriptFor(Number(/\d+/.exec(question)?.[0]), before.length)
    served.set(question, [...before, { request, script: chosen }])
    return chosen
  })
  const endings: string[] = []
  const faults: string[] = []
  await inParallel(AT_ONCE, Array(SIZE.questions).keys(), async (number) => {
    const made = await askNumber(number)
    endings.push(findEnding(made))
    faults.push(...findFaults(made, served.get(questionNumber(number)) ?? []))
  })
  const counts = [...served.values()].map((all) => String(all.length))
  console.log(
    `provider-faults: ${SIZE.questions} questions, ${JSON.stringify(tally(endings))}, ` +
      `attempts ${JSON.stringify(tally(counts))}, ${faults.length} faults`,
  )
  expect(faults).toEqual([])
  expect(Object.keys(tally(counts)).sort()).toEqual(['1', '2', '3'])
  // Only an answer with its last frame is counted.
  const { answered } = await service.admin.workspaces.usage(knowledge.workspaceId)
  expect(answered).toBe(tally(endings)['answered'])
})

test('a model that keeps failing is asked by no more questions, then by one, then by all', async () => {
  models.model.answer(() => script.says(TEXT))
  // Whatever the test before left behind is over with one good answer.
  const isBack = async () => {
    const last = findLastFrame(await askNumber(0))
    return last !== undefined && last.quoted === undefined
  }
  await until('a closed breaker', isBack, 2 * OPEN_MS)
  models.model.answer(() => script.fails())
  const before = models.model.requests.length
  const failing: string[] = []
  for (let number = 0; number < FAILURES_TO_OPEN; number += 1) {
    const made = await askNumber(number)
    expect(findLastFrame(made)?.quoted).toBe('model_failed')
    failing.push(findEnding(made))
  }
  const openedMs = performance.now()
  expect(models.model.requests.length - before).toBe(FAILURES_TO_OPEN * MAX_ATTEMPTS)
  const resting = await Promise.all(Array.from({ length: 50 }, (_, number) => askNumber(number)))
  // None of their readers gets an error: the documents cover the question.
  expect(tally([...failing, ...resting.map(findEnding)])).toEqual({ answered: 55 })
  expect(tally(resting.map((made) => findLastFrame(made)?.quoted ?? 'written'))).toEqual({
    model_failed: 50,
  })
  expect(models.model.requests.length - before).toBe(FAILURES_TO_OPEN * MAX_ATTEMPTS)
  models.model.answer(() => script.says(TEXT, { delayMs: 100 }))
  await until('the trial', isBack, OPEN_MS + 5_000)
  const restMs = performance.now() - openedMs
  const after = await Promise.all(Array.from({ length: 20 }, (_, number) => askNumber(number)))
  console.log(
    `provider-faults: ${FAILURES_TO_OPEN * MAX_ATTEMPTS} requests until the model was left alone, ` +
      `asked again after ${(restMs / 1000).toFixed(1)} s`,
  )
  expect(tally(after.map(findEnding))).toEqual({ answered: 20 })
})
