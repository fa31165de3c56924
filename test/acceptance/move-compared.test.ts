import { Client } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { ask, lastOf } from '../support/ask.ts'
import { footnoteMove } from '../support/footnote-move.ts'
import { readRows } from '../support/store/services.ts'
import { fill, test } from './support/cells.ts'

/** What a trigger of the other database does to a row that is copied. */
const DAMAGE = [
  ['passages', 'differs', `new.content := 'Reset nothing.'; return new;`],
  ['messages', 'is lost', 'return null;'],
] as const

test.for(DAMAGE)(
  'a row of %s that %s in the copy is found',
  async ([table, , becomes], { service, cells }) => {
    const docs = await fill(service)
    const move = { workspaceId: docs.workspaceId, from: cells.lower, to: cells.upper }
    const isOurs = `new.knowledge_base_id = '${docs.knowledgeBaseId}'`
    await readRows(
      cells.upper,
      `create function damage_${table}() returns trigger language plpgsql as $$
     begin if ${isOurs} then ${becomes} end if; return new; end $$;
     create trigger damage before insert on ${table} for each row execute function damage_${table}();
     alter table ${table} enable replica trigger damage`,
    )
    const refused = await footnoteMove(move)
    expect(refused.errors).toContain(`${table} differs`)
    expect(refused.isDone).toBe(false)
    expect(lastOf(await ask(service, docs, { query: 'How do I reset a key?' })).covered).toBe(true)
    await readRows(cells.upper, `drop function damage_${table}() cascade`)
    expect(await footnoteMove(move, { flags: ['--abort'] })).toMatchObject({ isDone: true })
    expect(await footnoteMove(move)).toMatchObject({ isDone: true })
  },
)

test('a row that is damaged after both copies were read is found', async ({ service, cells }) => {
  const docs = await fill(service)
  const move = { workspaceId: docs.workspaceId, from: cells.lower, to: cells.upper }
  // Somebody is in the workspace, so that the cut waits until the row is damaged.
  const somebody = new Client({ connectionString: cells.lower.adminUrl })
  await somebody.connect()
  onTestFinished(() => somebody.end())
  await somebody.query('begin')
  await somebody.query(`select enter_tenant('${docs.workspaceId}', '${docs.knowledgeBaseId}')`)
  const steps: string[] = []
  const refused = await footnoteMove(move, {
    async onLine(line) {
      steps.push(line)
      if (line !== 'cutting over') return
      await readRows(
        cells.upper,
        `update passages set content = 'Reset nothing.'
         where knowledge_base_id = '${docs.knowledgeBaseId}'`,
      )
      await somebody.query('commit')
    },
  })
  expect(steps).toContain('reading both copies')
  expect(refused.errors).toContain('passages differs')
  expect(refused.isDone).toBe(false)
  expect(lastOf(await ask(service, docs, { query: 'How do I reset a key?' })).covered).toBe(true)
  expect(await footnoteMove(move, { flags: ['--abort'] })).toMatchObject({ isDone: true })
})
