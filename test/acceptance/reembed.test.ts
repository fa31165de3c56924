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

test('a model that is not configured is refused by name', async ({ service, knowledge }) => {
  const start = service.admin.reembed.start(knowledge.knowledgeBaseId, { model: 'unheard-of' })
  await expect(start).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: [{ path: 'model', message: expect.stringContaining('steered') }],
  })
})
