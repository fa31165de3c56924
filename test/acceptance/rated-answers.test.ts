import { FeedbackReason } from '@footnote/contract/public/feedback'
import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { writtenBy } from '../support/answering.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { steeredBy } from '../support/acceptance.ts'
import { ask, getIds, takeLast, openStream, readFrames } from '../support/ask.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { asTenant, storedAnswers, storedRatings } from '../support/store/stored-messages.ts'
import { makeVerifies } from '../support/verifies.ts'
import { createPair } from './support/client-keys.ts'
import { transports } from './support/transports.ts'
import { createWidget, PAGE } from './support/widget.ts'
import { send } from './support/wire.ts'

const verifies = makeVerifies(
  sharingAnswers().test.extend('docs', async ({ service }) => {
    const knowledge = await createKnowledge(service)
    await putPages(service, knowledge.knowledgeBaseId, [
      { url: `${PAGE}/keys`, content: '# Keys\n\nReset a key under Settings.' },
    ])
    return knowledge
  }),
)

const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'

const rate = (service: Service, headers: Record<string, string>, json: object) =>
  send(service, '/api/v1/public/feedback', { json, headers })
const keyHeader = ({ clientKey }: Knowledge) => ({ 'x-client-key': clientKey })

verifies('feedback.message-id.from-chat', async ({ service, model, docs }) => {
  model.answer(() => says(TEXT))
  const { message_id } = getIds(await ask(service, docs, { query }))
  const reply = await rate(service, keyHeader(docs), { message_id, rating: 'up' })
  expect(reply).toMatchObject({ status: 201, body: { message_id, vote: 'up' } })
})

verifies(
  'turn.committed-before-last-frame',
  'There is no last frame until the turn is committed',
  async ({ service, model, docs, database }) => {
    model.answer(() => says(TEXT))
    const seen: string[] = []
    const reading = asTenant(database.ownerUrl, docs, async (client) => {
      // Nobody can store a message until this transaction ends.
      await client.query('lock table messages in exclusive mode')
      const response = await openStream(service, docs, { query })
      const frames = collect(response, seen)
      await expect.poll(() => seen).toContain('delta')
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      expect(seen).not.toContain('done')
      return { frames }
    })
    const { frames } = await reading
    const { message_id } = getIds({ frames: await frames })
    expect(await storedAnswers(database.ownerUrl, docs, message_id)).toEqual([TEXT])
  },
)

/** Notes the kind of each frame as it comes. */
async function collect(response: Response, seen: string[]) {
  const all = []
  for await (const { frames } of readFrames(response)) {
    for (const frame of frames) {
      seen.push('delta' in frame ? 'delta' : 'done' in frame && frame.done ? 'done' : 'other')
      all.push(frame)
    }
  }
  return all
}

verifies(
  'turn.seen-message-id-can-be-rated',
  async ({ service, model, docs, database, embeddings }) => {
    model.answer(() => says(TEXT))
    const env = { ...steeredBy(embeddings), ...writtenBy(model) }
    await using doomed = await startService({
      databaseUrl: database.ownerUrl,
      command: 'api',
      env,
    })
    const response = await openStream(doomed, docs, { query })
    const all = []
    for await (const { frames } of readFrames(response)) {
      all.push(...frames)
      if (frames.some((frame) => 'done' in frame && frame.done)) break
    }
    await doomed.kill()
    const { message_id } = takeLast({ frames: all })
    const reply = await rate(service, keyHeader(docs), { message_id, rating: 'down' })
    expect(reply.status, reply.text).toBe(201)
  },
)

