import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { answering } from '../support/answering.ts'
import { ask, getIds, takeLast } from '../support/ask.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { readRows } from '../support/store/services.ts'
import { makeVerifies } from '../support/verifies.ts'
import { SOME_ID } from './support/wire.ts'

const verifies = makeVerifies(
  answering().test.extend('forgetful', { scope: 'file' }, async ({ service }) => {
    const knowledge = await createKnowledge(service)
    await service.admin.workspaces.change(knowledge.workspaceId, { retention: 'zero' })
    await putPages(service, knowledge.knowledgeBaseId, [
      { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
    ])
    return knowledge
  }),
)

const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'

verifies(
  [
    'zero-retention.no-message-id',
    'zero-retention.no-thread-id',
    'zero-retention.answers-not-stored',
    'zero-retention.conversations-not-stored',
  ],
  async ({ service, model, forgetful, database }) => {
    model.answer(() => says(TEXT))
    const last = takeLast(await ask(service, forgetful, { query, user: { id: 'reader' } }))
    expect(last).not.toHaveProperty('message_id')
    expect(last).not.toHaveProperty('thread_id')
    expect(last.citations).toHaveLength(1)
    const rows = await readRows(
      database,
      `select id from threads where knowledge_base_id = '${forgetful.knowledgeBaseId}'
       union all select id from messages where knowledge_base_id = '${forgetful.knowledgeBaseId}'`,
    )
    expect(rows).toEqual([])
  },
)

verifies(
  'zero-retention.answers-not-stored',
  'questions are counted, and shown to nobody',
  async ({ service, model, forgetful }) => {
    const counted = async () =>
      (await service.admin.analytics.get(forgetful.knowledgeBaseId)).totals
    model.answer(() => says(TEXT))
    const before = await counted()
    await ask(service, forgetful, { query })
    const after = await counted()
    expect([after.questions, after.covered]).toEqual([before.questions + 1, before.covered + 1])
    const { questions } = await service.admin.analytics.questions(forgetful.knowledgeBaseId)
    expect(questions).toEqual([])
  },
)

verifies(
  [
    'zero-retention.each-question-starts-anew',
    'zero-retention.body-thread-ignored',
    'zero-retention.path-thread-ignored',
  ],
  async ({ service, model, forgetful }) => {
    model.answer(() => says(TEXT))
    for (const thread_id of [SOME_ID, 'nonsense']) {
      const inBody = await ask(service, forgetful, { query, thread_id })
      const inPath = await ask(service, forgetful, { query }, { threadInPath: thread_id })
      expect([takeLast(inBody).done, takeLast(inPath).done]).toEqual([true, true])
    }
    const { messages } = model.requests.at(-1) ?? { messages: [] }
    expect(messages).toHaveLength(1)
  },
)

verifies(
  'zero-retention.answers-not-stored',
  'turns stored before the switch are neither continued nor shown to the model',
  async ({ service, model }) => {
    const knowledge = await createKnowledge(service)
    await putPages(service, knowledge.knowledgeBaseId, [
      { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
    ])
    model.answer(() => says(TEXT))
    const { thread_id } = getIds(await ask(service, knowledge, { query }))
    await service.admin.workspaces.change(knowledge.workspaceId, { retention: 'zero' })
    // A changed workspace is noticed within 5 seconds.
    await expect
      .poll(async () => takeLast(await ask(service, knowledge, { query, thread_id })), {
        timeout: 5_000,
      })
      .not.toHaveProperty('thread_id')
    expect(model.requests.at(-1)?.messages).toHaveLength(1)
  },
)
