import { expect } from 'vitest'
import type { ModelScript } from '../fakes/model-scripts.ts'
import { hangs, says } from '../fakes/model-scripts.ts'
import type { ModelServer } from '../fakes/model-server.ts'
import type { SteeredEmbeddings } from '../support/acceptance.ts'
import { steeredBy } from '../support/acceptance.ts'
import { answering, writtenBy } from '../support/answering.ts'
import type { Asked } from '../support/ask.ts'
import { ask } from '../support/ask.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'

const { test } = answering()

const query = 'How do I reset a key?'
const STREAMS = 40
/** Much longer than the answers take. */
const DRAIN_SECONDS = 120
/** Each starts a service and waits for it to exit, which takes long on a busy machine. */
const PATIENT = { timeout: 180_000 }

type Servers = { databaseUrl: string; embeddings: SteeredEmbeddings; model: ModelServer }

const startWith = ({ databaseUrl, embeddings, model }: Servers, drainSeconds: number) =>
  startService({
    databaseUrl,
    env: {
      ...steeredBy(embeddings),
      ...writtenBy(model),
      ANSWER_API_KEY: 'sk-for-the-tests',
      DRAIN_SECONDS: String(drainSeconds),
    },
  })

/** Opens streams with both scripts in turn, and stops the service once the model has all questions. */
async function stopUnderLoad(service: Service, model: ModelServer, scripts: ModelScript[]) {
  const knowledge = await createKnowledge(service)
  const content = '# Keys\n\nReset a key under Settings, then copy the new key.'
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content },
  ])
  const before = model.requests.length
  model.script(
    ...Array.from({ length: STREAMS }, (_, at) => scripts[at % scripts.length] ?? hangs()),
  )
  const streams = Array.from({ length: STREAMS }, () => ask(service, knowledge, { query }))
  await expect.poll(() => model.requests.length, { timeout: 60_000 }).toBe(before + STREAMS)
  const startMs = performance.now()
  const stopped = service.stop()
  await expect
    .poll(() => ask(service, knowledge, { query }).catch((error: Error) => error.cause))
    .toMatchObject({ code: 'ECONNREFUSED' })
  const asked = await Promise.all(streams)
  const exitCode = await stopped
  return { asked, exitCode, seconds: (performance.now() - startMs) / 1000 }
}

const listEnds = (asked: readonly Asked[]) =>
  asked.map(({ frames }) => {
    const last = frames.at(-1)
    if (last && 'error_code' in last) return last.error_code
    return last && 'done' in last && last.done ? 'done' : 'nothing'
  })

test(
  'when stopped, the service finishes open streams, accepts no others, and exits with 0',
  PATIENT,
  async ({ database, embeddings, model }) => {
    await using service = await startWith(
      { databaseUrl: database.ownerUrl, embeddings, model },
      DRAIN_SECONDS,
    )
    const drip = says('Reset a key under Settings, then copy the new key [1].', { delayMs: 300 })
    const { asked, exitCode, seconds } = await stopUnderLoad(service, model, [drip])
    expect(new Set(listEnds(asked))).toEqual(new Set(['done']))
    expect(exitCode).toBe(0)
    // It does not wait for idle keep-alive connections.
    expect(seconds).toBeLessThan(DRAIN_SECONDS)
  },
)

test(
  'a stream that is not over in time ends with a frame that says so, never silently',
  PATIENT,
  async ({ database, embeddings, model }) => {
    await using service = await startWith({ databaseUrl: database.ownerUrl, embeddings, model }, 2)
    const scripts = [
      hangs(),
      hangs('Reset ', 'a ', 'key '),
      says('It is so [1].', { delayMs: 100 }),
    ]
    const { asked, exitCode } = await stopUnderLoad(service, model, scripts)
    const ends = listEnds(asked)
    expect(new Set(ends)).toEqual(new Set(['unavailable', 'done']))
    expect(ends.filter((end) => end === 'unavailable')).toHaveLength(Math.ceil((STREAMS * 2) / 3))
    for (const { frames } of asked) {
      const isAnswered = frames.some((frame) => 'done' in frame && frame.done)
      expect(frames.some((frame) => 'error_code' in frame)).toBe(!isAnswered)
    }
    expect(exitCode).toBe(0)
  },
)
