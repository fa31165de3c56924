import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { answering } from '../support/answering.ts'
import { ask, getIds, takeLast, readText } from '../support/ask.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { changeSettings } from './support/starters.ts'

const test = answering().test.extend('docs', { scope: 'file' }, async ({ service, embeddings }) => {
  // Each subject in a direction of its own.
  embeddings.place('key', [1])
  embeddings.place('tide', [0, 1])
  embeddings.place('salmon', [0, 0, 1])
  const knowledge = await createKnowledge(service, 'Acme Docs')
  await putPages(service, knowledge.knowledgeBaseId, [
    {
      url: 'https://docs.example.com/keys',
      content: '# Keys\n\nReset a key under Settings, then copy the new key.',
    },
    { url: 'https://docs.example.com/limits', content: '# Limits\n\nA key makes 1200 requests.' },
    { url: 'https://docs.example.com/tides', content: '# Tides\n\nThe tide turns at noon.' },
  ])
  return knowledge
})

const COVERED = 'How do I reset a key?'
const UNCOVERED = 'Which wine goes with salmon?'

test('the trace has the probability, and what is below the threshold is a gap', async ({
  service,
  model,
  docs,
}) => {
  model.answer(() => says('Reset a key under Settings [1].'))
  const { messages } = service.admin
  const getTrace = async (query: string) => {
    const asked = await ask(service, docs, { query })
    const { message_id } = getIds(asked)
    const { trace } = await messages.get(docs.knowledgeBaseId, message_id)
    return { message_id, trace, covered: takeLast(asked).covered }
  }
  const answered = await getTrace(COVERED)
  const refused = await getTrace(UNCOVERED)
  for (const { trace, covered } of [answered, refused]) {
    const { probability, threshold, setting } = trace.answerability ?? {}
    expect(setting).toBe('balanced')
    expect(covered).toBe((probability ?? 0) >= (threshold ?? 1))
  }
  expect(answered).toMatchObject({ covered: true, trace: { declined_by: null } })
  expect(refused).toMatchObject({ covered: false, trace: { declined_by: 'answerability' } })
  const gaps = await messages.list(docs.knowledgeBaseId, { gap: 'true' })
  expect(gaps.messages.map(({ id }) => id)).toEqual([refused.message_id])
})

test('what a model declines is a gap, and the trace says so', async ({ service, model, docs }) => {
  model.answer(() => says('NOT_COVERED'))
  const asked = await ask(service, docs, { query: COVERED })
  const { message_id } = getIds(asked)
  const stored = await service.admin.messages.get(docs.knowledgeBaseId, message_id)
  expect(stored).toMatchObject({ covered: false, citations: [], answer: readText(asked) })
  expect(stored.trace).toMatchObject({ declined_by: 'writer' })
  expect(readText(asked)).toMatch(/^I could not find an answer in “Acme Docs”/)
  const gaps = await service.admin.messages.list(docs.knowledgeBaseId, { gap: 'true' })
  expect(gaps.messages.map(({ id }) => id)).toContain(message_id)
})

test('an operator chooses how sure it must be', async ({ service, model, docs }) => {
  model.answer(() => says('Reset a key under Settings [1].'))
  const { knowledgeBases, messages } = service.admin
  const { knowledgeBaseId } = docs
  expect(await knowledgeBases.get(knowledgeBaseId)).toMatchObject({ answerability: 'balanced' })
  const thresholds: number[] = []
  for (const answerability of ['lenient', 'balanced', 'strict'] as const) {
    expect(await knowledgeBases.change(knowledgeBaseId, { answerability })).toMatchObject({
      answerability,
    })
    const { message_id } = getIds(await ask(service, docs, { query: COVERED }))
    const { trace } = await messages.get(knowledgeBaseId, message_id)
    expect(trace.answerability?.setting).toBe(answerability)
    thresholds.push(trace.answerability?.threshold ?? 0)
  }
  expect(thresholds).toEqual([...new Set(thresholds)].toSorted((a, b) => a - b))
  expect(thresholds).toHaveLength(3)
  const refused = await changeSettings(service, docs, { answerability: 'always' })
  expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  await knowledgeBases.change(knowledgeBaseId, { answerability: 'balanced' })
})

test('small talk is answered in kind, asks no model, has no source and is no gap', async ({
  service,
  model,
  docs,
}) => {
  const before = model.requests.length
  const listGaps = () => service.admin.messages.list(docs.knowledgeBaseId, { gap: 'true' })
  const gaps = await listGaps()
  const hello = await ask(service, docs, { query: 'Hello!' })
  expect(readText(hello)).toBe('Hello! What would you like to know about “Acme Docs”?')
  expect(hello.frames.some((frame) => 'citations' in frame && !frame.done)).toBe(false)
  expect(takeLast(hello)).toMatchObject({ citations: [], covered: true })
  const thanks = await ask(service, docs, { query: 'Danke schön' })
  expect(readText(thanks)).toBe('Gern geschehen!')
  expect(model.requests).toHaveLength(before)
  expect(await listGaps()).toEqual(gaps)
  const stored = await service.admin.messages.get(docs.knowledgeBaseId, getIds(hello).message_id)
  expect(stored).toMatchObject({ question: 'Hello!', covered: true, citations: [] })
  expect(stored.trace).toMatchObject({ model: 'small_talk', candidates: [], declined_by: null })
  expect(stored.trace.answerability).toBeUndefined()
})

test('thanks between two questions do not change what the second means', async ({
  service,
  model,
  docs,
}) => {
  model.answer(() => says('Reset a key under Settings [1].'))
  const first = getIds(await ask(service, docs, { query: COVERED }))
  const { thread_id } = first
  await ask(service, docs, { query: 'Thanks!', thread_id })
  const { message_id } = getIds(await ask(service, docs, { query: 'And copy it?', thread_id }))
  const { trace } = await service.admin.messages.get(docs.knowledgeBaseId, message_id)
  expect(trace.prompt.earlier_message_ids).toEqual([first.message_id])
})
