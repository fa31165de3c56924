import { FeedbackReason, FeedbackRecord, FeedbackSource } from '@footnote/contract/public/feedback'
import { expect } from 'vitest'
import { sharing } from '../support/sharing.ts'
import { createKnowledge } from '../support/knowledge.ts'
import type { Knowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { asTenant, storedRatings, storeMessage } from '../support/store/stored-messages.ts'
import { makeVerifies } from '../support/verifies.ts'
import type { Reader } from './support/wire.ts'
import { send, SOME_ID } from './support/wire.ts'

/** `answer` is an answer stored by a chat. */
const test = sharing().test.extend('answer', async ({ database, knowledge }) =>
  storeMessage(database.ownerUrl, knowledge),
)
const verifies = makeVerifies(test)

const PATH = '/api/v1/public/feedback'

const rate = (service: Service, { clientKey }: Pick<Reader, 'clientKey'>, json: unknown) =>
  send(service, PATH, { json, headers: { 'x-client-key': clientKey } })

const withdraw = (service: Service, { clientKey }: Pick<Reader, 'clientKey'>, messageId: string) =>
  send(service, `${PATH}/${encodeURIComponent(messageId)}`, {
    method: 'DELETE',
    headers: { 'x-client-key': clientKey },
  })

const badRequest = { status: 400, body: { code: 'BAD_REQUEST' } }
const forbidden = { status: 403, body: { code: 'FORBIDDEN' } }
const notFound = { status: 404, body: { code: 'NOT_FOUND' } }

const MALFORMED = ['nonsense', '1', SOME_ID.toUpperCase(), `{${SOME_ID}}`, "' or true --"]

verifies(
  ['feedback.first.created', 'feedback.record.fields', 'feedback.record.vote-not-rating'],
  async ({ service, knowledge, answer }) => {
    const before = Date.now()
    const { status, body } = await rate(service, knowledge, { message_id: answer, rating: 'up' })
    expect(status).toBe(201)
    expect(Object.keys(body as object).sort()).toEqual(Object.keys(FeedbackRecord.shape).sort())
    const record = FeedbackRecord.parse(body)
    expect(record).toMatchObject({
      workspace_id: knowledge.workspaceId,
      message_id: answer,
      vote: 'up',
      reason: null,
      comment: '',
      source: 'api',
    })
    expect(record.updated_at).toBe(record.created_at)
    expect(Math.abs(Date.parse(record.created_at) - before)).toBeLessThan(10_000)
    expect(body).not.toHaveProperty('rating')
  },
)

verifies('feedback.message-id.required', async ({ service, knowledge }) => {
  expect(await rate(service, knowledge, { rating: 'up' })).toMatchObject(badRequest)
})

verifies('feedback.message-id.malformed', async ({ service, knowledge }) => {
  for (const message_id of [...MALFORMED, '', 7, null, [SOME_ID]]) {
    const reply = await rate(service, knowledge, { message_id, rating: 'up' })
    expect(reply, String(message_id)).toMatchObject(badRequest)
  }
})

verifies(
  ['feedback.message-id.foreign', 'foreign-message.code'],
  async ({ service, knowledge, database, answer }) => {
    const other = await createKnowledge(service)
    const json = { message_id: answer, rating: 'down', comment: 'mine now' }
    expect(await rate(service, other, json)).toMatchObject(forbidden)
    expect(await storedRatings(database.ownerUrl, knowledge, answer)).toEqual([])
    expect(await storedRatings(database.ownerUrl, other, answer)).toEqual([])
    expect((await rate(service, knowledge, json)).status).toBe(201)
  },
)

verifies(
  ['feedback.message-id.unknown', 'unknown-message.code'],
  async ({ service, knowledge }) => {
    const reply = await rate(service, knowledge, { message_id: SOME_ID, rating: 'up' })
    expect(reply).toMatchObject(notFound)
  },
)

verifies(
  ['feedback.rating.required', 'feedback.rating.bad'],
  async ({ service, knowledge, database, answer }) => {
    expect(await rate(service, knowledge, { message_id: answer })).toMatchObject(badRequest)
    for (const rating of ['UP', 'good', '', 2, 0, '3', 5.5, true, null, ['up'], { up: true }]) {
      const reply = await rate(service, knowledge, { message_id: answer, rating })
      expect(reply, JSON.stringify(rating)).toMatchObject(badRequest)
    }
    expect(await storedRatings(database.ownerUrl, knowledge, answer)).toEqual([])
  },
)

verifies(
  [
    'feedback.rating.up-and-down',
    'feedback.rating.older-values',
    'older-ratings.numbers-and-strings',
    'older-ratings.stored-as-up-and-down',
  ],
  async ({ service, knowledge, database }) => {
    const votes = [
      ['up', 'up'],
      ['down', 'down'],
      [5, 'up'],
      [1, 'down'],
      ['5', 'up'],
      ['1', 'down'],
    ]
    for (const [rating, vote] of votes) {
      const message_id = await storeMessage(database.ownerUrl, knowledge)
      const reply = await rate(service, knowledge, { message_id, rating })
      expect(reply, JSON.stringify(rating)).toMatchObject({ status: 201, body: { vote } })
      const stored = await storedRatings(database.ownerUrl, knowledge, message_id)
      expect(stored, JSON.stringify(rating)).toMatchObject([{ vote }])
    }
  },
)

verifies(
  'feedback.comment.optional-and-stored',
  async ({ service, knowledge, database, answer }) => {
    const comment = 'Not what I asked: “ключ” 🔑\nsecond line'
    const reply = await rate(service, knowledge, { message_id: answer, rating: 'down', comment })
    expect(reply).toMatchObject({ status: 201, body: { comment } })
    expect(await storedRatings(database.ownerUrl, knowledge, answer)).toMatchObject([{ comment }])
  },
)

verifies('feedback.reason.stored', async ({ service, knowledge, database, answer }) => {
  for (const reason of FeedbackReason.options) {
    const reply = await rate(service, knowledge, { message_id: answer, rating: 'down', reason })
    expect(reply).toMatchObject({ status: 201, body: { vote: 'down', reason, comment: '' } })
    const stored = await storedRatings(database.ownerUrl, knowledge, answer)
    expect(stored).toMatchObject([{ vote: 'down', reason }])
  }
  // As every part of a rating, it goes with the rating that replaces it.
  const again = await rate(service, knowledge, { message_id: answer, rating: 'down' })
  expect(again).toMatchObject({ status: 201, body: { reason: null } })
})

verifies('feedback.reason.only-down', async ({ service, knowledge, answer }) => {
  for (const body of [
    { rating: 'up', reason: 'wrong' },
    { rating: 5, reason: 'outdated' },
    { rating: 'down', reason: 'boring' },
    { rating: 'down', reason: '' },
  ]) {
    expect(await rate(service, knowledge, { message_id: answer, ...body })).toMatchObject(
      badRequest,
    )
  }
  const older = await rate(service, knowledge, { message_id: answer, rating: 1, reason: 'wrong' })
  expect(older).toMatchObject({ status: 201, body: { vote: 'down', reason: 'wrong' } })
})

verifies('comment.max-2000', async ({ service, knowledge, answer }) => {
  const send2000 = (comment: string) =>
    rate(service, knowledge, { message_id: answer, rating: 'up', comment })
  // 🔑 is one character to a reader and two in UTF-16.
  expect((await send2000('🔑'.repeat(2000))).status).toBe(201)
  expect(await send2000('x'.repeat(2001))).toMatchObject(badRequest)
  expect(await send2000('🔑'.repeat(2001))).toMatchObject(badRequest)
})

verifies('feedback.again.replaces', async ({ service, knowledge, database, answer }) => {
  const first = await rate(service, knowledge, {
    message_id: answer,
    rating: 'down',
    comment: 'Wrong.',
  })
  const second = await rate(service, knowledge, { message_id: answer, rating: 'up' })
  expect(second.status).toBe(201)
  const [was, is] = [FeedbackRecord.parse(first.body), FeedbackRecord.parse(second.body)]
  expect(is).toMatchObject({
    id: was.id,
    vote: 'up',
    comment: '',
    created_at: was.created_at,
  })
  expect(Date.parse(is.updated_at)).toBeGreaterThan(Date.parse(was.updated_at))
  expect(await storedRatings(database.ownerUrl, knowledge, answer)).toEqual([
    { id: was.id, vote: 'up', reason: null, comment: null, source: 'api' },
  ])
})

test('concurrent ratings of one answer are all accepted, and the latest stays', async ({
  service,
  knowledge,
  database,
  answer,
}) => {
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      rate(service, knowledge, {
        message_id: answer,
        rating: index % 2 === 0 ? 'up' : 'down',
        comment: `comment ${index}`,
      }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
  const records = replies.map(({ body }) => FeedbackRecord.parse(body))
  expect(new Set(records.map(({ id, created_at }) => id + created_at)).size).toBe(1)
  const stored = await storedRatings(database.ownerUrl, knowledge, answer)
  expect(stored).toHaveLength(1)
  const latest = Math.max(...records.map(({ updated_at }) => Date.parse(updated_at)))
  const candidates = records.filter(({ updated_at }) => Date.parse(updated_at) === latest)
  expect(candidates.map(({ comment }) => comment)).toContain(stored[0]?.comment)
})

verifies('feedback.delete.withdraws', async ({ service, knowledge, database, answer }) => {
  await rate(service, knowledge, { message_id: answer, rating: 'up' })
  const reply = await withdraw(service, knowledge, answer)
  expect(reply).toMatchObject({ status: 204, text: '' })
  expect(await storedRatings(database.ownerUrl, knowledge, answer)).toEqual([])
})

verifies('feedback.delete.can-be-rated-again', async ({ service, knowledge, database, answer }) => {
  const first = await rate(service, knowledge, { message_id: answer, rating: 'up' })
  await withdraw(service, knowledge, answer)
  const again = await rate(service, knowledge, { message_id: answer, rating: 'down' })
  expect(again).toMatchObject({ status: 201, body: { vote: 'down' } })
  expect(FeedbackRecord.parse(again.body).id).not.toBe(FeedbackRecord.parse(first.body).id)
  expect(await storedRatings(database.ownerUrl, knowledge, answer)).toHaveLength(1)
})

verifies('delete.no-rating', async ({ service, knowledge, answer }) => {
  for (const round of [1, 2]) {
    expect((await withdraw(service, knowledge, answer)).status, `round ${round}`).toBe(204)
  }
})

verifies('delete.malformed-message-id', async ({ service, knowledge }) => {
  for (const id of MALFORMED) {
    expect(await withdraw(service, knowledge, id), id).toMatchObject(badRequest)
  }
})

verifies('delete.foreign-message', async ({ service, knowledge, database, answer }) => {
  const other = await createKnowledge(service)
  await rate(service, knowledge, { message_id: answer, rating: 'up' })
  expect(await withdraw(service, other, answer)).toMatchObject(forbidden)
  expect(await storedRatings(database.ownerUrl, knowledge, answer)).toHaveLength(1)
})

verifies('delete.unknown-message', async ({ service, knowledge }) => {
  expect(await withdraw(service, knowledge, SOME_ID)).toMatchObject(notFound)
})

verifies(
  'source.allowed-values',
  'Every source of the list can be stored, and nothing else',
  async ({ service, knowledge, database, answer }) => {
    await rate(service, knowledge, { message_id: answer, rating: 'up' })
    const setSource = (source: string) =>
      asTenant(database.ownerUrl, knowledge, (client) =>
        client.query('update ratings set source = $1 where message_id = $2', [source, answer]),
      )
    const allowed = ['api', 'widget', 'websocket', 'mcp', 'form_deflect', 'bot']
    expect(FeedbackSource.options).toEqual(allowed)
    for (const source of allowed) expect((await setSource(source)).rowCount, source).toBe(1)
    for (const source of ['slack', '', 'API']) {
      await expect(setSource(source), source).rejects.toThrow(/ratings_source_check/)
    }
  },
)

test('the rating of a widget’s answer has the source widget', async ({
  service,
  knowledge,
  database,
}) => {
  const message_id = await storeMessage(database.ownerUrl, knowledge, { widgetId: SOME_ID })
  const reply = await rate(service, knowledge, { message_id, rating: 'up' })
  expect(reply).toMatchObject({ status: 201, body: { source: 'widget' } })
})

test('under Zero data retention nothing can be rated, and what was rated can be withdrawn', async ({
  service,
  database,
}) => {
  const strict = await createKnowledge(service)
  const messageId = await storeMessage(database.ownerUrl, strict)
  await rate(service, strict, { message_id: messageId, rating: 'up' })
  await turnToZeroRetention(database.ownerUrl, strict)
  await expect
    .poll(() => rate(service, strict, { message_id: messageId, rating: 'down' }), {
      timeout: 5_000,
      interval: 200,
    })
    .toMatchObject(notFound)
  expect((await withdraw(service, strict, messageId)).status).toBe(204)
  expect(await rate(service, strict, { message_id: messageId, rating: 'up' })).toMatchObject(
    notFound,
  )
  expect(await storedRatings(database.ownerUrl, strict, messageId)).toEqual([])
})

const turnToZeroRetention = (ownerUrl: string, knowledge: Knowledge) =>
  asTenant(ownerUrl, knowledge, (client) =>
    client.query(`update workspaces set retention = 'zero' where id = $1`, [knowledge.workspaceId]),
  )

test('a field that the body does not have is refused', async ({ service, knowledge, answer }) => {
  for (const extra of [
    { id: SOME_ID },
    { workspace_id: SOME_ID },
    { source: 'bot' },
    { vote: 1 },
  ]) {
    const reply = await rate(service, knowledge, { message_id: answer, rating: 'up', ...extra })
    expect(reply, JSON.stringify(extra)).toMatchObject(badRequest)
  }
})
