import { expect } from 'vitest'
import { sharing } from '../support/sharing.ts'
import { runAsOperator } from '../support/run-cli.ts'
import { createFiles, syncNow } from '../support/sources.ts'

const { test } = sharing()

const FILES = {
  'valve.md': '# The valve\n\nTurn the valve by hand after every restart of the pump.',
  'pump.md': '# The pump\n\nThe pump is primed with two litres of clean water.',
  'boiler.md': '# The boiler\n\nThe boiler is lit with a long match, never a short one.',
}
const VALVE = 'https://files.example.com/valve.md'

test('a deleted document stays deleted over syncs, is explained, and can be restored', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const kb = knowledge.knowledgeBaseId
  const source = await createFiles(service, knowledge, FILES)
  await syncNow(service, kb, source.id)
  const { documents } = await admin.documents.list(kb, { url: VALVE })
  const id = documents[0]?.id ?? ''
  await admin.documents.remove(kb, id)
  const second = await syncNow(service, kb, source.id)
  expect(second.counts).toMatchObject({ skipped: 1, unchanged: 2, added: 0 })
  const { pages } = await admin.syncs.pages(kb, source.id, second.id, { state: 'skipped' })
  expect(pages).toMatchObject([{ key: 'valve.md', reason: 'An operator deleted it.' }])
  for (const page of [{ url: VALVE }, { document_id: id }]) {
    const explained = await admin.knowledgeBases.explain(kb, { query: 'turn the valve', ...page })
    expect(explained).toMatchObject({
      verdict: 'deleted',
      missing_page: { state: 'deleted', source_id: source.id, key: 'valve.md' },
    })
  }
  const list = await admin.sources.deletedPages(kb, source.id, { limit: 1 })
  expect(list).toMatchObject({
    pages: [{ key: 'valve.md', url: VALVE, title: 'The valve', deleted_at: expect.any(String) }],
    next_cursor: null,
  })
  await admin.sources.restorePage(kb, source.id, VALVE)
  await expect(admin.sources.restorePage(kb, source.id, VALVE)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect((await syncNow(service, kb, source.id)).counts).toMatchObject({ added: 1, skipped: 0 })
  const { results } = await knowledge.client.search({ query: 'turn the valve by hand' })
  expect(results[0]?.document.url).toBe(VALVE)
})

test('deleted pages are listed and restored on the command line', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const kb = knowledge.knowledgeBaseId
  const source = await createFiles(service, knowledge, FILES)
  await syncNow(service, kb, source.id)
  const { documents } = await admin.documents.list(kb, { url: VALVE })
  await admin.documents.remove(kb, documents[0]?.id ?? '')
  const sources = (...args: string[]) =>
    runAsOperator(service, ['sources', ...args, '--knowledge-base', kb])
  const listed = await sources('deleted', source.id)
  expect(listed).toMatchObject({ exitCode: 0, stderr: '' })
  expect(listed.stdout).toMatch(/^\S+ +valve\.md +The valve$/m)
  const other = await sources('restore', source.id, 'pump.md')
  expect(other).toMatchObject({
    exitCode: 1,
    stderr: 'This source has no page pump.md that was deleted by hand.\n',
  })
  const restored = await sources('restore', source.id, 'valve.md')
  expect(restored).toMatchObject({ exitCode: 0, stderr: '' })
  expect((await admin.sources.deletedPages(kb, source.id)).pages).toEqual([])
})
