import { expect } from 'vitest'
import { putPages } from '../support/knowledge.ts'
import { storedRatings, storeMessage } from '../support/store/stored-messages.ts'
import { makeVerifies } from '../support/verifies.ts'
import {
  captchaTest as test,
  failed,
  good,
  HOST,
  rate,
  required,
  search,
} from './support/captcha.ts'
import { createPair } from './support/client-keys.ts'
import { publicPath, send } from './support/wire.ts'

const verifies = makeVerifies(test)

verifies(
  ['captcha.required.search', 'captcha-missing.code', 'captcha.header'],
  'A search without a token in `X-Recaptcha-Token` is refused, and no search is made',
  async ({ service, guarded, recaptcha, embeddings }) => {
    const before = [embeddings.requests.length, recaptcha.asked.length]
    expect(await search(service, guarded)).toMatchObject(required)
    expect(await search(service, guarded, '')).toMatchObject(required)
    const token = recaptcha.mint(good)
    const path = publicPath(guarded.knowledgeBaseId, 'search')
    const elsewhere = [
      await send(service, `${path}?recaptcha_token=${token}`, {
        json: { query: 'lighthouse' },
        headers: { 'x-client-key': guarded.clientKey },
      }),
      await send(service, path, {
        json: { query: 'lighthouse' },
        headers: { 'x-client-key': guarded.clientKey, 'g-recaptcha-response': token },
      }),
    ]
    for (const reply of elsewhere) expect(reply).toMatchObject(required)
    expect([embeddings.requests.length, recaptcha.asked.length]).toEqual(before)
    expect((await search(service, guarded, token)).status).toBe(200)
    expect(embeddings.requests.length).toBe((before[0] ?? 0) + 1)
  },
)

verifies('captcha.required.feedback', async ({ service, guarded, recaptcha, database }) => {
  const messageId = await storeMessage(database.ownerUrl, guarded)
  expect(await rate(service, guarded, messageId)).toMatchObject(required)
  expect(await rate(service, guarded, messageId, 'made up')).toMatchObject(failed)
  expect(await storedRatings(database.ownerUrl, guarded, messageId)).toEqual([])
  const token = recaptcha.mint({ action: 'feedback', hostname: HOST })
  expect((await rate(service, guarded, messageId, token)).status).toBe(201)
})

verifies('captcha.not-needed.related', async ({ service, guarded }) => {
  await putPages(service, guarded.knowledgeBaseId, [
    { url: `https://${HOST}/lens`, content: 'A lighthouse has a lens.' },
  ])
  const reply = await send(service, publicPath(guarded.knowledgeBaseId, 'related'), {
    json: { query: 'lighthouse lens' },
    headers: { 'x-client-key': guarded.clientKey },
  })
  expect(reply).toMatchObject({ status: 200, body: { count: 1 } })
})

verifies('captcha.not-needed.feedback-delete', async ({ service, guarded, database }) => {
  const messageId = await storeMessage(database.ownerUrl, guarded)
  const reply = await send(service, `/api/v1/public/feedback/${messageId}`, {
    method: 'DELETE',
    headers: { 'x-client-key': guarded.clientKey },
  })
  expect(reply.status).toBe(204)
})

test('a public key whose CAPTCHA is off, and a secret pair, send no token', async ({
  service,
  guarded,
  recaptcha,
  database,
}) => {
  const messageId = await storeMessage(database.ownerUrl, guarded)
  const free = await service.admin.keys.create(guarded.knowledgeBaseId, {
    name: 'free',
    kind: 'public',
    captcha_hostnames: [HOST],
  })
  const before = recaptcha.asked.length
  const pair = await createPair(service, guarded.knowledgeBaseId)
  for (const headers of [{ 'x-client-key': free.client_key ?? '' }, pair]) {
    const path = publicPath(guarded.knowledgeBaseId, 'search')
    expect((await send(service, path, { json: { query: 'x' }, headers })).status).toBe(200)
    const json = { message_id: messageId, rating: 'up' }
    const rated = await send(service, '/api/v1/public/feedback', { json, headers })
    expect(rated.status).toBe(201)
  }
  expect(recaptcha.asked.length).toBe(before)
})

test('the operator turns CAPTCHA on and off for a key, with immediate effect', async ({
  service,
  knowledge,
  recaptcha,
}) => {
  const { knowledgeBaseId } = knowledge
  const { keys } = await service.admin.keys.list(knowledgeBaseId)
  const keyId = keys[0]?.id ?? ''
  expect(keys[0]).toMatchObject({ captcha: false, captcha_hostnames: [] })
  expect((await search(service, knowledge)).status).toBe(200)
  const on = { captcha: true, captcha_hostnames: [HOST] }
  expect(await service.admin.keys.change(knowledgeBaseId, keyId, on)).toMatchObject(on)
  await expect.poll(() => search(service, knowledge), { timeout: 5_000 }).toMatchObject(required)
  expect((await search(service, knowledge, recaptcha.mint(good))).status).toBe(200)
  await service.admin.keys.change(knowledgeBaseId, keyId, { captcha: false })
  await expect
    .poll(() => search(service, knowledge), { timeout: 5_000 })
    .toMatchObject({ status: 200 })
})
