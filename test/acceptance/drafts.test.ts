import type { DraftFrame, DraftInput } from '@footnote/client/admin'
import { expect, vi } from 'vitest'
import { hangs, says } from '../fakes/model-scripts.ts'
import type { ModelServer } from '../fakes/model-server.ts'
import { answering } from '../support/answering.ts'
import { checkResponse } from '../support/check-response.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { runAsOperator } from '../support/run-cli.ts'
import type { Service } from '../support/service.ts'

const { test } = answering({ SECRETS_KEY: 'a key for the tests, 32 characters' })

const RESET = 'How do I reset a key of the lighthouse?'
const EXPORT = 'Can the lighthouse export invoices to a spreadsheet?'
const KEYS = {
  url: 'https://docs.example.com/keys',
  title: 'Keys',
  content: '# Keys\n\nReset a key of the lighthouse under Settings. It is then shown once.',
}
const SECRET = {
  url: 'https://docs.example.com/vault',
  content:
    '# Vault\n\nReset a key of the obsidian lighthouse under Settings. Export invoices there.',
  visibility: 'restricted' as const,
}
const PRICE = {
  model: 'openai-compatible/scripted',
  input_per_million: 0,
  output_per_million: 1_000_000,
  currency: 'USD',
}

type World = Knowledge & { gapId: string; documentId: string; groupId: string }

/** One gap of two questions: a bad answer to what a page covers, and one that none covers. */
async function createGap(service: Service, model: Pick<ModelServer, 'answer'>) {
  const knowledge = await createKnowledge(service)
  const { knowledgeBaseId, client } = knowledge
  const { id: groupId } = await service.admin.groups.create(knowledgeBaseId, { name: 'Inner' })
  const [documentId = ''] = await putPages(service, knowledgeBaseId, [KEYS, SECRET])
  model.answer(() => says('NOT_COVERED'))
  for (const description of [RESET, EXPORT]) await client.formDeflect({ description })
  const gaps = async () =>
    (await service.admin.gaps.list(knowledgeBaseId, { min_questions: 1 })).gaps
  await expect.poll(async () => (await gaps())[0]?.questions).toBe(2)
  const [gap] = await gaps()
  return { ...knowledge, gapId: gap?.id ?? '', documentId, groupId }
}

async function draft({ admin }: Service, world: World, body: DraftInput = {}) {
  const frames: DraftFrame[] = []
  const { knowledgeBaseId, gapId } = world
  for await (const frame of admin.gaps.draft(knowledgeBaseId, gapId, body)) frames.push(frame)
  checkResponse({
    method: 'POST',
    path: `/api/v1/admin/knowledge-bases/${knowledgeBaseId}/gaps/${gapId}/draft`,
    status: 200,
    contentType: 'text/event-stream',
    text: frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(''),
  })
  return frames
}

function takeLast(frames: readonly DraftFrame[]) {
  const last = frames.at(-1)
  if (!last || !('markdown' in last)) throw new Error(`No draft: ${JSON.stringify(last)}`)
  return last
}

const usage = ({ admin }: Service, { workspaceId }: Knowledge) =>
  admin.workspaces.usage(workspaceId)

