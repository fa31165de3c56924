import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { answering } from '../support/answering.ts'
import { ask, getIds, takeLast, openStream } from '../support/ask.ts'
import { createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import { makeVerifies } from '../support/verifies.ts'
import { adminPath, asOperator, send, SOME_ID } from './support/wire.ts'

const url = (name: string) => `https://docs.example.com/${name}`
const ORIGIN = 'https://docs.example.com'

const verifies = makeVerifies(
  answering().test.extend('tides', { scope: 'file' }, async ({ service }) => {
    const knowledge = await createKnowledge(service)
    const { knowledgeBaseId } = knowledge
    const { id: north } = await service.admin.groups.create(knowledgeBaseId, { name: 'North' })
    await putPages(service, knowledgeBaseId, [
      { url: url('north'), content: 'Tides of the northern coast turn at noon.', group_id: north },
      ...Array.from({ length: 30 }, (_, index) => ({
        url: url(`coast-${index}`),
        content: `Tides of coast number ${index} turn at noon.`,
      })),
      {
        url: url('secret'),
        content: 'Tides of the secret coast turn at midnight.',
        visibility: 'restricted' as const,
      },
      {
        url: url('unlisted'),
        content: 'Tides of Zanzibar turn at dawn.',
        visibility: 'unlisted' as const,
      },
    ])
    const northKey = await createPublicKey(service.admin, knowledgeBaseId, [north])
    return { ...knowledge, north, northReader: { knowledgeBaseId, clientKey: northKey } }
  }),
)

const query = 'When do the tides of the coast turn?'

async function refusal(response: Response) {
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  return { status: response.status, body: await response.json() }
}

verifies('chat.query.required', async ({ service, tides }) => {
  for (const body of [{}, { query: 5 }, { query: null }, { query: ' \n ' }]) {
    expect(await refusal(await openStream(service, tides, body))).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', details: [{ path: 'query' }] },
    })
  }
})

