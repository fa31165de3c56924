import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { refusesKey, says } from '../fakes/model-scripts.ts'
import { startModelServer } from '../fakes/model-server.ts'
import { acceptance, steeredBy } from '../support/acceptance.ts'
import { createKnowledge } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase, readRows, withDatabase } from '../support/store/services.ts'
import { adminPath, asOperator, send } from './support/wire.ts'

const { test } = acceptance({
  SECRETS_KEY: 'a key for the tests, 32 characters',
  ANSWER_PROVIDER: 'openai-compatible',
  ANSWER_MODEL: 'standard',
  ANSWER_BASE_URL: 'http://127.0.0.1:2/v1',
})

const KEY = 'sk-0123456789abcdefghij'
const OPENAI = { provider: 'openai', model: 'small' }
const PUBLIC_URL = 'https://1.1.1.1/v1'

/** Untested: these models are nowhere. */
const put = (service: Service, knowledgeBaseId: string, json: object | undefined) =>
  send(service, adminPath(knowledgeBaseId, 'answer-model'), {
    method: 'PUT',
    json: { ...json, skip_test: true },
    headers: asOperator,
  })

const refusedFor = (path: string) => ({
  status: 400,
  body: { code: 'BAD_REQUEST', details: [{ path }] },
})

/** The row in the database. */
async function storedModel(database: TestDatabase, knowledgeBaseId: string) {
  const name = new URL(database.ownerUrl).pathname.slice(1)
  const url = withDatabase(inject('services').adminDatabaseUrl, name)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select k.*, k::text as whole, array(select action from audit_events e
         where e.subject_id = k.id order by e.id) as actions
       from knowledge_bases k where id = $1`,
      [knowledgeBaseId],
    )
    return rows[0] as Record<string, unknown>
  } finally {
    await client.end()
  }
}

test('a knowledge base gets its own model, and goes back to the default', async ({
  service,
  knowledge,
  database,
}) => {
  const { answerModel } = service.admin
  const id = knowledge.knowledgeBaseId
  const before = { answer_model: null, deployment_model: 'openai-compatible/standard' }
  expect(await answerModel.get(id)).toEqual(before)
  const set = await answerModel.put(id, {
    provider: 'openai',
    model: 'small',
    api_key: KEY,
    skip_test: true,
  })
  expect(set.answer_model).toEqual({ ...OPENAI, api_key_hint: 'ghij' })
  expect(await answerModel.get(id)).toEqual(set)
  await answerModel.delete(id)
  await answerModel.delete(id)
  expect(await answerModel.get(id)).toEqual(before)
  expect(await storedModel(database, id)).toMatchObject({
    answer_model: null,
    answer_model_key: null,
    answer_model_key_hint: null,
    actions: ['knowledge_base.create', 'answer_model.put', ...Array(2).fill('answer_model.delete')],
  })
})

test('the key is in no response or log, and only encrypted in the database', async ({
  service,
  knowledge,
  database,
}) => {
  const id = knowledge.knowledgeBaseId
  const reply = await put(service, id, { ...OPENAI, api_key: KEY })
  const shown = await send(service, adminPath(id, 'answer-model'), { headers: asOperator })
  const refused = await put(service, id, { ...OPENAI, api_key: KEY, unheard_of: 1 })
  const stored = await storedModel(database, id)
  expect(refused.status).toBe(400)
  expect(stored['answer_model_key']).toBeInstanceOf(Buffer)
  const key = stored['answer_model_key'] as Buffer
  const everything = [reply.text, shown.text, refused.text, JSON.stringify(service.log)]
  for (const text of [...everything, service.complaints(), String(stored['whole'])]) {
    expect(text).not.toContain(KEY.slice(0, -4))
  }
  expect(key.includes(KEY.slice(0, 10))).toBe(false)
})

test('another model on the same host keeps the key', async ({ service, knowledge, database }) => {
  const id = knowledge.knowledgeBaseId
  await put(service, id, { ...OPENAI, api_key: KEY })
  const before = await storedModel(database, id)
  expect(await put(service, id, { ...OPENAI, model: 'large' })).toMatchObject({
    status: 200,
    body: { answer_model: { model: 'large', api_key_hint: 'ghij' } },
  })
  const after = await storedModel(database, id)
  expect(after['answer_model_key']).toEqual(before['answer_model_key'])
})

test('a changed host requires the key again, and the new host never gets the old key', async ({
  service,
  knowledge,
  database,
}) => {
  let connections = 0
  const attacker = createServer().on('connection', () => (connections += 1))
  attacker.listen(0, '127.0.0.1')
  await once(attacker, 'listening')
  const attackerUrl = `http://127.0.0.1:${(attacker.address() as AddressInfo).port}/v1`
  const id = knowledge.knowledgeBaseId
  const model = { provider: 'openai-compatible', model: 'small' }
  const azure = { provider: 'azure', model: 'small' }
  const bedrock = { provider: 'bedrock', model: 'small' }
  const changes = [
    [
      { ...model, base_url: PUBLIC_URL },
      { ...model, base_url: 'https://1.0.0.1/v1' },
    ],
    [
      { ...model, base_url: PUBLIC_URL },
      { ...model, base_url: 'https://1.1.1.1:8443/v1' },
    ],
    [
      { ...model, base_url: PUBLIC_URL },
      { ...model, base_url: 'http://1.1.1.1/v1' },
    ],
    [
      { ...model, base_url: PUBLIC_URL },
      { ...model, base_url: 'https://1.1.1.1/other' },
    ],
    [
      { ...model, base_url: PUBLIC_URL },
      { ...model, base_url: `${PUBLIC_URL}/chat` },
    ],
    [OPENAI, { ...OPENAI, base_url: PUBLIC_URL }],
    [OPENAI, { ...OPENAI, provider: 'mistral' }],
    [
      { ...azure, resource: 'mine' },
      { ...azure, resource: 'yours' },
    ],
    [
      { ...bedrock, region: 'us-east-1' },
      { ...bedrock, region: 'us-west-2' },
    ],
  ]
  for (const [from, to] of changes) {
    expect(await put(service, id, { ...from, api_key: KEY })).toMatchObject({ status: 200 })
    const before = await storedModel(database, id)
    const reply = await put(service, id, to)
    expect(reply, JSON.stringify(to)).toMatchObject(refusedFor('api_key'))
    const after = await storedModel(database, id)
    expect(after['whole']).toBe(before['whole'])
    expect(await put(service, id, { ...to, api_key: KEY })).toMatchObject({ status: 200 })
  }
  const away = { ...model, base_url: attackerUrl }
  expect(await put(service, id, away)).toMatchObject(refusedFor('base_url'))
  expect(await put(service, id, { ...away, api_key: KEY })).toMatchObject(refusedFor('base_url'))
  expect(connections).toBe(0)
  attacker.close()
})

