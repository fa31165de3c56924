import { servedRoutes } from '@footnote/contract/routes'
import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { startModelServer } from '../fakes/model-server.ts'
import { steeredBy } from '../support/acceptance.ts'
import { writtenBy } from '../support/answering.ts'
import { ask, getError, getIds, openStream } from '../support/ask.ts'
import { createPublicKey, putPages } from '../support/knowledge.ts'
import { startService } from '../support/service.ts'
import { makeVerifies } from '../support/verifies.ts'
import { captchaTest, failed, HOST, required, verifiedBy } from './support/captcha.ts'
import { createPair } from './support/client-keys.ts'
import { furnish, perform, publicOperations } from './support/public-operations.ts'

const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'
const good = { action: 'chat', hostname: HOST }

const test = captchaTest
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .extend('model', { scope: 'file' }, async ({}, { onCleanup }) => {
    const model = await startModelServer()
    model.answer(() => says(TEXT))
    onCleanup(() => model.close())
    return model
  })
  .extend(
    'service',
    { scope: 'file' },
    async ({ database, embeddings, recaptcha, model }, { onCleanup }) => {
      const env = { ...steeredBy(embeddings), ...verifiedBy(recaptcha), ...writtenBy(model) }
      const service = await startService({ databaseUrl: database.ownerUrl, env })
      onCleanup(() => service.kill())
      return service
    },
  )
  .extend('docs', async ({ service, guarded }) => {
    await putPages(service, guarded.knowledgeBaseId, [
      { url: `https://${HOST}/keys`, content: '# Keys\n\nReset a key under Settings.' },
    ])
    return guarded
  })
const verifies = makeVerifies(test)

const withToken = (token: string) => ({ headers: { 'x-recaptcha-token': token } })

async function refusal(response: Response) {
  expect(response.headers.get('content-type')).toMatch(/^application\/json(;|$)/)
  return { status: response.status, body: await response.json() }
}

verifies(
  [
    'captcha.required.chat',
    'captcha.required.thread-chat',
    'captcha.missing.refused-before-streaming',
  ],
  async ({ service, model, docs, recaptcha }) => {
    const first = await ask(service, docs, { query }, withToken(recaptcha.mint(good)))
    const { thread_id: threadInPath } = getIds(first)
    const before = model.requests.length
    for (const options of [{}, { threadInPath }]) {
      const missing = await openStream(service, docs, { query }, options)
      expect(await refusal(missing)).toMatchObject(required)
      for (const token of ['made up', recaptcha.mint({ ...good, action: 'search' })]) {
        const wrong = { ...options, ...withToken(token) }
        expect(await refusal(await openStream(service, docs, { query }, wrong))).toMatchObject(
          failed,
        )
      }
      expect(model.requests.length).toBe(before)
    }
    const followUp = { threadInPath, ...withToken(recaptcha.mint(good)) }
    expect(getIds(await ask(service, docs, { query }, followUp)).thread_id).toBe(threadInPath)
    expect(model.requests.length).toBeGreaterThan(before)
  },
)

test('a question without its token is refused before the allowance is looked at', async ({
  service,
  docs,
  recaptcha,
}) => {
  await service.admin.workspaces.change(docs.workspaceId, { monthly_question_allowance: 0 })
  expect(await refusal(await openStream(service, docs, { query }))).toMatchObject(required)
  const asked = await ask(service, docs, { query }, withToken(recaptcha.mint(good)))
  expect(getError(asked).error_code).toBe('quota_exceeded')
})

test('exactly the routes that the contract gates with CAPTCHA have the gate', async ({
  service,
  docs,
  database,
}) => {
  const furniture = await furnish(service, docs, database.ownerUrl)
  const gated = servedRoutes.filter(({ captcha }) => captcha).map(({ operationId }) => operationId)
  expect(gated.length).toBeGreaterThanOrEqual(4)
  const met = new Map<string, string>()
  for (const operation of await publicOperations(service, furniture)) {
    const headers = { 'x-client-key': docs.clientKey }
    const { status, body } = await perform(service, furniture, operation, { headers })
    const { code = status < 300 ? 'served' : 'refused' } = (body ?? {}) as { code?: string }
    met.set(operation.operationId, code)
  }
  expect(Object.fromEntries(met)).toEqual(
    Object.fromEntries(
      [...met.keys()].map((id) => [id, gated.includes(id) ? 'CAPTCHA_REQUIRED' : 'served']),
    ),
  )
  expect([...met.keys()]).toEqual(expect.arrayContaining(gated))
})

verifies(
  ['captcha.required.only-when-on', 'captcha.not-needed.secret-pair'],
  async ({ service, docs, database, recaptcha }) => {
    const furniture = await furnish(service, docs, database.ownerUrl)
    const clientKey = await createPublicKey(service.admin, docs.knowledgeBaseId)
    const pair = await createPair(service, docs.knowledgeBaseId)
    const before = recaptcha.asked.length
    for (const headers of [{ 'x-client-key': clientKey }, pair]) {
      for (const operation of await publicOperations(service, furniture)) {
        const reply = await perform(service, furniture, operation, { headers })
        expect(reply.status, `${operation.operationId}: ${reply.text}`).toBeLessThan(300)
      }
    }
    expect(recaptcha.asked.length).toBe(before)
  },
)
