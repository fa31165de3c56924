import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { adminPath, asOperator, send, SOME_ID } from './support/wire.ts'

const WITH_CAPTCHA = { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: 'secret' }

const { test } = acceptance(WITH_CAPTCHA)

const post = (service: { baseUrl: string }, knowledgeBaseId: string, json: object) =>
  send(service, adminPath(knowledgeBaseId, 'keys'), {
    json: { name: 'key', kind: 'public', ...json },
    headers: asOperator,
  })

const patch = (
  service: { baseUrl: string },
  knowledgeBaseId: string,
  keyId: string,
  json: object,
) =>
  send(service, adminPath(knowledgeBaseId, `keys/${keyId}`), {
    method: 'PATCH',
    json,
    headers: asOperator,
  })

const on = { captcha: true, captcha_hostnames: ['docs.example.com'] }

test('a key shows its CAPTCHA settings when it is created, listed and changed', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const made = await post(service, knowledgeBaseId, on)
  expect(made).toMatchObject({ status: 201, body: on })
  const { id } = made.body as { id: string }
  const { keys } = await service.admin.keys.list(knowledgeBaseId)
  expect(keys.find((key) => key.id === id)).toMatchObject(on)
  const change = { name: 'renamed', captcha_hostnames: ['localhost', 'xn--bcher-kva.example'] }
  expect(await patch(service, knowledgeBaseId, id, change)).toMatchObject({
    status: 200,
    body: { ...change, id, captcha: true, kind: 'public', revoked_at: null },
  })
})

test('CAPTCHA settings that could not work are refused', async ({ service, knowledge }) => {
  const { knowledgeBaseId } = knowledge
  const impossible = [
    { captcha: true },
    { captcha: true, captcha_hostnames: [] },
    { ...on, kind: 'secret' },
    { captcha_hostnames: ['https://docs.example.com'] },
    { captcha_hostnames: ['docs.example.com:8080'] },
    { captcha_hostnames: ['Docs.Example.com'] },
    { captcha_hostnames: ['*.example.com'] },
    { captcha_hostnames: [''] },
    { captcha_hostnames: 'docs.example.com' },
    { captcha: 'yes' },
  ]
  for (const json of impossible) {
    const reply = await post(service, knowledgeBaseId, json)
    expect(reply, JSON.stringify(json)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', details: [{}] },
    })
  }
  const { id } = (await post(service, knowledgeBaseId, on)).body as { id: string }
  const pair = (await post(service, knowledgeBaseId, { kind: 'secret' })).body as { id: string }
  const changes: [string, object][] = [
    [id, { captcha_hostnames: [] }],
    [id, {}],
    [id, { kind: 'secret' }],
    [id, { allowed_group_ids: [] }],
    [pair.id, on],
  ]
  for (const [keyId, json] of changes) {
    const reply = await patch(service, knowledgeBaseId, keyId, json)
    expect(reply, JSON.stringify(json)).toMatchObject({ status: 400 })
  }
  expect(await patch(service, knowledgeBaseId, SOME_ID, { name: 'x' })).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  })
})
