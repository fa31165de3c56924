import { SuggestedQuestionsResponse } from '@footnote/contract/public/suggested-questions'
import { expect } from 'vitest'
import { steeredBy } from '../support/acceptance.ts'
import { sharing } from '../support/sharing.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { clientFor, createPublicKey, putPages } from '../support/knowledge.ts'
import { startService } from '../support/service.ts'
import { asTenant } from '../support/store/stored-messages.ts'
import { expectQuestions, page, PATIENCE, listQuestions, url } from './support/starters.ts'
import { publicPath, send } from './support/wire.ts'

const { test, verifies } = sharing()

/** Waits for a refresh that begins after this call. */
async function refreshed(ownerUrl: string, knowledge: Knowledge): Promise<void> {
  const read = (columns: string) =>
    asTenant(ownerUrl, knowledge, async (client) => {
      const query = `select ${columns} from knowledge_bases where id = $1`
      return (await client.query(query, [knowledge.knowledgeBaseId])).rows[0]
    })
  const { now } = await read('now()')
  await expect
    .poll(async () => (await read('coalesce(starters_refreshed_at, to_timestamp(0)) as at')).at, {
      ...PATIENCE,
    })
    .toSatisfy((at: Date) => at > now)
}

verifies(
  [
    'suggested-questions.fields',
    'suggested-questions.generated.default',
    'suggested-questions.generated.refreshed-after-add',
  ],
  async ({ service, knowledge }) => {
    await putPages(service, knowledge.knowledgeBaseId, [page('How to moor a boat')])
    await expectQuestions(knowledge, ['How do I moor a boat?'])
    await putPages(service, knowledge.knowledgeBaseId, [page('What is a quay?')])
    await expectQuestions(knowledge, ['How do I moor a boat?', 'What is a quay?'])
    const path = publicPath(knowledge.knowledgeBaseId, 'suggested-questions')
    const reply = await send(service, path, { headers: { 'x-client-key': knowledge.clientKey } })
    expect(reply.status).toBe(200)
    expect(Object.keys(reply.body as object)).toEqual(['questions'])
    SuggestedQuestionsResponse.parse(reply.body)
  },
)

verifies(
  ['suggested-questions.generated.at-most-4', 'suggested-questions.generated.from-public-titles'],
  async ({ service, knowledge }) => {
    const titles = ['Anchors', 'Buoys', 'Cleats', 'Davits', 'Eyebolts', 'Fenders']
    const asked = titles.map((title) => `What is in ${title}?`)
    await putPages(
      service,
      knowledge.knowledgeBaseId,
      asked.map((title) => page(title)),
    )
    await expect.poll(() => listQuestions(knowledge), PATIENCE).toHaveLength(4)
    const shown = await listQuestions(knowledge)
    expect(new Set(shown).size).toBe(4)
    for (const question of shown) expect(asked).toContain(question)
  },
)

verifies(
  [
    'suggested-questions.generated.refreshed-after-change',
    'suggested-questions.generated.refreshed-after-removal',
  ],
  async ({ service, knowledge }) => {
    const { knowledgeBaseId } = knowledge
    const { documents } = service.admin
    const [first = '', second = ''] = await putPages(service, knowledgeBaseId, [
      page('What is a hull?'),
      page('What is a keel?'),
    ])
    await expectQuestions(knowledge, ['What is a hull?', 'What is a keel?'])
    await documents.change(knowledgeBaseId, first, { title: 'What is a rudder?' })
    // The old title disappears with the commit; the new one appears with the refresh.
    expect(await listQuestions(knowledge)).toEqual(['What is a keel?'])
    await expectQuestions(knowledge, ['What is a keel?', 'What is a rudder?'])
    await putPages(service, knowledgeBaseId, [
      { url: url(encodeURIComponent('What is a keel?')), content: '# What is a mast?\n\nA pole.' },
    ])
    await expectQuestions(knowledge, ['What is a mast?', 'What is a rudder?'])
    // Four are shown, so that a fifth comes up only when the list is written anew.
    await putPages(
      service,
      knowledgeBaseId,
      ['What is c?', 'What is d?', 'What is e?'].map((t) => page(t)),
    )
    await expect.poll(() => listQuestions(knowledge), PATIENCE).toHaveLength(4)
    await documents.remove(knowledgeBaseId, second)
    expect(await listQuestions(knowledge)).toHaveLength(3)
    await expect.poll(() => listQuestions(knowledge), PATIENCE).toHaveLength(4)
    expect(await listQuestions(knowledge)).not.toContain('What is a mast?')
  },
)

