import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { ask, getIds, takeLast, openStream } from '../support/ask.ts'
import { createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import { readRows } from '../support/store/services.ts'
import { makeVerifies } from '../support/verifies.ts'
import { SOME_ID } from './support/wire.ts'

const url = (name: string) => `https://docs.example.com/${name}`

const { test } = sharingAnswers()
const verifies = makeVerifies(
  test.extend('docs', { scope: 'file' }, async ({ service }) => {
    const knowledge = await createKnowledge(service)
    await putPages(service, knowledge.knowledgeBaseId, [
      { url: url('keys'), content: '# Keys\n\nReset a key under Settings.' },
      { url: url('limits'), content: '# Limits\n\nA key makes 1200 requests a minute.' },
    ])
    return knowledge
  }),
)

const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'

verifies(
  ['chat.thread-id.continues-conversation', 'thread.follow-up.same-body-and-stream'],
  async ({ service, model, docs }) => {
    model.answer(() => says(TEXT))
    const { thread_id } = getIds(await ask(service, docs, { query }))
    const inBody = await ask(service, docs, {
      query: 'And how many requests does a key make?',
      thread_id,
    })
    const inPath = await ask(
      service,
      docs,
      { query: 'Is a key reset at once?', top_k: 2 },
      { threadInPath: thread_id },
    )
    for (const asked of [inBody, inPath]) {
      expect(asked.status).toBe(200)
      expect(takeLast(asked).thread_id).toBe(thread_id)
    }
    const { messages } = model.requests.at(-1) ?? { messages: [] }
    expect(messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
    expect(messages[0]?.content).toBe(query)
    expect(messages[1]?.content).toBe(TEXT)
  },
)

verifies('thread.follow-up.earlier-turns-count', async ({ service, model, docs }) => {
  model.answer(() => says(TEXT))
  const { thread_id } = getIds(await ask(service, docs, { query }))
  model.script(
    says('How many requests does a key make?'),
    says('A key makes 1200 requests a minute [1].'),
  )
  const followUp = await ask(service, docs, { query: 'And how many does it make?', thread_id })
  const { message_id } = getIds(followUp)
  expect(takeLast(followUp).citations).toMatchObject([{ title: 'Limits' }])
  const { trace } = await service.admin.messages.get(docs.knowledgeBaseId, message_id)
  expect(trace.search).toMatchObject({
    text: 'How many requests does a key make?',
    rewritten_by: 'model',
  })
})

test('a question with parts is searched in parts, unless the setting is off', async ({
  service,
  model,
}) => {
  const { knowledgeBaseId, clientKey } = await createKnowledge(service)
  await putPages(service, knowledgeBaseId, [
    { url: url('keys'), content: '# Keys\n\nReset a key under Settings.' },
    { url: url('limits'), content: '# Limits\n\nA key makes 1200 requests a minute.' },
  ])
  const both = 'How do I reset a key, and how many requests does it make?'
  const parts = ['How do I reset a key?', 'How many requests does a key make?']
  const askBoth = async () => {
    const { message_id } = getIds(
      await ask(service, { knowledgeBaseId, clientKey }, { query: both }),
    )
    return (await service.admin.messages.get(knowledgeBaseId, message_id)).trace
  }
  model.script(says(parts.join('\n')), says(TEXT))
  const trace = await askBoth()
  expect(trace.search).toMatchObject({ searches: [both, ...parts], rewritten_by: 'model' })
  expect(trace.prompt.chunk_ids).toHaveLength(2)
  await service.admin.knowledgeBases.change(knowledgeBaseId, { split_questions: false })
  model.script(says(TEXT))
  const { search } = await askBoth()
  expect(search).toEqual({ text: both, rewritten_by: 'none', top_k: 10, group_ids: null })
})

verifies('thread.follow-up.user-ignored', async ({ service, model, docs }) => {
  model.answer(() => says(TEXT))
  const first = getIds(await ask(service, docs, { query, user: { id: 'first' } }))
  const second = getIds(
    await ask(service, docs, { query, user: { id: 'second' } }, { threadInPath: first.thread_id }),
  )
  expect(await service.admin.messages.get(docs.knowledgeBaseId, second.message_id)).toMatchObject({
    asker: 'first',
  })
})

verifies(
  [
    'thread.foreign.not-found',
    'thread.gone.not-found',
    'unknown-thread.code',
    'thread-in-path.malformed',
  ],
  async ({ service, model, docs, database }) => {
    model.answer(() => says(TEXT))
    const other = await createKnowledge(service)
    const foreign = getIds(await ask(service, other, { query })).thread_id
    const gone = getIds(await ask(service, docs, { query })).thread_id
    await readRows(database, `delete from threads where id = '${gone}'`)
    const refused = async (response: Response) => ({
      status: response.status,
      body: await response.json(),
    })
    for (const thread_id of [foreign, gone, SOME_ID]) {
      const notFound = { status: 404, body: { code: 'NOT_FOUND' } }
      expect(await refused(await openStream(service, docs, { query, thread_id }))).toMatchObject(
        notFound,
      )
      expect(
        await refused(await openStream(service, docs, { query }, { threadInPath: thread_id })),
      ).toMatchObject(notFound)
    }
    const malformed = await openStream(service, docs, { query }, { threadInPath: 'not-an-id' })
    expect(await refused(malformed)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  },
)

verifies('thread.malformed-in-body.ignored', async ({ service, model, docs }) => {
  model.answer(() => says(TEXT))
  for (const thread_id of ['not-an-id', 5, null, SOME_ID.toUpperCase()]) {
    const asked = await ask(service, docs, { query, thread_id })
    expect(takeLast(asked).thread_id).not.toBe(thread_id)
    expect(model.requests.at(-1)?.messages).toHaveLength(1)
  }
})

verifies('thread-in-path.wins', async ({ service, model, docs }) => {
  model.answer(() => says(TEXT))
  const inPath = getIds(await ask(service, docs, { query })).thread_id
  const inBody = getIds(await ask(service, docs, { query })).thread_id
  const asked = await ask(service, docs, { query, thread_id: inBody }, { threadInPath: inPath })
  expect(takeLast(asked).thread_id).toBe(inPath)
})

test('an earlier turn is left out of the prompt if its source is restricted or outside the key’s groups', async ({
  service,
  model,
}) => {
  const { knowledgeBaseId, ...knowledge } = await createKnowledge(service)
  const reader = { knowledgeBaseId, clientKey: knowledge.clientKey }
  const { id: north } = await service.admin.groups.create(knowledgeBaseId, { name: 'North' })
  const [plan] = await putPages(service, knowledgeBaseId, [
    { url: url('plan'), content: '# Plan\n\nThe secret plan is called Heron.' },
    {
      url: url('north'),
      content: '# North\n\nA north key is reset under Settings.',
      group_id: north,
    },
  ])
  model.answer(() => says('The secret plan is called Heron [1].'))
  const { thread_id } = getIds(
    await ask(service, reader, { query: 'What is the secret plan called?', top_k: 1 }),
  )
  const readPrompt = async (asker: typeof reader) => {
    model.answer(() => says('A north key is reset under Settings [1].'))
    takeLast(await ask(service, asker, { query: 'How is a north key reset?', thread_id }))
    return JSON.stringify(model.requests.at(-1)?.messages.slice(0, -1))
  }
  expect(await readPrompt(reader)).toContain('Heron')
  const northKey = await createPublicKey(service.admin, knowledgeBaseId, [north])
  expect(await readPrompt({ knowledgeBaseId, clientKey: northKey })).not.toContain('Heron')
  await service.admin.documents.change(knowledgeBaseId, plan ?? '', { visibility: 'restricted' })
  expect(await readPrompt(reader)).not.toContain('Heron')
})

test('a stored answer has a trace, and its search can be replayed', async ({ service, model }) => {
  const { knowledgeBaseId, clientKey } = await createKnowledge(service)
  const [keys] = await putPages(service, knowledgeBaseId, [
    { url: url('keys'), content: '# Keys\n\nReset a key under Settings.' },
    { url: url('tides'), content: '# Tides\n\nQuasars and zebras.' },
  ])
  model.answer(() => says(TEXT))
  const { message_id } = getIds(await ask(service, { knowledgeBaseId, clientKey }, { query }))
  const stored = await service.admin.messages.get(knowledgeBaseId, message_id)
  expect(stored).toMatchObject({ question: query, answer: TEXT, covered: true, vote: null })
  expect(stored.trace).toMatchObject({
    search: { text: query, rewritten_by: 'none', top_k: 10, group_ids: null },
    model: 'openai-compatible/scripted',
    declined_by: null,
    output_tokens: expect.any(Number),
    timings_ms: { retrieved: expect.any(Number), written: expect.any(Number) },
  })
  expect(stored.trace.candidates[0]).toMatchObject({ outcome: 'used' })
  const replayed = await service.admin.messages.replay(knowledgeBaseId, message_id)
  expect(replayed).toEqual({ chunk_ids: stored.trace.prompt.chunk_ids, same: true })
  await service.admin.documents.remove(knowledgeBaseId, keys ?? '')
  expect(await service.admin.messages.replay(knowledgeBaseId, message_id)).toMatchObject({
    same: false,
  })
})