const BAD_ADDRESSES = [
  'http://127.0.0.1/v1',
  'http://localhost:11434/v1',
  'http://0x7f.1/v1',
  'http://[::1]/v1',
  'http://[::ffff:169.254.169.254]/v1',
  'http://169.254.169.254/latest/meta-data',
  'http://10.0.0.5:8000/v1',
  'https://user:password@1.1.1.1/v1',
  'ftp://1.1.1.1/v1',
  'file:///etc/passwd',
  'https://1.1.1.1/v1?key=1',
  'https://1.1.1.1/v1#',
  'not an address',
]

test('a private address and a URL that is not plain http or https are refused', async ({
  service,
  knowledge,
}) => {
  for (const base_url of BAD_ADDRESSES) {
    const body = { provider: 'openai-compatible', model: 'small', base_url }
    const reply = await put(service, knowledge.knowledgeBaseId, body)
    expect(reply, base_url).toMatchObject(refusedFor('base_url'))
  }
})

const BAD_BODIES = [
  [{ ...OPENAI }, 'api_key'],
  [{ ...OPENAI, api_key: '' }, 'api_key'],
  [{ ...OPENAI, api_key: 'two words' }, 'api_key'],
  [{ ...OPENAI, api_key: 'line\r\nx-header: 1' }, 'api_key'],
  [{ ...OPENAI, api_key: KEY, model: ' ' }, 'model'],
  [{ ...OPENAI, api_key: KEY, region: 'us-east-1' }, 'region'],
  [{ ...OPENAI, api_key: KEY, workspace_id: 'x' }, 'workspace_id'],
  [{ ...OPENAI, api_key: KEY, provider: 'nobody' }, 'provider'],
  [{ provider: 'openai-compatible', model: 'small' }, 'base_url'],
  [{ provider: 'azure', model: 'small', api_key: KEY }, 'resource'],
  [{ provider: 'azure', model: 'small', api_key: KEY, resource: 'a.evil.com/' }, 'resource'],
  [{ provider: 'bedrock', model: 'small', api_key: KEY }, 'region'],
  [{ provider: 'bedrock', model: 'small', api_key: KEY, region: 'x.evil.com/' }, 'region'],
] as const