verifies(
  'suggested-questions.generated.refreshed-every-24-hours',
  async ({ service, knowledge, database, embeddings }) => {
    const { knowledgeBaseId } = knowledge
    const [id] = await putPages(service, knowledgeBaseId, [page('What is a tide?')])
    await expectQuestions(knowledge, ['What is a tide?'])
    // A change that queued no refresh, a day ago less an hour, and then a day and an hour.
    const age = (hours: number) =>
      asTenant(database.ownerUrl, knowledge, async (client) => {
        await client.query(`update documents set title = 'What is ebb?' where id = $1`, [id])
        await client.query(
          `update knowledge_bases set starters_refreshed_at = now() - $1 * interval '1 hour'`,
          [hours],
        )
      })
    const startWorker = () =>
      startService({
        databaseUrl: database.ownerUrl,
        command: 'worker',
        env: steeredBy(embeddings),
      })
    await age(23)
    const idle = await startWorker()
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(await listQuestions(knowledge)).toEqual([])
    await idle.kill()
    await age(25)
    await using _worker = await startWorker()
    await expectQuestions(knowledge, ['What is ebb?'])
  },
)

verifies(
  [
    'suggested-questions.generated.empty-until-public-document',
    'restricted.not-in-starter-questions',
    'unlisted.no-starter-question',
  ],
  async ({ service, knowledge, database }) => {
    const { knowledgeBaseId } = knowledge
    expect(await listQuestions(knowledge)).toEqual([])
    await putPages(service, knowledgeBaseId, [
      page('What is secret?', { visibility: 'restricted' }),
      page('What is unlisted?', { visibility: 'unlisted' }),
    ])
    await refreshed(database.ownerUrl, knowledge)
    expect(await listQuestions(knowledge)).toEqual([])
    await putPages(service, knowledgeBaseId, [page('What is public?')])
    await expectQuestions(knowledge, ['What is public?'])
  },
)

test('a document that stops being public loses its question at the commit', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const [id = ''] = await putPages(service, knowledgeBaseId, [
    page('What is a jib?'),
    page('What is a boom?'),
  ])
  const both = ['What is a boom?', 'What is a jib?']
  await expectQuestions(knowledge, both)
  for (const visibility of ['restricted', 'unlisted'] as const) {
    await service.admin.documents.change(knowledgeBaseId, id, { visibility })
    expect(await listQuestions(knowledge), visibility).toEqual(['What is a boom?'])
    await service.admin.documents.change(knowledgeBaseId, id, { visibility: 'public' })
    await expectQuestions(knowledge, both)
  }
  await service.admin.documents.remove(knowledgeBaseId, id)
  expect(await listQuestions(knowledge)).toEqual(['What is a boom?'])
})

test('a key that is limited to groups is shown only what it may read', async ({
  service,
  knowledge,
}) => {
  const { knowledgeBaseId } = knowledge
  const { id: own } = await service.admin.groups.create(knowledgeBaseId, { name: 'Own' })
  const { id: other } = await service.admin.groups.create(knowledgeBaseId, { name: 'Other' })
  const many = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    page(`What is other ${name}?`, { group_id: other }),
  )
  await putPages(service, knowledgeBaseId, [
    ...many,
    page('What is own?', { group_id: own }),
    page('What is loose?'),
  ])
  const clientKey = await createPublicKey(service.admin, knowledgeBaseId, [own])
  const bound = { ...knowledge, clientKey, client: clientFor(service, knowledgeBaseId, clientKey) }
  await expectQuestions(bound, ['What is own?'])
  expect(await listQuestions(knowledge)).toHaveLength(4)
})
