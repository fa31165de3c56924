import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { ask, takeLast } from '../support/ask.ts'
import { footnoteMove } from '../support/footnote-move.ts'
import { readRows } from '../support/store/services.ts'
import { fill, test } from './support/cells.ts'

/** What a trigger of the other database does to a row that is copied. */
const DAMAGE = [
  ['passages', `new.content := 'Reset nothing.'; return new;`],
  ['messages', 'return null;'],
] as const

test('rows that differ or are lost are found, damaged in the copy or after both were read', async ({
  service,
  cells,
}) => {
  const docs = await fill(service)
  const move = { workspaceId: docs.workspaceId, from: cells.lower, to: cells.upper }
  const ours = `knowledge_base_id = '${docs.knowledgeBaseId}'`
  for (const [table, becomes] of DAMAGE) {
    await readRows(
      cells.upper,
      `create function damage_${table}() returns trigger language plpgsql as $$
       begin if new.${ours} then ${becomes} end if; return new; end $$;
       create trigger damage before insert on ${table} for each row execute function damage_${table}();
       alter table ${table} enable replica trigger damage`,
    )
  }
  // Somebody is in the workspace, so that the switch waits until the last row is damaged.
  const somebody = new Client({ connectionString: cells.lower.adminUrl })
  await somebody.connect()
  onTestFinished(() => somebody.end())
  await somebody.query('begin')
  await somebody.query(`select enter_tenant('${docs.workspaceId}', '${docs.knowledgeBaseId}')`)
  const steps: string[] = []
  const refused = await footnoteMove(move, {
    async onLine(line) {
      steps.push(line)
      if (line !== 'switching over') return
      await readRows(cells.upper, `update widgets set name = 'Damaged' where ${ours}`)
      await somebody.query('commit')
    },
  })
  expect(steps).toContain('reading both copies')
  expect(refused.isDone).toBe(false)
  const found = refused.errors.match(/\w+ differs: \d+ rows in cell 0a, \d+ in 0A/g)
  expect(found).toEqual([
    'messages differs: 1 rows in cell 0a, 0 in 0A',
    'passages differs: 1 rows in cell 0a, 1 in 0A',
    'widgets differs: 1 rows in cell 0a, 1 in 0A',
  ])
  const question = { query: 'How do I reset a key?' }
  expect(takeLast(await ask(service, docs, question)).covered).toBe(true)
  for (const [table] of DAMAGE) {
    await readRows(cells.upper, `drop function damage_${table}() cascade`)
  }
  expect(await footnoteMove(move, { flags: ['--abort'] })).toMatchObject({ isDone: true })
  expect(await footnoteMove(move)).toMatchObject({ isDone: true, errors: '' })
  expect(takeLast(await ask(cells.upper.service, docs, question)).covered).toBe(true)
})