verifies(
  ['feedback.all-channels.one-place', 'feedback.all-channels.in-analytics'],
  'Ratings through the API, a widget and a bot with a secret pair are in one place and in one list',
  async ({ service, model, docs, database }) => {
    model.answer(() => says(TEXT))
    const widget_id = await createWidget(service, docs.knowledgeBaseId)
    const pair = await createPair(service, docs.knowledgeBaseId)
    const origin = { headers: { origin: PAGE } }
    const answers = [
      { ids: getIds(await ask(service, docs, { query })), by: keyHeader(docs), source: 'api' },
      {
        ids: getIds(await ask(service, docs, { query, widget_id }, origin)),
        by: keyHeader(docs),
        source: 'widget',
      },
      { ids: getIds(await ask(service, docs, { query })), by: pair, source: 'api' },
    ]
    for (const [place, { ids, by, source }] of answers.entries()) {
      const { message_id } = ids
      const comment = `comment ${place}`
      const reply = await rate(service, by, { message_id, rating: 'up', comment })
      expect(reply).toMatchObject({ status: 201, body: { source } })
      expect(await storedRatings(database.ownerUrl, docs, message_id)).toMatchObject([
        { vote: 'up', comment, source },
      ])
    }
    const { messages } = await service.admin.messages.list(docs.knowledgeBaseId)
    expect(messages.map(({ id, vote, comment }) => ({ id, vote, comment }))).toEqual(
      answers
        .map(({ ids }, place) => ({
          id: ids.message_id,
          vote: 'up',
          comment: `comment ${place}`,
        }))
        .toReversed(),
    )
  },
)

verifies(
  'feedback.reason.counted',
  'A reason given for an answer of any transport is found, counted and part of its gap',
  async ({ service, model, docs }) => {
    model.answer(() => says(TEXT))
    const { knowledgeBaseId } = docs
    const reasons = FeedbackReason.options
    for (const [place, transport] of transports.entries()) {
      const shown = { clientKey: docs.clientKey }
      await transport.ask(service, { knowledgeBaseId, shown, body: { query } })
      const [newest] = (await service.admin.messages.list(knowledgeBaseId)).messages
      const reason = reasons[place % reasons.length] ?? 'wrong'
      const body = { message_id: newest?.id ?? '', rating: 'down', reason, comment: 'Why not.' }
      expect(await rate(service, keyHeader(docs), body)).toMatchObject({ status: 201 })
      const found = await service.admin.messages.list(knowledgeBaseId, { reason })
      expect(found.messages).toContainEqual(
        expect.objectContaining({ id: newest?.id, reason, source: newest?.source }),
      )
    }
    const countOf = (reason: string) =>
      transports.filter((_, place) => reasons[place % reasons.length] === reason).length
    const { totals } = await service.admin.analytics.get(knowledgeBaseId)
    expect(totals).toMatchObject({
      rated_down: transports.length,
      ...Object.fromEntries(reasons.map((reason) => [`down_${reason}`, countOf(reason)])),
    })
    const { gaps } = service.admin
    const list = async () => (await gaps.list(knowledgeBaseId)).gaps
    await expect
      .poll(async () => (await list())[0]?.questions, { timeout: 60_000 })
      .toBe(transports.length)
    const [gap] = await list()
    expect(gap?.reasons).toEqual(Object.fromEntries(reasons.map((each) => [each, countOf(each)])))
    const { messages } = await gaps.get(knowledgeBaseId, gap?.id ?? '')
    expect(messages.every(({ reason, comment }) => reason !== null && comment === 'Why not.')).toBe(
      true,
    )
  },
)

verifies(
  'feedback.down-rated.knowledge-gap',
  'A gap is a question that was not covered, or whose answer a reader rated down',
  async ({ service, model, docs }) => {
    model.answer(() => says(TEXT))
    const good = getIds(await ask(service, docs, { query })).message_id
    const bad = getIds(await ask(service, docs, { query })).message_id
    const uncovered = getIds(
      await ask(service, docs, { query: 'zebra xylophone quasar' }),
    ).message_id
    const gaps = async () =>
      (await service.admin.messages.list(docs.knowledgeBaseId, { gap: 'true' })).messages.map(
        ({ id }) => id,
      )
    expect(await gaps()).toEqual([uncovered])
    await rate(service, keyHeader(docs), { message_id: good, rating: 'up' })
    await rate(service, keyHeader(docs), { message_id: bad, rating: 'down', comment: 'Wrong.' })
    expect(await gaps()).toEqual([uncovered, bad])
    await rate(service, keyHeader(docs), { message_id: bad, rating: 'up' })
    expect(await gaps()).toEqual([uncovered])
  },
)
