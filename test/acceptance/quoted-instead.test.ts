import { expect } from 'vitest'
import {
  cuts,
  endsEarly,
  fails,
  filtered,
  hangs,
  isBusy,
  lacksModel,
  lacksQuota,
  type ModelScript,
  refusesKey,
  says,
  talksGarbage,
} from '../fakes/model-scripts.ts'
import { answering } from '../support/answering.ts'
import { ask, getError, takeLast, readText } from '../support/ask.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'

const { test: base } = answering({
  ANSWER_TIMEOUT_SECONDS: '20',
  ANSWER_IDLE_TIMEOUT_SECONDS: '5',
})
const test = base.extend('docs', { scope: 'file' }, async ({ service }) => {
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    {
      url: 'https://docs.example.com/keys',
      content: '# Keys\n\nKeys open doors.\n\n## Reset a key\n\nReset a key under Settings.',
    },
    { url: 'https://docs.example.com/doors', content: '# Doors\n\nA door has one key to reset.' },
  ])
  return knowledge
})

const query = 'How do I reset a key?'

/** Everything that a provider was seen to do before its first word. */
const SILENT: [name: string, error: string, ...scripts: ModelScript[]][] = [
  ['fails with 500', 'unavailable', fails(), fails(), fails()],
  ['drops the connection', 'unavailable', cuts(), cuts(), cuts()],
  ['ends without a word', 'unavailable', endsEarly(), endsEarly(), endsEarly()],
  ['talks garbage', 'unavailable', talksGarbage(), talksGarbage(), talksGarbage()],
  ['is silent', 'timeout', hangs()],
  ['refuses the key', 'misconfigured', refusesKey],
  ['lacks the model', 'misconfigured', lacksModel],
  ['has no credit left', 'quota_exceeded', lacksQuota],
  ['is busy', 'rate_limited', isBusy()],
  ['filters the answer', 'content_filtered', filtered()],
]

for (const [name, error, ...scripts] of SILENT) {
  test(`a model that ${name} before its first word: the reader gets sections`, async ({
    service,
    model,
    docs,
  }) => {
    model.script(...scripts)
    const asked = await ask(service, docs, { query })
    const last = takeLast(asked)
    expect(last).toMatchObject({ covered: true, quoted: 'model_failed' })
    const text = last.answer ?? readText(asked)
    expect(text).toContain('### Keys › Reset a key\n\nReset a key under Settings. [1]')
    expect(last.citations[0]).toMatchObject({ url: 'https://docs.example.com/keys#reset-a-key' })
    // The numbers as they stream are those of the first frame.
    const [first] = asked.frames
    const sent = first && 'citations' in first ? first.citations : []
    const [, number] = /Settings\. \[(\d)\]/.exec(readText(asked)) ?? []
    expect(sent[Number(number) - 1]?.url).toBe('https://docs.example.com/keys#reset-a-key')
    const { trace } = await service.admin.messages.get(docs.knowledgeBaseId, last.message_id ?? '')
    expect(trace).toMatchObject({
      fallback: 'model_failed',
      model_error: error,
      model: 'openai-compatible/scripted',
      declined_by: null,
    })
    // The operator is told, with the request that it was.
    const listed = async () =>
      (await service.admin.failures.list(docs.knowledgeBaseId, {})).failures.map(
        (failure) => `${failure.request_id} ${failure.error_code}`,
      )
    await expect.poll(listed).toContain(`${trace.request_id} ${error}`)
    // A model that failed often is left in peace for a while; this shows that it is well again.
    model.script(says('Reset a key under Settings [1].'))
    expect(takeLast(await ask(service, docs, { query }))).not.toHaveProperty('quoted')
  })
}

test('a model that fails after its first word ends the answer as it always did', async ({
  service,
  model,
  docs,
}) => {
  model.script(cuts('Reset a '))
  expect(getError(await ask(service, docs, { query })).error_code).toBe('unavailable')
})

test.for([
  ['cites what does not support it', 'Keys are baked in ovens at 200 degrees [1].'],
  ['cites nothing', 'Bake it in the oven at 200 degrees.'],
  ['leaves nothing to show', '<!-- Reset a key -->'],
])(
  'a model that %s is replaced by sections, not by "not covered"',
  async ([, text], { service, model, docs }) => {
    model.script(says(text ?? ''))
    const asked = await ask(service, docs, { query })
    const last = takeLast(asked)
    expect(last).toMatchObject({ covered: true, quoted: 'unsupported' })
    expect(last.answer ?? readText(asked)).toContain('Reset a key under Settings. [1]')
    expect(last.answer ?? readText(asked)).not.toContain('oven')
    const { trace } = await service.admin.messages.get(docs.knowledgeBaseId, last.message_id ?? '')
    expect(trace).toMatchObject({ fallback: 'unsupported', declined_by: null })
    const dropped = /\[1\]/.test(text ?? '') ? [{ index: 1, reason: 'unsupported' }] : []
    expect(trace.dropped_citations).toEqual(dropped)
  },
)

test('a model that says so itself is believed: the question is not covered', async ({
  service,
  model,
  docs,
}) => {
  model.script(says('NOT_COVERED'))
  const last = takeLast(await ask(service, docs, { query }))
  expect(last).toMatchObject({ covered: false, citations: [] })
  expect(last).not.toHaveProperty('quoted')
})

test('an answer that a model wrote has no such note', async ({ service, model, docs }) => {
  model.script(says('Reset a key under Settings [1].'))
  const last = takeLast(await ask(service, docs, { query }))
  expect(last).toMatchObject({ covered: true })
  expect(last).not.toHaveProperty('quoted')
})
