import type { Reembedding } from '@footnote/client/admin'
import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { putPages } from '../support/knowledge.ts'
import { MODEL_DIR } from '../support/service.ts'

/** Local weights for new knowledge bases, and the steered server's model as the other one. */
const { test } = acceptance({ EMBEDDING_MODEL_DIR: MODEL_DIR })

const PAGES = [
  { url: 'https://docs.example.com/heron', content: 'A heron stands in the shallow water.' },
  { url: 'https://docs.example.com/walrus', content: 'A walrus swims under the ice.' },
]

test('a knowledge base changes its model and back, and can be searched throughout', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId, client } = knowledge
  const { reembed } = service.admin
  await putPages(service, knowledgeBaseId, PAGES)
  const search = async () => (await client.search({ query: 'walrus' })).results[0]?.document.url
  const walrus = 'https://docs.example.com/walrus'
  const before = await reembed.get(knowledgeBaseId)
  expect(before).toMatchObject({ state: 'idle', model_to: null, done: 2, total: 2 })
  expect(before.models).toHaveLength(2)
  await reembed.start(knowledgeBaseId, { model: 'steered' })
  expect(await search()).toBe(walrus)
  const events: Reembedding[] = []
  for await (const event of reembed.follow(knowledgeBaseId)) events.push(event)
  expect(events.at(-1)).toEqual(await reembed.get(knowledgeBaseId))
  expect(events.at(-1)?.state).toBe('finished')
  const after = await reembed.get(knowledgeBaseId)
  expect(after).toMatchObject({ model_from: before.model_from, done: 2, total: 2 })
  expect(after.model_to).toMatch(/^steered/)
  expect(await search()).toBe(walrus)
  const rolledBack = await reembed.rollBack(knowledgeBaseId)
  expect(rolledBack).toMatchObject({ state: 'finished', model_to: before.model_from })
  expect(await search()).toBe(walrus)
  await reembed.discard(knowledgeBaseId)
  expect(await reembed.get(knowledgeBaseId)).toMatchObject({
    state: 'idle',
    model_from: before.model_from,
  })
  await expect(reembed.rollBack(knowledgeBaseId)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a gate holds a model that finds less, and lets one pass that finds it', async ({
  service,
  knowledge,
  embeddings,
}) => {
  const { knowledgeBaseId } = knowledge
  const { reembed, questionSets, evaluations } = service.admin
  await putPages(service, knowledgeBaseId, PAGES)
  const expected_pages = ['https://docs.example.com/heron']
  // They share no word with the page, so only the vectors can find it.
  const items = [{ question: 'Which bird wades?', expected_pages }]
  const { id: set_id } = await questionSets.create(knowledgeBaseId, { name: 'Birds', items })
  const gate = { set_id, thresholds: { recall: 0.9 }, hold_syncs: false, hold_models: true }
  await evaluations.putGate(knowledgeBaseId, gate)
  const change = async (body: { skip_gate?: boolean } = {}) => {
    await reembed.start(knowledgeBaseId, { model: 'steered', ...body })
    const events: Reembedding[] = []
    for await (const event of reembed.follow(knowledgeBaseId)) events.push(event)
    return events.at(-1)
  }
  embeddings.place('wades', [1])
  embeddings.place('heron', [0, 1])
  const held = await change()
  expect(held).toMatchObject({ state: 'held', done: 2, total: 2 })
  expect(held?.reason).toContain('“Birds” does not pass: recall is 0, below 0.9.')
  // Readers still have the model that finds it.
  const { results } = await knowledge.client.search({ query: 'Which bird wades?' })
  expect(results.map(({ document }) => document.url)).toContain(expected_pages[0])

  expect(await change({ skip_gate: true })).toMatchObject({ state: 'finished', reason: null })
  await reembed.rollBack(knowledgeBaseId)
  await reembed.discard(knowledgeBaseId)

  // Vectors of questions are cached, so it is asked in other words.
  const asked = [{ question: 'Which bird strides?', expected_pages }]
  await questionSets.change(knowledgeBaseId, set_id, { items: asked })
  embeddings.place('strides', [0, 1])
  expect(await change()).toMatchObject({ state: 'finished', reason: null })
  const [last] = (await evaluations.list(knowledgeBaseId)).evaluations
  expect(last).toMatchObject({ state: 'completed', metrics: { recall: 1 } })
  expect(last?.label).toMatch(/^Embedding with steered/)
})

test('a model that is not configured is refused by name', async ({ service, knowledge }) => {
  const start = service.admin.reembed.start(knowledge.knowledgeBaseId, { model: 'unheard-of' })
  await expect(start).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: [{ path: 'model', message: expect.stringContaining('steered') }],
  })
})
