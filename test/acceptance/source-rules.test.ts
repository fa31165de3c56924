import { expect } from 'vitest'
import { runAsOperator } from '../support/run-cli.ts'
import { sharing } from '../support/sharing.ts'
import { createFiles, syncNow } from '../support/sources.ts'

const { test } = sharing()

const FILES = {
  'guide/valve.md': '# The valve\n\nTurn the valve by hand after every restart of the pump.',
  'guide/pump.md': '# The pump\n\nThe pump is primed with two litres of clean water.',
  'notes.txt': 'The wrench hangs beside the door of the boiler room.',
  'manual.html': '<h1>Boiler</h1><p>The boiler is lit with a long match, never a short one.</p>',
}

test('rules by folder are previewed, and then apply to what is there', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const kb = knowledge.knowledgeBaseId
  const source = await createFiles(service, knowledge, FILES)
  await syncNow(service, kb, source.id)
  const staff = await admin.groups.create(kb, { name: 'Staff' })
  const rules = [
    { match: 'folder:/guide/**', group_id: staff.id, visibility: 'unlisted' as const },
    { match: 'folder:/{area}', labels: { product: 'pump' } },
    { match: 'folder:/nowhere', visibility: 'restricted' as const },
  ]
  const all = Object.keys(FILES).length
  expect(await admin.sources.previewRules(kb, source.id, { rules })).toEqual({
    documents: all,
    rules: [
      { matches: 2, decides: 2 },
      { matches: 2, decides: 2 },
      { matches: 0, decides: 0 },
    ],
    unmatched: all - 2,
    changes: 2,
    containers: expect.arrayContaining([{ name: 'folder:/guide', documents: 2 }]),
  })
  const saved = await admin.sources.get(kb, source.id)
  expect(saved.rules).toEqual([])
  await admin.sources.change(kb, source.id, { rules })
  const { documents } = await admin.documents.list(kb, { source_id: source.id })
  for (const { url, group_id, visibility, labels } of documents) {
    expect({ group_id, visibility, labels }).toEqual(
      url.includes('/guide/')
        ? {
            group_id: staff.id,
            visibility: 'unlisted',
            labels: { area: ['guide'], product: ['pump'] },
          }
        : { group_id: null, visibility: 'public', labels: {} },
    )
  }
  const unknown = [{ match: '/**', group_id: knowledge.workspaceId }]
  await expect(admin.sources.previewRules(kb, source.id, { rules: unknown })).rejects.toMatchObject(
    { code: 'GROUP_NOT_ALLOWED' },
  )
  await expect(admin.sources.change(kb, source.id, { rules: unknown })).rejects.toMatchObject({
    code: 'GROUP_NOT_ALLOWED',
  })
  for (const rule of [{ match: '/a' }, { match: '/{No}/**' }, { match: ' ', labels: { a: 'b' } }]) {
    await expect(admin.sources.change(kb, source.id, { rules: [rule] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  }
  // What is pushed comes with its group and labels.
  const [pushed] = (await admin.sources.list(kb)).sources
  for (const rule of rules.slice(0, 2)) {
    await expect(
      admin.sources.change(kb, pushed?.id ?? '', { rules: [rule] }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  }
})

test('rules are previewed, saved, shown and removed in a terminal', async ({
  service,
  knowledge,
}) => {
  const { admin } = service
  const kb = knowledge.knowledgeBaseId
  const source = await createFiles(service, knowledge, FILES)
  await syncNow(service, kb, source.id)
  const run = async (...options: string[]) => {
    const args = ['sources', 'rules', source.id, '--knowledge-base', kb, ...options]
    return (await runAsOperator(service, args)).stdout
  }
  const rules = ['--rule', 'folder:/guide=restricted,product=pump', '--rule', '/**=unlisted']
  const saved = async () => (await admin.sources.get(kb, source.id)).rules.length
  const preview = await run('--preview', ...rules)
  expect(preview).toMatch(/^folder:\/guide=restricted,product=pump +2 +2$/m)
  expect(preview).toMatch(/^\/\*\*=unlisted +4 +2$/m)
  expect(preview).toMatch(/^\(no rule\) +0$/m)
  expect(preview).toContain('4 of 4 documents would change.')
  expect(preview).toMatch(/^folder:\/guide +2$/m)
  expect(await saved()).toBe(0)
  expect(await run(...rules)).toContain('4 of 4 documents changed.')
  expect(await saved()).toBe(2)
  const shown = await run()
  expect(shown).toMatch(/^\/\*\*=unlisted +4 +2$/m)
  expect(shown).not.toContain('changed')
  await run('--none')
  expect(await saved()).toBe(0)
})
