import { expect } from 'vitest'
import { Citation } from '@footnote/contract/public/citation'
import { says } from '../fakes/model-scripts.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { ask, takeLast, openStream, readFrames, readText } from '../support/ask.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { makeVerifies } from '../support/verifies.ts'

const url = (name: string) => `https://docs.example.com/${name}`

const verifies = makeVerifies(
  sharingAnswers().test.extend('docs', { scope: 'file' }, async ({ service }) => {
    const knowledge = await createKnowledge(service)
    await putPages(service, knowledge.knowledgeBaseId, [
      {
        url: url('keys'),
        content: '# Keys\n\n## Reset\n\nReset a key under Settings, then copy the new key.',
      },
      { url: url('limits'), content: '# Limits\n\nA key makes 1200 requests a minute.' },
      { url: url('revoke'), content: '# Revoke\n\nA revoked key is refused within five seconds.' },
    ])
    return knowledge
  }),
)

const query = 'How do I reset a key?'
/** Cites the pages that contain the words, whatever their numbers. */
const quoting =
  (...phrases: string[]) =>
  (request: { messages: readonly { content: string }[] }) => {
    const prompt = request.messages.at(-1)?.content ?? ''
    return phrases
      .map((phrase) => {
        const before = prompt.slice(0, prompt.indexOf(phrase))
        const number = [...before.matchAll(/<passage number="(\d+)"/g)].at(-1)?.[1] ?? '?'
        return `${phrase} [${number}].`
      })
      .join(' ')
  }
const RESET = 'Reset a key under Settings'
const REVOKED = 'A revoked key is refused within five seconds'

verifies(
  ['stream.content-type', 'stream.not-buffered', 'stream.not-cached'],
  async ({ service, model, docs }) => {
    model.answer((request) => says(quoting(RESET)(request)))
    const { status, headers } = await ask(service, docs, { query })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/event-stream(;|$)/)
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('cache-control')).toBe('no-store')
  },
)

verifies(
  [
    'stream.event.one-data-line',
    'stream.event.blank-line-between',
    'stream.event.no-names',
    'stream.no-id-lines',
  ],
  async ({ service, model, docs }) => {
    model.answer((request) => says(quoting(RESET)(request) + '\n\nA second\nparagraph.'))
    const { raw, frames } = await ask(service, docs, { query })
    expect(raw.endsWith('\n\n')).toBe(true)
    const events = raw.slice(0, -2).split('\n\n')
    expect(events).toHaveLength(frames.length)
    for (const event of events) {
      expect(event).toMatch(/^data: \{.*\}$/)
      expect(event).not.toContain('\n')
    }
  },
)

verifies('chat.fragments.while-written', async ({ service, model, docs }) => {
  model.answer((request) => says(quoting(RESET)(request), { delayMs: 60 }))
  const { timed } = await ask(service, docs, { query })
  const deltas = timed.filter(({ frame }) => 'delta' in frame)
  // Some may have come together on a busy machine.
  expect(deltas.length).toBeGreaterThan(1)
  const [first, last] = [deltas[0]?.atMs ?? 0, deltas.at(-1)?.atMs ?? 0]
  expect(last - first).toBeGreaterThan(60 * (deltas.length - 2))
})

verifies(
  ['chat.first-frame.fields', 'chat.first-frame.before-any-text', 'citation.fields'],
  async ({ service, model, docs }) => {
    model.answer((request) => says(quoting(RESET)(request)))
    const { frames } = await ask(service, docs, { query })
    const [first, ...rest] = frames
    expect(Object.keys(first ?? {}).sort()).toEqual(['citations', 'done'])
    expect(first).toMatchObject({ done: false })
    const citations = first && 'citations' in first ? first.citations : []
    expect(citations.length).toBeGreaterThan(0)
    for (const citation of citations) expect(Citation.strict().parse(citation)).toEqual(citation)
    expect(citations.map(({ index }) => index)).toEqual(citations.map((_, place) => place + 1))
    expect(rest.some((frame) => 'citations' in frame && !frame.done)).toBe(false)
  },
)

