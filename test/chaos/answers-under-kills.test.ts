import { afterAll, beforeAll, expect, test } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import type { ModelRequest } from '../fakes/model-server.ts'
import type { ChaosModels } from '../support/chaos/answering.ts'
import {
  attempt,
  findEnding,
  findLastFrame,
  questionIn,
  shownText,
  startChaosModels,
  tally,
} from '../support/chaos/answering.ts'
import { inParallel } from '../support/chaos/call.ts'
import { createChance } from '../support/chaos/chance.ts'
import { sleep, until } from '../support/chaos/load.ts'
import type { ChaosPostgres } from '../support/chaos/postgres.ts'
import { startChaosPostgres } from '../support/chaos/postgres.ts'
import type { ApiProcesses } from '../support/chaos/processes.ts'
import { startApiProcesses } from '../support/chaos/processes.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { startService } from '../support/service.ts'
import { asTenant } from '../support/store/stored-messages.ts'
import type { SeenAnswer } from './seen-answers.ts'
import { newComment, rateInParallel, rateUntilStored, storedFaults } from './seen-answers.ts'

const SIZE =
  process.env['CHAOS'] === 'full'
    ? { answers: 500, kills: 40, clients: 8 }
    : { answers: 40, kills: 4, clients: 6 }

/** The lease on a killed process's reservations. On a busy machine PostgreSQL alone takes seconds to start. */
const ANSWER_TIMEOUT_SECONDS = 30

const chance = createChance('answers-under-kills')

let postgres: ChaosPostgres
let models: ChaosModels
let processes: ApiProcesses
let knowledge: Knowledge

beforeAll(async () => {
  postgres = await startChaosPostgres()
  models = await startChaosModels({ ANSWER_TIMEOUT_SECONDS: String(ANSWER_TIMEOUT_SECONDS) })
  models.model.answer(tellAbout)
  const settings = { databaseUrl: postgres.databaseUrl, env: models.env }
  await using whole = await startService(settings)
  knowledge = await createKnowledge(whole)
  await putPages(whole, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
    { url: 'https://docs.example.com/safe', content: '# Safes\n\nA key opens a safe in Settings.' },
  ])
  // With an allowance, so that questions are reserved.
  const change = { monthly_question_allowance: 1_000_000 }
  await whole.admin.workspaces.change(knowledge.workspaceId, change)
  processes = await startApiProcesses(2, settings)
})

afterAll(async () => {
  await processes?.stop()
  await models?.close()
  await postgres?.stop()
})

/** Cites so that markers are renumbered, and takes long enough to be cut. */
function tellAbout(request: ModelRequest) {
  const question = questionIn(request) ?? ''
  const text = `You ask: ${question} A key opens a safe in Settings [2]. Reset a key under Settings [1][2].`
  return says(text, { delayMs: 8 })
}

let asked = 0

/** Asks until it is told to stop, and rates three of four answers. */
async function read(isOver: () => boolean, seen: SeenAnswer[], endings: string[]): Promise<void> {
  while (!isOver()) {
    const service = await processes.pick()
    const number = (asked += 1)
    const question = `How do I reset key ${number}?`
    const made = await attempt(service, knowledge, { query: question })
    endings.push(findEnding(made))
    const last = findLastFrame(made)
    if (last?.message_id === undefined) {
      await sleep(50)
      continue
    }
    const messageId = last.message_id
    const answer = { messageId, question, text: shownText(made), citations: last.citations }
    const rated = number % 4 === 0 ? 'later' : 'now'
    seen.push({ ...answer, comments: rated === 'now' ? [await rateOnce(messageId)] : [] })
  }
}

const rateOnce = (messageId: string) =>
  rateUntilStored(processes, knowledge, messageId, newComment())

/** API processes and PostgreSQL in turn, each at a moment of its own. */
async function kill(count: number): Promise<void> {
  await sleep(200 + chance.below(1_500, `until kill ${count}`))
  if (count % 2 === 0) return processes.killOne()
  await postgres.kill()
  await sleep(chance.below(800, `after kill ${count}`))
  await postgres.start()
}

const getRows = <Row extends object>(statement: string): Promise<Row[]> =>
  asTenant(
    postgres.databaseUrl,
    knowledge,
    async (client) => (await client.query<Row>(statement)).rows,
  )

const RATINGS = 'select message_id, comment from ratings'
const LEASES = 'select id from question_reservations where expires_at > clock_timestamp()'

test('no answer, rating or count that a reader saw is lost when processes are killed', async () => {
  const seen: SeenAnswer[] = []
  const endings: string[] = []
  let kills = 0
  const isOver = () => seen.length >= SIZE.answers && kills >= SIZE.kills
  const reading = Promise.all(
    Array.from({ length: SIZE.clients }, () => read(isOver, seen, endings)),
  )
  while (!isOver()) {
    await kill(kills)
    kills += 1
  }
  await reading
  // What was not rated then can be rated now; of several at once one stays.
  await inParallel(
    SIZE.clients,
    seen.filter(({ comments }) => comments.length === 0),
    (answer) => rateInParallel(processes, knowledge, answer),
  )
  const faults: string[] = []
  await inParallel(SIZE.clients, seen, async (answer) => {
    faults.push(...(await storedFaults(await processes.pick(), knowledge, answer)))
  })
  const ratings = await getRows<{ message_id: string; comment: string }>(RATINGS)
  const stored = (await getRows('select id from messages')).length
  const { admin } = await processes.pick()
  const { answered } = await admin.workspaces.usage(knowledge.workspaceId)
  console.log(
    `answers-under-kills: ${kills} kills, ${endings.length} questions ${JSON.stringify(tally(endings))}, ` +
      `${seen.length} answers seen, ${stored} stored, ${answered} counted, ${faults.length} faults`,
  )
  expect(faults).toEqual([])
  expect(answered).toBe(stored)
  expect(stored).toBeGreaterThanOrEqual(seen.length)
  // One for each, and an acknowledged one.
  const comments = new Map(seen.map((answer) => [answer.messageId, answer.comments]))
  expect(ratings).toHaveLength(seen.length)
  expect(ratings.filter((row) => !comments.get(row.message_id)?.includes(row.comment))).toEqual([])
  const noLeases = async () => (await getRows(LEASES)).length === 0
  await until('every lease', noLeases, ANSWER_TIMEOUT_SECONDS * 1000 + 2_000)
  // 0: no connection. Nothing of it is a fault of the service's own.
  const known = new Set(['answered', 'cut', 'unavailable', '0', '503'])
  expect(Object.keys(tally(endings)).filter((ending) => !known.has(ending))).toEqual([])
})
