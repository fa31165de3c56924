import { expect } from 'vitest'
import type { ModelScript } from '../fakes/model-scripts.ts'
import { fails, hangs, says, talksGarbage, truncated } from '../fakes/model-scripts.ts'
import { answering } from '../support/answering.ts'
import { clientFor, createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import { expectQuestions, page, PATIENCE, listQuestions } from './support/starters.ts'

const { test } = answering({ STARTER_QUESTIONS_BY_MODEL: 'true' })

/** What a model writes about a title in the list. */
const about =
  (...wanted: [title: string, question: string][]) =>
  ({ messages }: { messages: readonly { content: string }[] }): ModelScript => {
    const lines = (messages.at(-1)?.content ?? '').split('\n')
    const numbered = wanted.flatMap(([title, question]) => {
      const number = lines.find((line) => line.endsWith(`|${title}`))?.split('|')[0]
      return number === undefined ? [] : [`${number}|${question}`]
    })
    return says(numbered.join('\n'))
  }

test('a model’s questions are served, in its order and at most four', async ({
  service,
  model,
  knowledge,
}) => {
  const titles = ['Anchors', 'Buoys', 'Cleats', 'Davits', 'Fenders']
  model.answer(about(...titles.map((title): [string, string] => [title, `Why ${title}?`])))
  await putPages(
    service,
    knowledge.knowledgeBaseId,
    titles.map((title) => page(title)),
  )
  const wanted = titles.slice(0, 4).map((title) => `Why ${title}?`)
  await expect.poll(() => listQuestions(knowledge), PATIENCE).toEqual(wanted)
})

const FAULTS: Record<string, ModelScript> = {
  fails: fails(400),
  'talks garbage': talksGarbage('1|Why'),
  'chats instead': says('Sure! Here are some questions:\n1|How do I win?'),
  'invents a number': says('99|How do I win?'),
  'is cut off': truncated('1|How do I'),
}

for (const [what, fault] of Object.entries(FAULTS)) {
  test(`the rule’s questions are served when the model ${what}`, async ({
    service,
    model,
    knowledge,
  }) => {
    const before = model.requests.length
    model.answer(() => fault)
    await putPages(service, knowledge.knowledgeBaseId, [page('How to moor a boat')])
    await expectQuestions(knowledge, ['How do I moor a boat?'])
    expect(model.requests.length).toBeGreaterThan(before)
    const warning = () =>
      service.log.find(
        ({ msg, knowledge_base_id }) =>
          msg === 'a model did not write starter questions' &&
          knowledge_base_id === knowledge.knowledgeBaseId,
      )
    await expect.poll(warning, PATIENCE).toMatchObject({
      level: 'warn',
      model: 'openai-compatible/scripted',
      reason: expect.stringMatching(/./),
    })
  })
}

test('a hanging model is waited for 20 seconds, and delays nobody else', async ({
  service,
  model,
  knowledge,
}) => {
  model.answer(({ messages }) =>
    messages.at(-1)?.content.includes('moor')
      ? hangs()
      : about(['Knots', 'Why knots?'])({ messages }),
  )
  const started = performance.now()
  await putPages(service, knowledge.knowledgeBaseId, [page('How to moor a boat')])
  const other = await createKnowledge(service)
  await putPages(service, other.knowledgeBaseId, [page('Knots')])
  await expectQuestions(other, ['Why knots?'])
  expect(performance.now() - started).toBeLessThan(20_000)
  expect(await listQuestions(knowledge)).toEqual([])
  await expect
    .poll(() => listQuestions(knowledge), { timeout: 60_000, interval: 200 })
    .toEqual(['How do I moor a boat?'])
}, 90_000)

test('titles of unlisted and restricted documents never reach the model', async ({
  service,
  model,
  knowledge,
}) => {
  model.answer(about(['Open harbour', 'Which harbour is open?']))
  const before = model.requests.length
  const [once = ''] = await putPages(service, knowledge.knowledgeBaseId, [
    page('Once public'),
    page('Smugglers cove', { visibility: 'unlisted' }),
    page('Hidden lagoon', { visibility: 'restricted' }),
    page('Open harbour'),
  ])
  await expectQuestions(knowledge, ['Which harbour is open?'])
  await service.admin.documents.change(knowledge.knowledgeBaseId, once, {
    visibility: 'restricted',
  })
  const changed = model.requests.length
  await expect.poll(() => model.requests.length, PATIENCE).toBeGreaterThan(changed)
  const prompts = (from: number) =>
    JSON.stringify(model.requests.slice(from).map(({ body }) => body))
  expect(prompts(before)).toContain('Open harbour')
  expect(prompts(before)).not.toMatch(/Smugglers|lagoon/)
  expect(prompts(changed)).not.toContain('Once public')
})

test('a page’s question disappears with the commit that restricts it, even if a model wrote it', async ({
  service,
  model,
  knowledge,
}) => {
  model.answer(about(['Jib', 'Why a jib?'], ['Boom', 'Why a boom?']))
  const [jib = ''] = await putPages(service, knowledge.knowledgeBaseId, [page('Jib'), page('Boom')])
  await expectQuestions(knowledge, ['Why a jib?', 'Why a boom?'])
  await service.admin.documents.change(knowledge.knowledgeBaseId, jib, { visibility: 'restricted' })
  expect(await listQuestions(knowledge)).toEqual(['Why a boom?'])
})

test('a group that the model skips gets questions by rule', async ({
  service,
  model,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const { id: own } = await service.admin.groups.create(knowledgeBaseId, { name: 'Own' })
  model.answer(about(['Jib', 'Why a jib?']))
  await putPages(service, knowledgeBaseId, [
    page('Jib'),
    page('How to moor a boat', { group_id: own }),
  ])
  const clientKey = await createPublicKey(service.admin, knowledgeBaseId, [own])
  const bound = { ...knowledge, clientKey, client: clientFor(service, knowledgeBaseId, clientKey) }
  await expectQuestions(bound, ['How do I moor a boat?'])
  await expectQuestions(knowledge, ['Why a jib?', 'How do I moor a boat?'])
})
