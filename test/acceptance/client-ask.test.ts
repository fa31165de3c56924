import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { makeVerifies } from '../support/verifies.ts'

const url = (name: string) => `https://docs.example.com/${name}`

const test = sharingAnswers().test.extend('docs', { scope: 'file' }, async ({ service }) => {
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: url('keys'), content: '# Keys\n\nReset a key under Settings.' },
    { url: url('limits'), content: '# Limits\n\nA key makes 1200 requests a minute.' },
  ])
  return knowledge
})
const verifies = makeVerifies(test)

const query = 'How do I reset a key, and how many requests does a key make?'

verifies(
  ['client.deltas.appended-in-order', 'client.citations.last-list-wins'],
  async ({ model, docs }) => {
    model.answer(() => says('Reset a key under Settings [1].', { delayMs: 30 }))
    const states = []
    for await (const state of docs.client.askText({ query: 'How do I reset a key?' })) {
      states.push(state)
    }
    const texts = states.map(({ text }) => text)
    for (const [place, text] of texts.slice(1).entries()) {
      expect(text.startsWith(texts[place] ?? '?')).toBe(true)
    }
    expect(new Set(texts).size).toBeGreaterThan(3)
    expect(states[0]).toMatchObject({ text: '', citations: [{}, {}], status: 'streaming' })
    expect(states.at(-1)).toMatchObject({
      text: 'Reset a key under Settings [1].',
      citations: [{ index: 1, title: 'Keys' }],
      status: 'done',
      covered: true,
      threadId: expect.any(String),
      messageId: expect.any(String),
    })
    expect(states.at(-1)?.citations).toHaveLength(1)
  },
)

verifies('client.answer.replaces-built-text', async ({ model, docs }) => {
  const frames = []
  model.answer(({ messages }) => {
    const prompt = messages.at(-1)?.content ?? ''
    const before = prompt.slice(0, prompt.indexOf('1200 requests'))
    const number = [...before.matchAll(/<passage number="(\d+)"/g)].at(-1)?.[1] ?? '?'
    const other = number === '1' ? '2' : '1'
    // The second source first, so that the citations have to be renumbered.
    return says(
      number === '2'
        ? `A key makes 1200 requests a minute [2]. Reset a key under Settings [1].`
        : `Reset a key under Settings [${other}]. A key makes 1200 requests a minute [${number}].`,
    )
  })
  for await (const frame of docs.client.ask({ query })) frames.push(frame)
  const built = frames.map((frame) => ('delta' in frame ? frame.delta : '')).join('')
  const last = frames.at(-1)
  const corrected = last && 'answer' in last ? last.answer : undefined
  expect(corrected).toBeDefined()
  expect(corrected).not.toBe(built)
  let shown = ''
  for await (const { text } of docs.client.askText({ query })) shown = text
  expect(shown).toBe(corrected)
})

test('a thread is continued with its id, and its answer rated with its own', async ({
  model,
  docs,
}) => {
  model.answer(() => says('Reset a key under Settings [1].'))
  const askWhole = async (body: { query: string; thread_id?: string }) => {
    for await (const answer of docs.client.askText(body))
      if (answer.status === 'done') return answer
    throw new Error('No last frame')
  }
  const first = await askWhole({ query })
  const second = await askWhole({ query, thread_id: first.threadId ?? '' })
  expect(second.threadId).toBe(first.threadId)
  const messageId = second.messageId ?? ''
  expect(await docs.client.rate({ message_id: messageId, rating: 'up' })).toMatchObject({
    message_id: messageId,
    vote: 'up',
  })
})
