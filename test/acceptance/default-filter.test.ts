import type { LastFrame } from '@footnote/contract/public/chat'
import { expect } from 'vitest'
import { ask } from '../support/ask.ts'
import { createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import { sharing } from '../support/sharing.ts'
import { makeVerifies } from '../support/verifies.ts'
import { createWidget, PAGE } from './support/widget.ts'
import { adminPath, asOperator, publicPath, send, sendRelated, sendSearch } from './support/wire.ts'

const url = (name: string) => `https://docs.example.com/${name}`
const query = 'How large is the tide of the harbour?'

const verifies = makeVerifies(
  sharing().test.extend('tides', { scope: 'file' }, async ({ service }) => {
    const knowledge = await createKnowledge(service)
    const { knowledgeBaseId } = knowledge
    const { id: group } = await service.admin.groups.create(knowledgeBaseId, { name: 'Open' })
    const put = (version: string, change: object = {}) => ({
      url: url(version),
      title: `Tide ${version}`,
      content: `# Tide\n\nThe tide of the harbour is ${version} metres large.`,
      labels: { version },
      ...change,
    })
    await putPages(service, knowledgeBaseId, [
      put('1.28', { group_id: group }),
      put('1.30', { group_id: group }),
      put('2'),
      put('3', { visibility: 'restricted' }),
    ])
    const boundKey = await createPublicKey(service.admin, knowledgeBaseId, [group])
    return { ...knowledge, bound: { knowledgeBaseId, clientKey: boundKey } }
  }),
)

type Reply = { results: { document: { url: string } }[]; filter?: object }

verifies('filter.defaults', async ({ service, tides }) => {
  const widget_id = await createWidget(service, tides.knowledgeBaseId, {
    config: { default_filter: { version: '1.30' } },
  })
  const search = async (body: object, origin?: string) => {
    const reply = await send(service, publicPath(tides.knowledgeBaseId, 'search'), {
      json: { query, ...body },
      headers: { 'x-client-key': tides.clientKey, ...(origin ? { origin } : {}) },
    })
    const { results, filter } = reply.body as Reply
    return { filter, urls: results.map(({ document }) => document.url).sort() }
  }
  const all = [url('1.28'), url('1.30'), url('2')]
  expect(await search({})).toEqual({ filter: undefined, urls: all })
  await service.admin.knowledgeBases.change(tides.knowledgeBaseId, {
    default_filter: { version: '1.28' },
  })
  const only = (version: string) => ({ filter: { version: [version] }, urls: [url(version)] })
  await expect.poll(() => search({}), { timeout: 10_000 }).toEqual(only('1.28'))
  expect(await search({ widget_id }, PAGE)).toEqual(only('1.30'))
  const page = { widget_id, default_filter: { version: '2' } }
  expect(await search(page, PAGE)).toEqual(only('2'))
  expect(await search({ ...page, filter: { version: '1.28' } }, PAGE)).toEqual(only('1.28'))
  expect(await search({ filter: {} })).toEqual({ filter: undefined, urls: all })
  const related = await sendRelated(service, tides, { query })
  expect(related.body).toMatchObject({ count: 1, filter: { version: ['1.28'] } })
  const { frames } = await ask(service, tides, { query })
  expect(frames.at(-1)).toMatchObject({ filter: { version: ['1.28'] } })
  const trace = await send(
    service,
    `/api/v1/admin/knowledge-bases/${tides.knowledgeBaseId}/messages/${(frames.at(-1) as LastFrame).message_id}`,
    { headers: asOperator },
  )
  expect(trace.body).toMatchObject({ trace: { search: { filter: { version: ['1.28'] } } } })
  const why = (question: string) =>
    send(service, adminPath(tides.knowledgeBaseId, 'explain'), {
      json: { query: question, url: url('2') },
      headers: asOperator,
    })
  expect((await why(query)).body).toMatchObject({
    verdict: 'wrong_label',
    reasons: [expect.stringContaining('version')],
  })
  expect((await why('How large is the tide in v2?')).body).toMatchObject({ verdict: 'found' })
  await service.admin.knowledgeBases.change(tides.knowledgeBaseId, { default_filter: {} })
  await expect.poll(() => search({}), { timeout: 10_000 }).toMatchObject({ urls: all })
})

verifies('filter.version-in-question', async ({ service, tides }) => {
  const find = async (text: string, body: object = {}) => {
    const reply = await sendSearch(service, tides, { query: text, ...body })
    return (reply.body as Reply).filter
  }
  expect(await find('How large is the tide in 1.28?')).toEqual({ version: ['1.28'] })
  expect(await find('How large is the tide in v1.28.4?')).toEqual({ version: ['1.28'] })
  expect(await find('Is the tide of version 2 larger than in 1.30?')).toEqual({
    version: ['2', '1.30'],
  })
  expect(await find('tide of v2', { default_filter: { version: '1.28', product: 'x' } })).toEqual({
    version: ['2'],
    product: ['x'],
  })
  expect(await find('tide of v2', { filter: { version: '1.28' } })).toEqual({ version: ['1.28'] })
  const { frames } = await ask(service, tides, { query: 'How large is the tide in 1.30?' })
  const { citations, filter } = frames.at(-1) as LastFrame
  expect(filter).toEqual({ version: ['1.30'] })
  expect(citations.map((one) => one.labels)).toEqual([{ version: ['1.30'] }])
})

verifies('filter.version-unknown', async ({ service, tides }) => {
  for (const [reader, text] of [
    [tides, 'How large is the tide in version 3?'],
    [tides, 'How large is the tide in version 9?'],
    [tides.bound, 'How large is the tide in version 2?'],
  ] as const) {
    const reply = await sendSearch(service, reader, { query: text })
    expect(reply, text).toMatchObject({ status: 200 })
    expect(reply.body, text).not.toHaveProperty('filter')
  }
  const own = await sendSearch(service, tides.bound, { query: 'tide in 1.28' })
  expect(own.body).toMatchObject({ filter: { version: ['1.28'] } })
})
