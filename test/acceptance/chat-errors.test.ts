import { expect } from 'vitest'
import { ErrorFrame } from '@footnote/contract/public/chat'
import {
  cuts,
  getsBusy,
  filtered,
  hangs,
  losesKey,
  type ModelScript,
  runsOutOfCredit,
  says,
  truncated,
} from '../fakes/model-scripts.ts'
import { answering } from '../support/answering.ts'
import { ask, getError, openStream, readFrames } from '../support/ask.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { readRows } from '../support/store/services.ts'
import { makeVerifies } from '../support/verifies.ts'

const TIMEOUTS = { ANSWER_TIMEOUT_SECONDS: '6', ANSWER_IDLE_TIMEOUT_SECONDS: '2' }

const { test } = answering(TIMEOUTS)
const verifies = makeVerifies(
  test.extend('docs', { scope: 'file' }, async ({ service }) => {
    const knowledge = await createKnowledge(service)
    await putPages(service, knowledge.knowledgeBaseId, [
      { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
    ])
    return knowledge
  }),
)

const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'

/** Each way a provider fails after its first word; before it, the reader gets sections instead. */
const FAILURES: [
  requirement: Parameters<typeof verifies>[0],
  ModelScript[],
  ErrorFrameCode,
  boolean,
][] = [
  [
    'chat.error.quota-exceeded.provider-credit',
    [runsOutOfCredit('Reset a ')],
    'quota_exceeded',
    false,
  ],
  ['chat.error.misconfigured', [losesKey('Reset a ')], 'misconfigured', false],
  ['chat.error.rate-limited', [getsBusy('Reset a ')], 'rate_limited', true],
  ['chat.error.unavailable', [cuts('Reset a ')], 'unavailable', true],
  ['chat.error.timeout', [hangs('Reset a ')], 'timeout', true],
  ['chat.error.content-filtered', [filtered('Reset a ')], 'content_filtered', true],
  ['chat.error.truncated', [truncated(TEXT)], 'truncated', true],
]
type ErrorFrameCode = ErrorFrame['error_code']

for (const [requirement, scripts, code, retryable] of FAILURES) {
  const shapes = scripts.map(
    ({ ending, pieces = [] }) => `${JSON.stringify(ending).slice(0, 80)} after ${pieces.length}`,
  )
  verifies(requirement, `${code} from ${shapes[0]}`, async ({ service, model, docs }) => {
    model.script(...scripts)
    const asked = await ask(service, docs, { query })
    expect(asked.status).toBe(200)
    expect(getError(asked)).toMatchObject({
      error_code: code,
      code: code.toUpperCase(),
      retryable,
      request_id: asked.headers.get('x-request-id'),
    })
  })
}

verifies(
  [
    'chat.error-frame.fields',
    'chat.error-frame.status-stays-200',
    'chat.error-frame.ends-stream',
    'chat.error-frame.message-for-readers',
    'frame-code.upper-cased',
  ],
  async ({ service, model, docs }) => {
    model.script(cuts('Reset a '))
    const asked = await ask(service, docs, { query })
    expect(asked.status).toBe(200)
    const frame = getError(asked)
    expect(ErrorFrame.strict().parse(frame)).toEqual(frame)
    expect(frame.code).toBe(frame.error_code.toUpperCase())
    expect(frame.error).not.toMatch(/ECONN|socket|scripted|sk-|127\.0\.0\.1|at \//)
    expect(frame.error).toMatch(/^[A-Z].*\.$/)
    expect(asked.frames.filter((each) => 'error' in each)).toHaveLength(1)
    expect(asked.frames.some((each) => 'done' in each && each.done)).toBe(false)
  },
)

verifies('chat.error.internal', async ({ service, docs, database }) => {
  await readRows(database, 'revoke select on readable_passages from footnote_api')
  try {
    const asked = await ask(service, docs, { query })
    expect(asked.status).toBe(200)
    expect(getError(asked)).toMatchObject({ error_code: 'internal', retryable: true })
  } finally {
    await readRows(database, 'grant select on readable_passages to footnote_api')
  }
})

verifies('answer-timeout.configuration', async ({ service, model, docs }) => {
  model.script(
    says(
      Array.from({ length: 100 }, () => 'word '),
      { delayMs: 500 },
    ),
  )
  const started = performance.now()
  const asked = await ask(service, docs, { query })
  const seconds = (performance.now() - started) / 1000
  expect(getError(asked).error_code).toBe('timeout')
  expect(seconds).toBeGreaterThan(5.5)
  // The whole answer would take 50 s.
  expect(seconds).toBeLessThan(30)
})

test('a client disconnect stops a model that has 20 s to go', async ({ service, model }) => {
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
  ])
  model.script(
    says(
      Array.from({ length: 200 }, () => 'word '),
      { delayMs: 100 },
    ),
  )
  const leave = new AbortController()
  const response = await openStream(service, knowledge, { query }, { signal: leave.signal })
  for await (const { frames } of readFrames(response)) {
    if (frames.some((frame) => 'delta' in frame)) break
  }
  const request = model.requests.at(-1)
  leave.abort()
  // Set if the request ends before the answer does.
  await expect.poll(() => request?.closedByClientAtMs).toBeDefined()
})

test('failed answers are listed with their request id, without the question', async ({
  service,
  model,
}) => {
  const knowledge = await createKnowledge(service)
  const { knowledgeBaseId } = knowledge
  await putPages(service, knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
  ])
  model.answer(() => losesKey('Reset a '))
  const { request_id } = getError(await ask(service, knowledge, { query }))
  const { failures, analytics } = service.admin
  const listed = () => failures.list(knowledgeBaseId, { error_code: 'misconfigured' })
  await expect.poll(async () => (await listed()).failures).toMatchObject([{ request_id }])
  const { failures: all, counts, next_cursor } = await listed()
  expect(all).toMatchObject([
    { error_code: 'misconfigured', source: 'api', model: expect.stringContaining('scripted') },
  ])
  expect(counts).toEqual([{ error_code: 'misconfigured', failed: 1 }])
  expect(next_cursor).toBeNull()
  expect(JSON.stringify(all)).not.toContain('reset')
  const { totals } = await analytics.get(knowledgeBaseId)
  expect(totals).toMatchObject({ questions: 0, failed: 1 })
  expect((await failures.list(knowledgeBaseId, { error_code: 'timeout' })).failures).toEqual([])
})
