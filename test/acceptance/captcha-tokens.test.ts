import { expect } from 'vitest'
import { steeredBy } from '../support/acceptance.ts'
import { storeMessage } from '../support/store/stored-messages.ts'
import { makeVerifies } from '../support/verifies.ts'
import {
  captchaTest as test,
  createGuarded,
  expectFailure,
  failed,
  good,
  rate,
  search,
  startLenient,
  TIMEOUT_MS,
} from './support/captcha.ts'
import { publicPath, send } from './support/wire.ts'

const verifies = makeVerifies(test)

verifies('captcha-failed.code', async ({ service, guarded, embeddings }) => {
  const fixtures = { service, guarded, embeddings }
  await expectFailure(fixtures, 'made up', 'a token that nobody minted')
  await expectFailure(fixtures, 'x'.repeat(9_000), 'a token of 9,000 characters')
})

verifies('captcha.score-verified', async ({ service, guarded, recaptcha, embeddings }) => {
  const fixtures = { service, guarded, embeddings }
  for (const score of [0, 0.1, 0.49]) {
    await expectFailure(fixtures, recaptcha.mint({ ...good, score }), `score ${score}`)
  }
  for (const score of [0.5, 1]) {
    const reply = await search(service, guarded, recaptcha.mint({ ...good, score }))
    expect(reply.status, `score ${score}`).toBe(200)
  }
})

verifies(
  'captcha.action-verified',
  async ({ service, guarded, recaptcha, embeddings, database }) => {
    const messageId = await storeMessage(database.ownerUrl, guarded)
    for (const action of ['chat', 'feedback', 'form_deflect', 'SEARCH', '']) {
      const token = recaptcha.mint({ ...good, action })
      await expectFailure({ service, guarded, embeddings }, token, `search with ${action}`)
    }
    for (const action of ['chat', 'search', 'form_deflect', '']) {
      const token = recaptcha.mint({ ...good, action })
      expect(await rate(service, guarded, messageId, token), action).toMatchObject(failed)
    }
    expect((await search(service, guarded, recaptcha.mint(good))).status).toBe(200)
    const token = recaptcha.mint({ ...good, action: 'feedback' })
    expect((await rate(service, guarded, messageId, token)).status).toBe(201)
  },
)

verifies('captcha.hostname-verified', async ({ service, guarded, recaptcha, embeddings }) => {
  const fixtures = { service, guarded, embeddings }
  for (const hostname of ['example.com', 'www.docs.example.com', 'docs.example.com.evil.net', '']) {
    await expectFailure(fixtures, recaptcha.mint({ ...good, hostname }), hostname)
  }
  const elsewhere = await createGuarded(service, ['help.example.org', 'localhost'])
  const onLocalhost = recaptcha.mint({ ...good, hostname: 'localhost' })
  expect((await search(service, elsewhere, onLocalhost)).status).toBe(200)
  expect(await search(service, elsewhere, recaptcha.mint(good))).toMatchObject(failed)
})

verifies(
  'captcha.single-use',
  'A token works once: not again, not for another key, not for 20 at the same moment',
  async ({ service, guarded, embeddings, database }) => {
    // The verifier always accepts, so the service itself must refuse.
    await using lenient = await startLenient(database.ownerUrl, steeredBy(embeddings))
    const { own, recaptcha } = lenient
    const token = recaptcha.mint(good)
    expect((await search(own, guarded, token)).status).toBe(200)
    await expectFailure({ service: own, guarded, embeddings }, token, 'a second time')
    const other = await createGuarded(service)
    expect(await search(own, other, token)).toMatchObject(failed)
    expect(recaptcha.asked).toEqual([token, token, token])
    const contested = recaptcha.mint(good)
    const before = embeddings.requests.length
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => search(own, guarded, contested)),
    )
    const codes = replies.map(({ status }) => status).sort((a, b) => a - b)
    expect(codes).toEqual([200, ...Array.from({ length: 19 }, () => 403)])
    expect(embeddings.requests.length).toBe(before + 1)
    const old = recaptcha.mint({ ...good, mintedMsAgo: 6 * 60_000 })
    expect(await search(own, guarded, old)).toMatchObject(failed)
  },
)

test('a token is refused after two minutes, and when the verifier has seen it before', async ({
  service,
  guarded,
  recaptcha,
  embeddings,
}) => {
  const fixtures = { service, guarded, embeddings }
  const replayed = recaptcha.mint(good)
  const stale = recaptcha.mint(good)
  expect((await search(service, guarded, replayed)).status).toBe(200)
  await expectFailure(fixtures, replayed, 'replayed')
  recaptcha.advance(121_000)
  await expectFailure(fixtures, stale, 'stale')
  recaptcha.advance(-121_000)
  expect((await search(service, guarded, stale)).status).toBe(200)
})

verifies('captcha.fails-closed', async ({ service, guarded, recaptcha, embeddings }) => {
  const fixtures = { service, guarded, embeddings }
  const faults = [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 429 },
    { kind: 'good with status', status: 503 },
    { kind: 'page' },
    { kind: 'drop' },
    { kind: 'bare yes' },
  ] as const
  for (const fault of faults) {
    recaptcha.fail(fault)
    await expectFailure(fixtures, recaptcha.mint(good), JSON.stringify(fault))
  }
  recaptcha.fail({ kind: 'hang' })
  const startedMs = performance.now()
  await expectFailure(fixtures, recaptcha.mint(good), 'hang')
  expect(performance.now() - startedMs).toBeLessThan(TIMEOUT_MS + 10_000)
  expect((await search(service, guarded, recaptcha.mint(good))).status).toBe(200)
})

verifies('captcha.verify-address-is-configuration', async ({ service, guarded, recaptcha }) => {
  const before = recaptcha.asked.length
  const token = recaptcha.mint(good)
  expect((await search(service, guarded, token)).status).toBe(200)
  expect(recaptcha.asked.slice(before)).toEqual([token])
})

test('a token and the secret are never logged, and a digest of the token is all that is stored', async ({
  service,
  guarded,
  recaptcha,
}) => {
  const tokens = [recaptcha.mint(good), recaptcha.mint({ ...good, score: 0 }), 'made-up-token']
  for (const token of tokens) await search(service, guarded, token)
  recaptcha.fail({ kind: 'status', status: 500 })
  const lost = recaptcha.mint(good)
  await search(service, guarded, lost)
  const written = JSON.stringify(service.log) + service.complaints()
  for (const secret of [...tokens, lost, recaptcha.secret]) expect(written).not.toContain(secret)
})

test('a body that is not valid costs no token', async ({ service, guarded, recaptcha }) => {
  const token = recaptcha.mint(good)
  const wrong = await send(service, publicPath(guarded.knowledgeBaseId, 'search'), {
    json: { query: '' },
    headers: { 'x-client-key': guarded.clientKey, 'x-recaptcha-token': token },
  })
  expect(wrong.status).toBe(400)
  expect((await search(service, guarded, token)).status).toBe(200)
})
