import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { answering } from '../support/answering.ts'
import { ask, getIds, takeLast, readText } from '../support/ask.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'

const URL = 'https://docs.example.com/keys'
const TIDES = 'https://docs.example.com/tides'

const test = answering().test.extend('docs', { scope: 'file' }, async ({ service, embeddings }) => {
  embeddings.place('key', [1])
  embeddings.place('tide', [0, 1])
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: URL, content: '# Keys\n\nReset a key under Settings, then copy the new key.' },
    { url: TIDES, content: '# Tides\n\nThe tide turns at noon.' },
  ])
  return knowledge
})

const POLL = { timeout: 30_000 }
const NAMED = 'How do I reset a key in Jenkins?'

test('a question that names what no page mentions is declined, with what comes close', async ({
  service,
  model,
  docs,
}) => {
  const before = model.requests.length
  const asked = await ask(service, docs, { query: NAMED })
  const last = takeLast(asked)
  expect(last).toMatchObject({ covered: false, missing_words: ['Jenkins'] })
  expect(last.quoted).toBeUndefined()
  expect(readText(asked)).toMatch(
    /^No page mentions “Jenkins”\.\n\nThe closest sections:\n\n### .*\n\nReset a key under Settings.*\[1\]/s,
  )
  expect(last.citations[0]).toMatchObject({ index: 1, url: `${URL}#keys` })
  expect(model.requests).toHaveLength(before)
  const stored = await service.admin.messages.get(docs.knowledgeBaseId, getIds(asked).message_id)
  expect(stored.trace).toMatchObject({ declined_by: 'missing_words', missing_words: ['Jenkins'] })
})

test('where nothing comes close there is only the sentence', async ({ service, docs }) => {
  const asked = await ask(service, docs, { query: 'Which wine goes with Jenkins?' })
  expect(readText(asked)).toBe('No page mentions “Jenkins”.')
  expect(takeLast(asked)).toMatchObject({ covered: false, citations: [] })
})

test('what was mistyped is searched for as it was meant, and the reply says so', async ({
  service,
  model,
  docs,
}) => {
  model.answer(() => says('Reset a key under Settings [1].'))
  const asked = await ask(service, docs, { query: 'How do I rseet a kye?' })
  const searched_for = 'How do I reset a key?'
  expect(takeLast(asked)).toMatchObject({ covered: true, searched_for })
  const { trace } = await service.admin.messages.get(docs.knowledgeBaseId, getIds(asked).message_id)
  expect(trace.search).toMatchObject({ text: searched_for, typed: 'How do I rseet a kye?' })
  expect(await docs.client.search({ query: 'kye of Jenkins', limit: 1 })).toMatchObject({
    searched_for: 'key of Jenkins',
    missing_words: ['Jenkins'],
    results: [{ document: { url: URL } }],
  })
})

test('a gap waits for a page that mentions what its question names', async ({ service, docs }) => {
  const { knowledgeBaseId } = docs
  await ask(service, docs, { query: 'When does the tide turn in Terraform?' })
  const readGap = async () => {
    const { gaps } = await service.admin.gaps.list(knowledgeBaseId, { min_questions: 1 })
    return gaps.find(({ title }) => title.includes('Terraform'))
  }
  await expect.poll(readGap, POLL).toMatchObject({
    covered_now: false,
    missing_words: ['Terraform'],
    nearest_pages: expect.arrayContaining([expect.objectContaining({ url: TIDES })]),
  })
  await putPages(service, knowledgeBaseId, [
    {
      url: 'https://docs.example.com/terraform',
      content: '# Terraform\n\nThe tide turns in Terraform at noon.',
    },
  ])
  await expect.poll(readGap, POLL).toMatchObject({ covered_now: true, missing_words: [] })
})
