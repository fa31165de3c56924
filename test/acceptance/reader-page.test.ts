import type { LastFrame } from '@footnote/contract/public/chat'
import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import { ask, takeLast } from '../support/ask.ts'
import { createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { scanTables } from '../support/store/scan-tables.ts'
import { makeVerifies } from '../support/verifies.ts'

const url = (path: string) => `https://docs.example.com/${path}`
const query = 'How large is the tide of the harbour?'

/** Pages that answer one question alike, in two sections and two versions. */
const verifies = makeVerifies(
  sharingAnswers().test.extend('tides', { scope: 'file' }, async ({ service }) => {
    const knowledge = await createKnowledge(service)
    const { knowledgeBaseId } = knowledge
    const { id: staff } = await service.admin.groups.create(knowledgeBaseId, { name: 'Staff' })
    const { id: open } = await service.admin.groups.create(knowledgeBaseId, { name: 'Open' })
    const put = (path: string, title: string, change: object = {}) => ({
      url: url(path),
      title,
      content: `# ${title}\n\nThe tide of the harbour is 5 metres large.`,
      group_id: open,
      ...change,
    })
    await putPages(service, knowledgeBaseId, [
      // Alike to the letter: without the page nothing tells them apart.
      put('pier/first', 'Tide'),
      put('pier/second.html', 'Tide'),
      put('quay/third/', 'Tide'),
      put('quay/fourth', 'Tide'),
      put('quay/staff', 'Tide', { group_id: staff }),
      put('quay/secret', 'Tide', { visibility: 'restricted' }),
      put('boats/moor', 'How to moor a boat'),
      put('v1/old', 'Old', { labels: { version: '1', topic: 'sea' } }),
      put('v2/new', 'New', { labels: { version: '2', topic: 'sea' } }),
    ])
    const boundKey = await createPublicKey(service.admin, knowledgeBaseId, [open])
    return { ...knowledge, bound: { knowledgeBaseId, clientKey: boundKey } }
  }),
)

type Asker = Parameters<typeof ask>[1]

async function askOn(service: Service, asker: Asker, page: string, body: object = {}) {
  return takeLast(await ask(service, asker, { query, page_url: url(page), ...body }))
}

const SAYS = says('It is 5 metres large [1].')

const cited = ({ citations }: LastFrame) => citations.map((one) => one.url.replace(/#.*$/, ''))

verifies('chat.page.prior', async ({ service, tides, model }) => {
  model.answer(() => SAYS)
  for (const page of ['pier/first', 'pier/second', 'quay/third', 'quay/fourth/']) {
    const { citations, message_id = '' } = await askOn(service, tides, page)
    const [first] = citations
    expect(first?.url.replace(/(?:\.html|\/)?(?:#.*)?$/, ''), page).toBe(
      url(page).replace(/\/$/, ''),
    )
    const { trace } = await service.admin.messages.get(tides.knowledgeBaseId, message_id)
    const priors = trace.candidates.map(({ page_prior }) => page_prior)
    expect(priors[0]).toBe(0.3)
    expect(priors[1]).toBe(0.1)
    expect(priors.filter((prior) => prior !== undefined)).toHaveLength(
      page.startsWith('pier') ? 2 : 3,
    )
  }
})

verifies('chat.page.this', async ({ service, tides, model }) => {
  model.answer(() => SAYS)
  const { message_id = '' } = await askOn(service, tides, 'boats/moor', {
    query: 'How large is the tide here?',
  })
  const { trace } = await service.admin.messages.get(tides.knowledgeBaseId, message_id)
  expect(trace.search).toMatchObject({
    text: 'How large is the tide here? moor boat',
    rewritten_by: 'rule',
  })
  expect(JSON.stringify(model.requests.at(-1))).toContain('The reader is on the page')
})

verifies('chat.page.labels', async ({ service, tides, model }) => {
  model.answer(() => SAYS)
  const ofV1 = async (body: object = {}) => {
    return askOn(service, tides, 'v1/old', body)
  }
  const reply = await ofV1()
  expect(reply.filter).toEqual({ version: ['1'] })
  expect(cited(reply)).toEqual([url('v1/old')])
  expect((await ofV1({ filter: {} })).filter).toBeUndefined()
  expect((await ofV1({ default_filter: { version: '2' } })).filter).toEqual({ version: ['2'] })
  expect((await ofV1({ query: `${query} I mean version 2.` })).filter).toEqual({ version: ['2'] })
})

verifies('chat.page.unseen', async ({ service, tides, model }) => {
  model.answer(() => SAYS)
  const reply = async (asker: Asker, page: string, about = query) => {
    const { raw, frames } = await ask(service, asker, { query: about, page_url: url(page) })
    const last = takeLast({ frames })
    const text = [last.message_id, last.thread_id].reduce<string>(
      (all, id) => all.replaceAll(id ?? '', 'id'),
      raw,
    )
    return { text, prompt: model.requests.at(-1)?.body }
  }
  for (const about of [query, 'How large is the tide here?']) {
    const unknown = await reply(tides.bound, 'quay/nothing', about)
    expect(await reply(tides.bound, 'quay/secret', about)).toEqual(unknown)
    expect(await reply(tides.bound, 'quay/staff', about)).toEqual(unknown)
    // Where it may be seen, it makes a difference.
    expect(await reply(tides, 'quay/staff', about)).not.toEqual(unknown)
  }
})

verifies(
  ['chat.selection.used', 'chat.selection.not-stored', 'chat.selection.max-1000'],
  async ({ service, tides, model, database }) => {
    model.answer(() => SAYS)
    const word = 'zymurgical'
    const body = { query: 'What does this mean?', selection: `${word} tide of the harbour` }
    const last = takeLast(await ask(service, tides, body))
    expect(last.citations.length).toBeGreaterThan(0)
    expect(JSON.stringify(model.requests.at(-1))).toContain(`\\n${word} tide of the harbour\\n`)
    expect(await scanTables(database, [word])).toEqual({})
    const long = await ask(service, tides, { ...body, selection: 'a'.repeat(1_001) })
    expect(long.status).toBe(400)
  },
)

verifies('suggested-questions.about-page', async ({ service, tides }) => {
  const { client } = tides
  const at = (page: string) => client.suggestedQuestions({ page_url: url(page) })
  const ofPage = await at('boats/moor')
  expect(ofPage.questions[0]).toBe('How do I moor a boat?')
  expect(ofPage.about_page).toBe(1)
  const unknown = await at('quay/nothing')
  expect(unknown).not.toHaveProperty('about_page')
  expect(await at('quay/secret')).toEqual(unknown)
  await service.admin.knowledgeBases.change(tides.knowledgeBaseId, {
    starter_mode: 'own',
    own_questions: ['Ours?'],
  })
  await expect.poll(() => at('quay/third'), { timeout: 10_000 }).toEqual({ questions: ['Ours?'] })
})
