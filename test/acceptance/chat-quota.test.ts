import { expect } from 'vitest'
import { cuts, says } from '../fakes/model-scripts.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { ask, getError, takeLast, openStream, readFrames } from '../support/ask.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { readRows } from '../support/store/services.ts'
import type { Service } from '../support/service.ts'

const { test, verifies } = sharingAnswers()

const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'

async function withAllowance(service: Service, allowance: number): Promise<Knowledge> {
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
  ])
  await service.admin.workspaces.change(knowledge.workspaceId, {
    monthly_question_allowance: allowance,
  })
  return knowledge
}

const answered = async ({ admin }: Service, { workspaceId }: Knowledge): Promise<number> =>
  (await admin.workspaces.usage(workspaceId)).answered

verifies(
  [
    'chat.error.quota-exceeded.allowance',
    'quota.last-frame-counts',
    'quota.stays-in-stream',
    'quota.per-workspace',
  ],
  async ({ service, model }) => {
    model.answer(() => says(TEXT))
    const mine = await withAllowance(service, 2)
    const theirs = await withAllowance(service, 1)
    takeLast(await ask(service, mine, { query }))
    takeLast(await ask(service, mine, { query }))
    const before = model.requests.length
    const refused = await ask(service, mine, { query })
    expect(refused.status).toBe(200)
    expect(getError(refused)).toMatchObject({ error_code: 'quota_exceeded', retryable: false })
    expect(model.requests.length).toBe(before)
    takeLast(await ask(service, theirs, { query }))
    expect([await answered(service, mine), await answered(service, theirs)]).toEqual([2, 1])
  },
)

verifies(['quota.reserved-before-model-call', 'quota.settled-once'], async ({ service, model }) => {
  model.answer(() => says(TEXT, { delayMs: 50 }))
  const knowledge = await withAllowance(service, 3)
  const before = model.requests.length
  const all = await Promise.all(
    Array.from({ length: 30 }, () => ask(service, knowledge, { query })),
  )
  const refused = all.filter(({ frames }) => frames.some((frame) => 'error_code' in frame))
  expect(refused).toHaveLength(27)
  expect(refused.every((asked) => getError(asked).error_code === 'quota_exceeded')).toBe(true)
  expect(model.requests.length - before).toBe(3)
  expect(await answered(service, knowledge)).toBe(3)
})

verifies('quota.error-frame-does-not-count', async ({ service, model }) => {
  const knowledge = await withAllowance(service, 1)
  model.script(cuts('Reset '))
  getError(await ask(service, knowledge, { query }))
  expect(await answered(service, knowledge)).toBe(0)
  model.answer(() => says(TEXT))
  takeLast(await ask(service, knowledge, { query }))
})

verifies('quota.reader-left-before-first-delta-does-not-count', async ({ service, model }) => {
  const knowledge = await withAllowance(service, 1)
  model.script(says(TEXT, { delayMs: 3_000 }))
  const leave = new AbortController()
  const response = await openStream(service, knowledge, { query }, { signal: leave.signal })
  for await (const { frames } of readFrames(response)) {
    if (frames.length > 0) break
  }
  leave.abort()
  model.answer(() => says(TEXT))
  await expect
    .poll(async () => (await ask(service, knowledge, { query })).frames.at(-1))
    .toMatchObject({ done: true })
  expect(await answered(service, knowledge)).toBe(1)
})

verifies('quota.month-by-database-clock', async ({ service, model, database }) => {
  model.answer(() => says(TEXT))
  const knowledge = await withAllowance(service, 5)
  takeLast(await ask(service, knowledge, { query }))
  const [{ month } = { month: '' }] = await readRows<{ month: string }>(
    database,
    `select to_char(date_trunc('month', now() at time zone 'utc'), 'YYYY-MM-DD') as month`,
  )
  const usage = await service.admin.workspaces.usage(knowledge.workspaceId)
  expect([usage.month, usage.answered]).toEqual([month, 1])
})

test('usage says what is stored, if it is asked for', async ({ service }) => {
  const { workspaceId } = await withAllowance(service, 5)
  expect(await service.admin.workspaces.usage(workspaceId)).toMatchObject({ storage: null })
  const { storage } = await service.admin.workspaces.usage(workspaceId, { storage: 'true' })
  expect(storage).toEqual({ documents: 1, passages: 1, bytes: expect.any(Number) })
})
