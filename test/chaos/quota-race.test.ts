import type { ChatFrame } from '@footnote/contract/public/chat'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import type { Attempt, ChaosModels } from '../support/chaos/answering.ts'
import { attempt, findEnding, startChaosModels, tally } from '../support/chaos/answering.ts'
import { until } from '../support/chaos/load.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase } from '../support/store/services.ts'

const SIZE =
  process.env['CHAOS'] === 'full'
    ? { questions: 1_000, rounds: 3, leaseSeconds: 55 }
    : { questions: 100, rounds: 5, leaseSeconds: 12 }

/** For one more question after the lease. */
const SLACK_MS = 5_000

const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'

let database: TestDatabase
let models: ChaosModels
let first: Service
let second: Service

beforeAll(async () => {
  database = await createDatabase()
  models = await startChaosModels({ ANSWER_TIMEOUT_SECONDS: String(SIZE.leaseSeconds) })
  const settings = { databaseUrl: database.ownerUrl, env: models.env }
  first = await startService(settings)
  second = await startService({ ...settings, command: 'api' })
})

afterAll(async () => {
  await first?.kill()
  await second?.kill()
  await models?.close()
  await database?.drop()
})

/** One was answered before, so that the count already exists: creating it locks as well. */
async function withOneLeft(): Promise<Knowledge> {
  const knowledge = await createKnowledge(first)
  await putPages(first, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
  ])
  await first.admin.workspaces.change(knowledge.workspaceId, { monthly_question_allowance: 2 })
  models.model.answer(() => says(TEXT))
  expect(findEnding(await attempt(first, knowledge, { query }))).toBe('answered')
  return knowledge
}

const isRetryable = ({ status, frames }: Attempt): boolean =>
  status === 503 || frames.some((frame) => 'retryable' in frame && frame.retryable)

type Watcher = { onDelta?(service: Service): void; onEnd?(): void }

/** Concurrently, to both processes in turn. */
const burst = (knowledge: Knowledge, watcher: Watcher = {}): Promise<Attempt[]> =>
  Promise.all(
    Array.from({ length: SIZE.questions }, async (_, index) => {
      const service = index % 2 === 0 ? first : second
      const onFrame = (frame: ChatFrame) => {
        if ('delta' in frame) watcher.onDelta?.(service)
      }
      for (;;) {
        const made = await attempt(service, knowledge, { query }, { onFrame })
        // A slow machine may time out, and asks the client to retry.
        if (isRetryable(made)) continue
        watcher.onEnd?.()
        return made
      }
    }),
  )

const answered = async ({ admin }: Service, { workspaceId }: Knowledge): Promise<number> =>
  (await admin.workspaces.usage(workspaceId)).answered

// Several rounds: in the first, connections are still being opened, and questions come apart.
test('of many questions at once the one that is left is answered, and no other', async () => {
  const knowledge = await withOneLeft()
  models.model.answer(() => says(TEXT, { delayMs: 20 }))
  for (let round = 1; round <= SIZE.rounds; round += 1) {
    const allowance = { monthly_question_allowance: round + 1 }
    await first.admin.workspaces.change(knowledge.workspaceId, allowance)
    const startedMs = performance.now()
    const endings = tally((await burst(knowledge)).map(findEnding))
    console.log(
      `quota-race: ${SIZE.questions} questions in ${(performance.now() - startedMs).toFixed(0)} ms, ` +
        JSON.stringify(endings),
    )
    expect(endings).toEqual({ answered: 1, quota_exceeded: SIZE.questions - 1 })
    expect(await answered(first, knowledge)).toBe(round + 1)
  }
})

test('a process killed while it answers counts nothing, and its question comes back with the lease', async () => {
  const knowledge = await withOneLeft()
  // Longer than the burst, so that every other question finds it under way.
  models.model.answer(() => says(Array(3_000).fill('word '), { delayMs: 100 }))
  let holder: Service | undefined
  let ended = 0
  const asking = burst(knowledge, {
    onDelta: (service) => (holder = service),
    onEnd: () => (ended += 1),
  })
  await until('all but one', () => ended === SIZE.questions - 1, 180_000)
  await until('the answer', () => holder !== undefined, 60_000)
  if (!holder) throw new Error('No question was being answered')
  const sibling = holder === first ? second : first
  await holder.kill()
  const killedMs = performance.now()
  expect(tally((await asking).map(findEnding))).toEqual({
    cut: 1,
    quota_exceeded: SIZE.questions - 1,
  })
  expect(await answered(sibling, knowledge)).toBe(1)

  models.model.answer(() => says(TEXT))
  const endings: string[] = []
  const isAnswered = async () => {
    endings.push(findEnding(await attempt(sibling, knowledge, { query })))
    return endings.at(-1) === 'answered'
  }
  await until('the reserved question', isAnswered, SIZE.leaseSeconds * 1000 + SLACK_MS)
  console.log(
    `quota-race: back ${((performance.now() - killedMs) / 1000).toFixed(1)} s after the kill, ` +
      `lease ${SIZE.leaseSeconds} s, ${JSON.stringify(tally(endings))}`,
  )
  // Not before: what is under way elsewhere is not given away twice.
  expect(endings[0]).toBe('quota_exceeded')
  expect(await answered(sibling, knowledge)).toBe(2)
  expect(findEnding(await attempt(sibling, knowledge, { query }))).toBe('quota_exceeded')
  expect(await answered(sibling, knowledge)).toBe(2)
})
