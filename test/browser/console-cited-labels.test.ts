import { expect } from 'vitest'
import { axeFaults, buildPath, consoleTests } from '../support/browser/console.ts'
import { createKnowledge } from '../support/knowledge.ts'
import { runAsOperator } from '../support/run-cli.ts'
import { readRows } from '../support/store/services.ts'

const test = consoleTests()

test('citations are counted by the labels of the cited pages', async ({
  console,
  service,
  database,
}) => {
  const docs = await createKnowledge(service, 'Two versions')
  const { knowledgeBaseId: id } = docs
  const versions = [
    ['1', 3],
    ['2', 41],
  ] as const
  for (const [version, cited] of versions) {
    const { id: document } = await service.admin.documents.put(id, {
      url: `https://docs.example.com/v${version}`,
      content: `How to turn the valve in version ${version}.`,
      content_type: 'text/plain',
      labels: { version, product: 'valve' },
    })
    await readRows(
      database,
      `insert into citation_counts (knowledge_base_id, day, document_id, cited)
       values ('${id}', current_date, '${document}', ${cited})`,
    )
  }
  const { page: shown, faults } = await console.open(`${buildPath(docs)}/analytics`)
  const card = shown.getByRole('region', { name: 'Citations by label' })
  await card.getByRole('row', { name: 'valve 2 44' }).waitFor()
  await card.getByLabel('Label', { exact: true }).selectOption('version')
  await card.getByRole('row', { name: '2 1 41' }).waitFor()
  await card.getByRole('row', { name: '1 1 3' }).waitFor()
  expect(await axeFaults(shown)).toEqual([])
  const args = ['analytics', 'labels', '--name', 'version', '--knowledge-base', id]
  const { stdout, stderr } = await runAsOperator(service, args)
  expect(stderr).toBe('')
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/ +/)),
  ).toEqual([
    ['LABEL', 'VALUE', 'PAGES', 'CITATIONS'],
    ['version', '2', '1', '41'],
    ['version', '1', '1', '3'],
  ])
  const folder = process.env['FOOTNOTE_TEST_PICTURES']
  if (folder !== undefined) {
    for (const width of [1440, 390]) {
      await shown.setViewportSize({ width, height: 900 })
      await shown.screenshot({ path: `${folder}/cited-labels-${width}.png`, fullPage: true })
    }
  }
  expect(faults).toEqual([])
})
