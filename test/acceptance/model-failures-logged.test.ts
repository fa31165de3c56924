import { expect } from 'vitest'
import type { ModelScript } from '../fakes/model-scripts.ts'
import {
  cuts,
  fails,
  hangs,
  lacksQuota,
  refusesKey,
  refusesRequest,
  says,
} from '../fakes/model-scripts.ts'
import { answering } from '../support/answering.ts'
import { ask, getIds } from '../support/ask.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { LogLine, Service } from '../support/service.ts'
import { readRows } from '../support/store/services.ts'

const SECRET = 'marzipan'
const query = `How do I reset a ${SECRET} key?`

const { test: base } = answering({ ANSWER_IDLE_TIMEOUT_SECONDS: '2' })
const test = base.extend('docs', { scope: 'file' }, async ({ service }) => {
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    {
      url: 'https://docs.example.com/keys',
      content: `# Keys\n\nReset a ${SECRET} key under Settings.`,
    },
  ])
  return knowledge
})

const echo = { message: `Cannot read ${query}`, type: SECRET, code: 'unsupported_value' }

const MESSAGES = new Set(['an answer failed', 'a model wrote no answer, so sections were quoted'])

/** An answer may be logged a moment after its last frame. */
const findFailure = ({ log }: Service, requestId: string): LogLine | undefined =>
  log.find((line) => line['request_id'] === requestId && MESSAGES.has(String(line['msg'])))

/** What the provider does, and what is logged. */
const FAILURES: [ModelScript[], LogLine][] = [
  [
    [refusesKey],
    { code: 'misconfigured', status: 401, reason: 'invalid_api_key, invalid_request_error' },
  ],
  [[lacksQuota], { code: 'quota_exceeded', status: 429, reason: 'insufficient_quota' }],
  [[fails(), fails(), fails()], { code: 'unavailable', status: 500, reason: 'server_error' }],
  [
    [cuts('Reset ')],
    { code: 'unavailable', reason: expect.stringMatching(/UND_ERR_SOCKET|ECONNRESET/) },
  ],
  [[hangs()], { code: 'timeout', reason: 'silent' }],
  // Text that repeats the question is left out.
  [[refusesRequest(echo)], { code: 'internal', status: 400, reason: 'unsupported_value' }],
]

for (const [scripts, expected] of FAILURES) {
  const { code, reason } = expected
  test(`${String(code)} (${String(reason)}) is a warning with its cause`, async ({
    service,
    model,
    docs,
  }) => {
    model.script(...scripts)
    const asked = await ask(service, docs, { query })
    const request_id = asked.headers.get('x-request-id') ?? ''
    await expect
      .poll(() => findFailure(service, request_id))
      .toMatchObject({
        level: 'warn',
        knowledge_base_id: docs.knowledgeBaseId,
        model: 'openai-compatible/scripted',
        ...expected,
      })
    expect(JSON.stringify(service.log)).not.toContain(SECRET)
    // A model that failed often is left in peace for a while; this shows that it is well again.
    model.script(says('Reset a key under Settings [1].'))
    getIds(await ask(service, docs, { query }))
  })
}

test('a follow-up that the model does not rewrite is a warning, and is answered', async ({
  service,
  model,
  docs,
}) => {
  model.script(says('Reset a key under Settings [1].'))
  const { thread_id } = getIds(await ask(service, docs, { query }))
  model.script(refusesRequest(echo), says('Reset a key under Settings [1].'))
  const asked = await ask(service, docs, { query: `And the ${SECRET} key?`, thread_id })
  getIds(asked)
  const request_id = asked.headers.get('x-request-id')
  const warnings = () =>
    service.log.filter((line) => line['request_id'] === request_id && line['level'] === 'warn')
  await expect.poll(warnings).toMatchObject([
    {
      msg: 'a model did not say what to search for, so it was done by rule',
      knowledge_base_id: docs.knowledgeBaseId,
      status: 400,
      reason: 'unsupported_value',
    },
  ])
  expect(JSON.stringify(service.log)).not.toContain(SECRET)
})

test('a stored model at a blocked port is misconfigured, and cannot be set', async ({
  service,
  docs,
  database,
}) => {
  const { knowledgeBaseId } = docs
  const settings = {
    provider: 'openai-compatible',
    model: 'small',
    base_url: 'https://llm.example.com:6000/v1',
  } as const
  await expect(service.admin.answerModel.put(knowledgeBaseId, settings)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: [{ path: 'base_url', message: expect.stringContaining('must use another port') }],
  })
  // As it was stored before this was refused.
  await readRows(
    database,
    `update knowledge_bases set answer_model = '${JSON.stringify(settings)}' where id = '${knowledgeBaseId}'`,
  )
  const asked = await ask(service, docs, { query })
  const { message_id } = getIds(asked)
  const { trace } = await service.admin.messages.get(knowledgeBaseId, message_id)
  expect(trace.model_error).toBe('misconfigured')
  await expect
    .poll(() => findFailure(service, trace.request_id))
    .toMatchObject({ level: 'warn', reason: 'unreadable_settings' })
})