test('fields that do not fit together are refused by name, and nothing is stored', async ({
  service,
  knowledge,
}) => {
  for (const [body, path] of BAD_BODIES) {
    const reply = await put(service, knowledge.knowledgeBaseId, body)
    expect(reply, JSON.stringify(body)).toMatchObject(refusedFor(path))
  }
  const { answer_model } = await service.admin.answerModel.get(knowledge.knowledgeBaseId)
  expect(answer_model).toBeNull()
})

test('without SECRETS_KEY a model key is refused with a reason, a model without a key is not', async ({
  embeddings,
  onTestFinished,
}) => {
  // In a database of its own: one with sealed keys is not served without the setting.
  const empty = await createDatabase()
  onTestFinished(empty.drop)
  await using service = await startService({
    databaseUrl: empty.ownerUrl,
    env: { ...steeredBy(embeddings), ALLOW_PRIVATE_MODEL_HOSTS: 'true' },
  })
  const { knowledgeBaseId } = await createKnowledge(service)
  const refused = await put(service, knowledgeBaseId, { ...OPENAI, api_key: KEY })
  expect(refused).toMatchObject(refusedFor('api_key'))
  expect(refused.text).toContain('SECRETS_KEY')
  const local = {
    provider: 'openai-compatible',
    model: 'small',
    base_url: 'http://localhost:11434/v1',
  }
  expect(await put(service, knowledgeBaseId, local)).toMatchObject({
    status: 200,
    body: { answer_model: { ...local, api_key_hint: null }, deployment_model: null },
  })
})

test('a model is asked before it is saved, and one that fails is not', async ({
  embeddings,
  onTestFinished,
}) => {
  await using database = await createDatabase()
  const model = await startModelServer()
  onTestFinished(() => model.close())
  await using service = await startService({
    databaseUrl: database.ownerUrl,
    env: { ...steeredBy(embeddings), ALLOW_PRIVATE_MODEL_HOSTS: 'true' },
  })
  const { knowledgeBaseId } = await createKnowledge(service)
  const { answerModel } = service.admin
  const own = { provider: 'openai-compatible', model: 'small', base_url: model.url } as const
  model.answer(() => says('OK'))
  const saved = await answerModel.put(knowledgeBaseId, own)
  expect(saved.answer_model).toMatchObject(own)
  expect(model.requests).toHaveLength(1)

  model.answer(() => refusesKey)
  const dead = { ...own, model: 'large' }
  await expect(answerModel.put(knowledgeBaseId, dead)).rejects.toMatchObject({
    code: 'MODEL_FAILED',
    status: 422,
    message: expect.stringContaining('misconfigured: status 401'),
  })
  // Nothing listens there.
  const gone = { ...own, base_url: 'http://127.0.0.1:2/v1' }
  await expect(answerModel.put(knowledgeBaseId, gone)).rejects.toMatchObject({
    code: 'MODEL_FAILED',
    message: expect.stringContaining('ECONNREFUSED'),
  })
  expect(await answerModel.get(knowledgeBaseId)).toEqual(saved)
  const puts = async () =>
    (await readRows(database, `select 1 from audit_events where action = 'answer_model.put'`))
      .length
  expect(await puts()).toBe(1)

  const asked = model.requests.length
  await answerModel.put(knowledgeBaseId, { ...dead, skip_test: true })
  expect(model.requests).toHaveLength(asked)
  expect((await answerModel.get(knowledgeBaseId)).answer_model).toMatchObject(dead)
  expect(await puts()).toBe(2)
})
