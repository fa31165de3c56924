import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { ask, takeLast } from '../support/ask.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { runAsOperator } from '../support/run-cli.ts'
import type { Service } from '../support/service.ts'
import { adminPath, asOperator, send } from './support/wire.ts'

const { test } = sharingAnswers()

const query = 'How do I reset a key?'
const MODEL = 'openai-compatible/scripted'
const PRICE = { model: MODEL, input_per_million: 2.5, output_per_million: 10, currency: 'USD' }

async function withKeysPage(service: Service) {
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
  ])
  return knowledge
}

test('answers cost their tokens, in lists, threads, exports and analytics, follow-ups with their rewriting', async ({
  service,
  model,
}) => {
  const { admin } = service
  const knowledge = await withKeysPage(service)
  const { knowledgeBaseId, workspaceId } = knowledge
  model.answer(() => says('Reset a key under Settings [1].'))
  takeLast(await ask(service, knowledge, { query }))
  expect((await admin.prices.get(workspaceId)).models_without_price).toEqual([MODEL])
  await admin.prices.put(workspaceId, { prices: [PRICE] })
  const { thread_id } = takeLast(await ask(service, knowledge, { query }))
  const calls = model.requests.length
  takeLast(await ask(service, knowledge, { query: 'And then?', thread_id }))
  expect(model.requests.length - calls).toBe(2)

  const { messages } = await admin.messages.list(knowledgeBaseId)
  const [followUp, second, first] = messages
  expect(first).toMatchObject({ model: MODEL, cost: null })
  for (const message of [followUp, second]) {
    const { input_tokens, output_tokens, cost } = message ?? {}
    const microUnits = 2.5 * (input_tokens ?? NaN) + 10 * (output_tokens ?? NaN)
    expect(cost).toBe(microUnits / 1e6)
  }
  // Both calls of the follow-up said the same, so it wrote twice as much.
  expect(followUp?.output_tokens).toBe(2 * (second?.output_tokens ?? NaN))

  const thread = await admin.threads.get(knowledgeBaseId, thread_id ?? '')
  expect(thread.messages.map(({ cost }) => cost)).toEqual([second?.cost, followUp?.cost])
  const csv = await send(service, adminPath(knowledgeBaseId, 'messages.csv'), {
    headers: asOperator,
  })
  const [head = '', ...rows] = csv.text.trim().split('\r\n')
  expect(head.split(',')).toContain('"cost"')
  expect(rows[0]).toContain(`,"${followUp?.cost}",`)
  const ndjson = await send(service, adminPath(knowledgeBaseId, 'messages.ndjson'), {
    headers: asOperator,
  })
  expect(ndjson.text).toContain(`"cost":${followUp?.cost}`)

  const analytics = await admin.analytics.get(knowledgeBaseId, { group_by: 'model' })
  const sum = Number(((followUp?.cost ?? 0) + (second?.cost ?? 0)).toFixed(12))
  expect(analytics).toMatchObject({
    currency: 'USD',
    models_without_price: [MODEL],
    totals: { cost: sum, unpriced: 1 },
    previous: { totals: { cost: 0, unpriced: 0 } },
    groups: [{ value: MODEL, totals: { cost: sum } }],
  })
})

test('costs are counted under Zero data retention', async ({ service, model }) => {
  const { admin } = service
  const knowledge = await withKeysPage(service)
  model.answer(() => says('Reset a key under Settings [1].'))
  await admin.prices.put(knowledge.workspaceId, { prices: [PRICE] })
  await admin.workspaces.change(knowledge.workspaceId, { retention: 'zero' })
  takeLast(await ask(service, knowledge, { query }))
  const { totals } = await admin.analytics.get(knowledge.knowledgeBaseId)
  expect(totals.cost).toBe((2.5 * totals.input_tokens + 10 * totals.output_tokens) / 1e6)
  expect(totals.cost).toBeGreaterThan(0)
})

test('prices of two currencies, twice the same model, or too exact are refused', async ({
  service,
  knowledge: { workspaceId },
}) => {
  for (const [prices, path] of [
    [[PRICE, { ...PRICE, model: 'openai/other', currency: 'EUR' }], 'prices'],
    [[PRICE, PRICE], 'prices'],
    [[{ ...PRICE, input_per_million: 0.0000001 }], 'prices.0.input_per_million'],
    [[{ ...PRICE, input_per_million: -1 }], 'prices.0.input_per_million'],
    [[{ ...PRICE, currency: 'dollars' }], 'prices.0.currency'],
  ] as const) {
    const { status, body } = await send(service, `/api/v1/admin/workspaces/${workspaceId}/prices`, {
      method: 'PUT',
      json: { prices },
      headers: asOperator,
    })
    expect({ status, body }).toMatchObject({ status: 400, body: { details: [{ path }] } })
  }
})

test('prices are set and removed from the command line', async ({
  service,
  knowledge: { workspaceId },
}) => {
  const run = async (...args: string[]) => {
    const ended = await runAsOperator(service, [...args, '--workspace', workspaceId])
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
    return ended
  }
  await run('prices', 'set', 'openai/a', '--input', '0.4', '--output', '1.6', '--currency', 'EUR')
  await run('prices', 'set', 'openai/b', '--input', '2', '--output', '8')
  await run('prices', 'remove', 'openai/a')
  const { stdout } = await run('prices', 'list')
  expect(stdout).toContain('openai/b  2      8       EUR')
  expect(stdout).not.toContain('openai/a')
})

test('the page of a question is stored without query and fragment, and filtered by', async ({
  service,
  model,
}) => {
  const { admin } = service
  const knowledge = await withKeysPage(service)
  const { knowledgeBaseId } = knowledge
  model.answer(() => says('Reset a key under Settings [1].'))
  const page_url = 'https://docs.example.com/guides/keys'
  takeLast(await ask(service, knowledge, { query, page_url: `${page_url}?mail=ada@a.test#reset` }))
  takeLast(await ask(service, knowledge, { query }))
  const { messages } = await admin.messages.list(knowledgeBaseId, { page_url })
  expect(messages.map((message) => message.page_url)).toEqual([page_url])
  expect((await admin.messages.list(knowledgeBaseId)).messages).toHaveLength(2)
  const refused = await ask(service, knowledge, { query, page_url: 'javascript:alert(1)' })
  expect(refused.status).toBe(400)
})