verifies(
  ['chat.middle-frame.fields', 'chat.last-frame.fields', 'chat.last-frame.ends-stream'],
  async ({ service, model, docs }) => {
    model.answer((request) => says(quoting(RESET)(request)))
    const { frames } = await ask(service, docs, { query })
    const middle = frames.slice(1, -1)
    expect(middle.length).toBeGreaterThan(0)
    for (const frame of middle) {
      expect(Object.keys(frame).sort()).toEqual(['delta', 'done'])
      expect(frame).toMatchObject({ delta: expect.any(String), done: false })
    }
    expect(takeLast({ frames })).toMatchObject({
      done: true,
      thread_id: expect.any(String),
      message_id: expect.any(String),
      citations: expect.any(Array),
      powered_by: expect.stringContaining('Footnote'),
      powered_by_url: expect.stringMatching(/^https:/),
    })
    expect(frames.filter((frame) => 'done' in frame && frame.done)).toHaveLength(1)
  },
)

verifies(
  [
    'chat.last-frame.citations-actually-cited',
    'chat.renumbering.from-1',
    'chat.renumbering.answer-has-rewritten-markers',
    'citation.index.is-the-marker',
  ],
  async ({ service, model, docs }) => {
    const revokedFirst = quoting(REVOKED, RESET)
    model.answer((request) => says(revokedFirst(request)))
    const asked = await ask(service, docs, {
      query: 'How do I reset a key when a revoked key is refused?',
    })
    const { citations, answer } = takeLast(asked)
    expect(
      citations.map(({ index, url: cited }) => ({ index, page: cited.split('#')[0] })),
    ).toEqual([
      { index: 1, page: url('revoke') },
      { index: 2, page: url('keys') },
    ])
    expect(answer).toBe(`${REVOKED} [1]. ${RESET} [2].`)
    expect(readText(asked)).toBe(answer)
  },
)

verifies('chat.renumbering.answer-only-then', async ({ service, model, docs }) => {
  model.answer(() => says(`${RESET} [1].`))
  const asked = await ask(service, docs, { query })
  const [first] = asked.frames
  expect(first).toMatchObject({
    citations: [{ index: 1, url: expect.stringContaining('keys') }, {}, {}],
  })
  expect('answer' in takeLast(asked)).toBe(false)
  expect(readText(asked)).toBe(`${RESET} [1].`)
})

verifies('chat.last-frame.citations-may-be-empty', async ({ service, model, docs }) => {
  model.answer(() => says('NOT_COVERED'))
  const asked = await ask(service, docs, { query })
  expect(takeLast(asked)).toMatchObject({ citations: [], covered: false })
  expect(readText(asked)).toMatch(/^I could not find an answer/)
})

verifies('citation.heading-path.breadcrumb', async ({ service, model, docs }) => {
  model.answer((request) => says(quoting(RESET)(request)))
  const { citations } = takeLast(await ask(service, docs, { query }))
  expect(citations).toMatchObject([
    { title: 'Keys', heading_path: ['Reset'], url: `${url('keys')}#reset` },
  ])
})

verifies(
  [
    'chat.first-frame.omitted-when-nothing-relevant',
    'chat.uncovered-question.says-so',
    'chat.last-frame.covered',
  ],
  async ({ service, model, docs }) => {
    const before = model.requests.length
    const asked = await ask(service, docs, { query: 'zebra xylophone quasar' })
    expect(model.requests.length).toBe(before)
    expect(asked.frames.some((frame) => 'citations' in frame && !frame.done)).toBe(false)
    expect(takeLast(asked)).toMatchObject({ citations: [], covered: false })
    expect(readText(asked)).toMatch(/does not|do not|no answer|not cover/i)
  },
)

verifies(
  ['chat.uncovered-question.says-so', 'chat.last-frame.covered'],
  'a model that declines says so too',
  async ({ service, model, docs }) => {
    model.answer(() => says(['NOT_', 'COVERED']))
    const asked = await ask(service, docs, { query })
    expect(readText(asked)).not.toContain('NOT_COVERED')
    expect(takeLast(asked)).toMatchObject({ citations: [], covered: false })
    const { messages } = await service.admin.messages.list(docs.knowledgeBaseId, {
      covered: 'false',
    })
    expect(messages[0]).toMatchObject({ question: query, covered: false })
  },
)

verifies('heartbeat.every-15-s', async ({ service, model, docs }) => {
  model.answer(() => says([`${RESET} [1].`], { delayMs: 16_500 }))
  const response = await openStream(service, docs, { query })
  let silent = ''
  const started = performance.now()
  for await (const { text, frames } of readFrames(response)) {
    if (frames.some((frame) => 'delta' in frame)) break
    if (performance.now() - started > 10_000) silent += text
  }
  expect(silent).toMatch(/^:[^\n]*\n\n$/)
})