verifies('chat.query.max-4000', async ({ service, model, tides }) => {
  model.answer(() => says('Tides turn at noon [1].'))
  takeLast(await ask(service, tides, { query: '🌊'.repeat(4_000) }))
  const tooLong = await openStream(service, tides, { query: '🌊'.repeat(4_001) })
  expect(await refusal(tooLong)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
})

verifies('chat.query.only-required-field', async ({ service, model, tides }) => {
  model.answer(() => says('Tides turn at noon [1].'))
  expect(takeLast(await ask(service, tides, { query })).done).toBe(true)
})

/** How many passages the model was given. */
const passagesIn = (prompt: string | undefined): number =>
  [...(prompt ?? '').matchAll(/<passage number=/g)].length

verifies(
  ['chat.top-k.default-10', 'chat.top-k.passages-retrieved'],
  async ({ service, model, tides }) => {
    model.answer(() => says('Tides turn at noon [1].'))
    for (const [top_k, expected] of [
      [undefined, 10],
      [3, 3],
      [25, 25],
    ] as const) {
      await ask(service, tides, { query, top_k })
      expect(passagesIn(model.requests.at(-1)?.messages.at(-1)?.content)).toBe(expected)
    }
  },
)

verifies(
  'chat.uncovered-question.says-so',
  'whether the documents cover a question does not depend on the number of passages requested',
  async ({ service, model, embeddings }) => {
    const knowledge = await createKnowledge(service)
    // Two pages that are equally unrelated to the question.
    embeddings.place('lagoon', [1, 0])
    embeddings.place('heron', [0.33, 0.94])
    await putPages(service, knowledge.knowledgeBaseId, [
      { url: url('heron-1'), content: 'A heron stands.' },
      { url: url('heron-2'), content: 'A heron flies.' },
    ])
    const asked = model.requests.length
    for (const top_k of [10, 1]) {
      const { citations } = takeLast(await ask(service, knowledge, { query: 'Lagoon?', top_k }))
      expect(citations).toEqual([])
    }
    expect(model.requests).toHaveLength(asked)
  },
)

verifies('chat.top-k.capped-at-100', async ({ service, model, tides }) => {
  model.answer(() => says('Tides turn at noon [1].'))
  const { message_id } = getIds(await ask(service, tides, { query, top_k: 1_000 }))
  const { trace } = await service.admin.messages.get(tides.knowledgeBaseId, message_id)
  expect(trace.search.top_k).toBe(100)
})

verifies('top-k.below-1-or-not-whole', async ({ service, tides }) => {
  for (const top_k of [0, -1, 1.5, '3', null]) {
    expect(await refusal(await openStream(service, tides, { query, top_k }))).toMatchObject({
      status: 400,
      body: { details: [{ path: 'top_k' }] },
    })
  }
})

verifies(
  ['chat.group-ids.answer-only-from-these', 'allowed-groups.bind-chat'],
  async ({ service, model, tides }) => {
    model.answer(() => says('Tides turn at noon [1].'))
    const limited = await ask(service, tides, { query, group_ids: [tides.north] })
    const byKey = await ask(service, tides.northReader, { query })
    for (const { frames } of [limited, byKey]) {
      expect(frames[0]).toMatchObject({ citations: [{ url: url('north') }] })
    }
    expect(model.requests.at(-1)?.messages.at(-1)?.content).not.toContain('coast number')
  },
)

verifies('chat.group-ids.bad-refused', async ({ service, tides }) => {
  for (const group_ids of [[SOME_ID], ['north'], [tides.north, SOME_ID]]) {
    expect(await refusal(await openStream(service, tides, { query, group_ids }))).toMatchObject({
      status: 403,
      body: { code: 'GROUP_NOT_ALLOWED' },
    })
  }
})

verifies(
  ['restricted.not-in-answers', 'unlisted.answerable'],
  async ({ service, model, tides }) => {
    model.answer(() => says('Tides turn [1].'))
    const hidden = await ask(service, tides, {
      query: 'Tides of the secret coast turn at midnight',
      top_k: 100,
    })
    expect(hidden.raw).not.toMatch(/secret|midnight/)
    expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain(url('secret'))
    const unlisted = await ask(service, tides, { query: 'When do the tides of Zanzibar turn?' })
    expect(unlisted.frames[0]).toMatchObject({
      citations: expect.arrayContaining([expect.objectContaining({ url: url('unlisted') })]),
    })
  },
)

verifies('chat.only-indexed-documents', async ({ service, model, tides }) => {
  const other = await createKnowledge(service)
  await putPages(service, other.knowledgeBaseId, [
    { url: url('elsewhere'), content: 'Tides of the elsewhere coast turn at teatime.' },
  ])
  model.answer(() => says('Tides turn at noon [1].'))
  const asked = await ask(service, tides, {
    query: 'Tides of the elsewhere coast turn at teatime',
    top_k: 100,
  })
  expect(asked.raw).not.toContain('teatime')
  expect(
    model.requests
      .at(-1)
      ?.messages.at(-1)
      ?.content.replace(/Question: .*/s, ''),
  ).not.toContain('teatime')
})

verifies(
  [
    'chat.user.recorded-for-analytics',
    'chat.user.either-field-alone',
    'chat.user.id-wins-over-email',
  ],
  async ({ service, model, tides }) => {
    model.answer(() => says('Tides turn at noon [1].'))
    for (const [user, asker] of [
      [{ id: 'u-1' }, 'u-1'],
      [{ email: 'a@example.com' }, 'a@example.com'],
      [{ id: 'u-2', email: 'b@example.com' }, 'u-2'],
      [undefined, null],
    ] as const) {
      const { message_id } = getIds(await ask(service, tides, { query, user }))
      expect(await service.admin.messages.get(tides.knowledgeBaseId, message_id)).toMatchObject({
        asker,
      })
    }
  },
)

async function createWidget(service: { baseUrl: string }, knowledgeBaseId: string, json: object) {
  const { body } = await send(service, adminPath(knowledgeBaseId, 'widgets'), {
    headers: asOperator,
    json: { name: 'Help', allowed_origins: [ORIGIN], ...json },
  })
  return (body as { id: string }).id
}

verifies(
  ['chat.widget.voice', 'thread.follow-up.widget-sent-again'],
  async ({ service, model, tides }) => {
    model.answer(() => says('Tides turn at noon [1].'))
    const widget_id = await createWidget(service, tides.knowledgeBaseId, {
      voice: 'Like a pirate.',
    })
    const headers = { origin: ORIGIN }
    const { thread_id, message_id } = getIds(
      await ask(service, tides, { query, widget_id }, { headers }),
    )
    expect(model.requests.at(-1)?.system).toContain('Like a pirate.')
    expect(await service.admin.messages.get(tides.knowledgeBaseId, message_id)).toMatchObject({
      widget_id,
      source: 'widget',
    })
    const followUp = await ask(service, tides, { query }, { threadInPath: thread_id })
    expect(takeLast(followUp).thread_id).toBe(thread_id)
    expect(model.requests.at(-1)?.system).not.toContain('pirate')
  },
)

verifies(
  [
    'chat.widget.disabled',
    'chat.widget.origin-not-allowed',
    'chat.widget.unknown',
    'chat.widget.foreign',
    'chat.widget.malformed-id',
    'chat.refused.never-opens-a-stream',
    'thread.follow-up.widget-checks',
  ],
  async ({ service, model, tides }) => {
    model.answer(() => says('Tides turn at noon [1].'))
    const { thread_id: threadInPath } = getIds(await ask(service, tides, { query }))
    const other = await createKnowledge(service)
    const off = await createWidget(service, tides.knowledgeBaseId, { enabled: false })
    const on = await createWidget(service, tides.knowledgeBaseId, {})
    const foreign = await createWidget(service, other.knowledgeBaseId, {})
    const before = model.requests.length
    for (const [widget_id, origin, status, code] of [
      [off, ORIGIN, 403, 'WIDGET_DISABLED'],
      [on, 'https://evil.example', 403, 'ORIGIN_NOT_ALLOWED'],
      [SOME_ID, ORIGIN, 404, 'NOT_FOUND'],
      [foreign, ORIGIN, 404, 'NOT_FOUND'],
      ['not-an-id', ORIGIN, 400, 'BAD_REQUEST'],
    ] as const) {
      for (const options of [{}, { threadInPath }]) {
        const response = await openStream(
          service,
          tides,
          { query, widget_id },
          { headers: { origin }, ...options },
        )
        expect(await refusal(response), widget_id).toMatchObject({ status, body: { code } })
      }
    }
    expect(model.requests.length).toBe(before)
  },
)