test('a draft answers with sources what pages cover, and marks the rest', async ({
  service,
  model,
  embeddings,
}) => {
  embeddings.place('reset', [1, 0.4])
  embeddings.place('export', [1, -0.4])
  const world = await createGap(service, model)
  const { knowledgeBaseId } = world
  await service.admin.prices.put(world.workspaceId, { prices: [PRICE] })
  const before = await usage(service, world)
  const asked = model.requests.length
  model.answer(({ messages }) =>
    messages.at(-1)?.content.endsWith(RESET)
      ? says(
          'Reset a key under Settings [1]. ![x](https://evil.example/x.png) The warranty of batteries lasts 30 years in Portugal [1].',
        )
      : says('NOT_COVERED'),
  )
  const frames = await draft(service, world)
  const last = takeLast(frames)
  expect(last).toMatchObject({ title: RESET, not_covered: [EXPORT], cost_capped: false })
  expect(last.markdown).toContain(
    `## ${RESET}\n\nReset a key under Settings ([Keys](https://docs.example.com/keys#keys)).`,
  )
  expect(last.markdown).toContain(`> **TODO: not covered by the documentation:** ${EXPORT}`)
  // What no passage supports has no source, and what an answer may not have a draft has not either.
  expect(last.markdown).not.toContain('evil.example')
  expect(last.markdown).toMatch(/lasts 30 years in Portugal\.$/m)
  expect(JSON.stringify(frames)).not.toContain('obsidian')
  const sections = frames.flatMap((frame) => ('section' in frame ? [frame.section] : []))
  expect(sections.map(({ question, covered }) => [question, covered])).toEqual([
    [RESET, true],
    [EXPORT, false],
  ])
  expect(last.markdown).toBe(`# ${RESET}\n\n${sections.map(({ markdown }) => markdown).join('\n')}`)
  expect(model.requests.length - asked).toBe(2)

  // The provider counts a token for each piece.
  const after = await usage(service, world)
  expect(after.totals.questions).toBe(before.totals.questions)
  expect(after.totals.output_tokens - before.totals.output_tokens).toBe(last.output_tokens)
  expect(after.spent_today - before.spent_today).toBe(last.output_tokens)

  // The group has no page, so nothing is covered and nothing comes near.
  const inner = takeLast(await draft(service, world, { group_id: world.groupId }))
  expect(inner).toMatchObject({ not_covered: [RESET, EXPORT], citations: [] })

  const other = await createKnowledge(service)
  const { id: foreign } = await service.admin.groups.create(other.knowledgeBaseId, { name: 'Own' })
  await expect(draft(service, world, { group_id: foreign })).rejects.toMatchObject({
    code: 'GROUP_NOT_ALLOWED',
  })

  // At the cap the documents are quoted, and no model is asked.
  await service.admin.limits.put(world.workspaceId, {
    monthly_question_allowance: null,
    alert_at_percent: [],
    daily_cost_cap: 1,
  })
  const paid = model.requests.length
  const capped = takeLast(await draft(service, world))
  expect(capped).toMatchObject({ model: 'extract', cost_capped: true, input_tokens: 0 })
  expect(capped.markdown).toContain('Reset a key of the lighthouse under Settings.')
  expect(model.requests.length).toBe(paid)

  const options = ['--knowledge-base', knowledgeBaseId, '--model', 'extract']
  const run = await runAsOperator(service, ['gaps', 'draft', world.gapId, ...options])
  expect(run).toMatchObject({ exitCode: 0, stdout: capped.markdown })
  const listed = await runAsOperator(service, ['gaps', 'list', ...options.slice(0, 2)])
  expect(listed.stdout).toContain(world.gapId)

  // Saved like any page, it covers the gap.
  const content = last.markdown.replace(
    /^> \*\*TODO.*$[^]*/m,
    'The lighthouse can export invoices to a spreadsheet under Billing.',
  )
  await putPages(service, knowledgeBaseId, [{ url: 'https://docs.example.com/new', content }])
  const covered = async () =>
    (await service.admin.gaps.get(knowledgeBaseId, world.gapId)).covered_now
  await expect.poll(covered).toBe(true)
})

test('a page that is restricted meanwhile ends the draft, and what was written counts', async ({
  service,
  model,
  embeddings,
}) => {
  embeddings.place('reset', [1, 0.4])
  embeddings.place('export', [1, -0.4])
  const world = await createGap(service, model)
  await service.admin.prices.put(world.workspaceId, { prices: [PRICE] })
  const { spent_today: before } = await usage(service, world)
  model.script(hangs('Reset a key', ' under Settings [1].', ' Then'))
  const askedBefore = model.requests.length
  const drafted = draft(service, world)
  await vi.waitFor(() => expect(model.requests[askedBefore]?.sentPieces).toBe(3), 30_000)
  await service.admin.documents.change(world.knowledgeBaseId, world.documentId, {
    visibility: 'restricted',
  })
  expect((await drafted).at(-1)).toMatchObject({ code: 'CANCELLED' })
  await expect.poll(async () => (await usage(service, world)).spent_today).toBeGreaterThan(before)
})
