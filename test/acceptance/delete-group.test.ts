import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { clientFor, createPublicKey, putPages } from '../support/knowledge.ts'
import { readRows } from '../support/store/services.ts'
import { runAsOperator } from '../support/run-cli.ts'
import { adminPath, asOperator, send } from './support/wire.ts'

const { test: plainTest } = acceptance({
  PUBLIC_URL: 'http://127.0.0.1:1',
  SECRETS_KEY: 'a key for the tests, 32 characters',
})

/** A group with a page and a group without, and a way to delete the first. */
const test = plainTest.extend('world', async ({ service, knowledge }) => {
  const { admin } = service
  const { knowledgeBaseId } = knowledge
  const group = await admin.groups.create(knowledgeBaseId, { name: 'Secret' })
  const spare = await admin.groups.create(knowledgeBaseId, { name: 'Spare' })
  await putPages(service, knowledgeBaseId, [
    { url: 'https://docs.example.com/heron', content: 'A heron wades.', group_id: group.id },
    { url: 'https://docs.example.com/stork', content: 'A stork soars.', group_id: spare.id },
  ])
  const remove = (query = '') =>
    send(service, adminPath(knowledgeBaseId, `groups/${group.id}${query}`), {
      method: 'DELETE',
      headers: asOperator,
    })
  const found = async (groupIds: string[]) => {
    const key = await createPublicKey(admin, knowledgeBaseId, groupIds)
    const { results } = await clientFor(service, knowledgeBaseId, key).search({ query: 'heron' })
    return results.some(({ chunk }) => chunk.content.includes('heron'))
  }
  return { admin, knowledgeBaseId, group, spare, remove, found }
})

const CONFLICT = { status: 409, body: { code: 'CONFLICT' } }

test('a group with documents is deleted only with a place to move them', async ({
  world,
  database,
}) => {
  const { admin, knowledgeBaseId, group, spare, remove, found } = world
  expect(await remove()).toMatchObject(CONFLICT)
  expect(await remove(`?move_to=${group.id}`)).toMatchObject(CONFLICT)
  expect(await found([spare.id])).toBe(false)
  expect((await remove(`?move_to=${spare.id}`)).status).toBe(204)
  expect(await found([spare.id])).toBe(true)
  expect((await admin.groups.list(knowledgeBaseId)).groups.map(({ id }) => id)).toEqual([spare.id])
  const [event] = await readRows(
    database,
    `select actor, action from audit_events where subject_id = '${group.id}' order by id desc`,
  )
  expect(event).toEqual({ actor: 'operator', action: 'group.delete' })
})

test('a key limited to groups cannot read documents without a group', async ({ world }) => {
  const { spare, remove, found } = world
  expect((await remove('?move_to=none')).status).toBe(204)
  expect(await found([])).toBe(true)
  expect(await found([spare.id])).toBe(false)
})

test('a key limited to the group alone blocks its deletion; one with others loses it and reads no more than before', async ({
  world,
  service,
}) => {
  const { admin, knowledgeBaseId, group, spare, remove } = world
  const only = await admin.keys.create(knowledgeBaseId, {
    name: 'Only',
    kind: 'public',
    allowed_group_ids: [group.id],
  })
  const both = await createPublicKey(admin, knowledgeBaseId, [group.id, spare.id])
  expect(await remove('?move_to=none')).toMatchObject(CONFLICT)
  await admin.keys.revoke(knowledgeBaseId, only.id)
  expect((await remove('?move_to=none')).status).toBe(204)
  const client = clientFor(service, knowledgeBaseId, both)
  const texts = async (query: string) =>
    (await client.search({ query })).results.map(({ chunk }) => chunk.content).join()
  expect(await texts('heron')).not.toContain('heron')
  expect(await texts('stork')).toContain('stork')
})

test('a sign-in limited to the group alone blocks its deletion', async ({ world, service }) => {
  const { knowledgeBaseId, group, spare, remove } = world
  const limit = (ids: string[]) =>
    send(service, adminPath(knowledgeBaseId, 'sign-in'), {
      method: 'PUT',
      json: { allowed_group_ids: ids },
      headers: asOperator,
    })
  expect((await limit([group.id])).status).toBe(200)
  expect(await remove('?move_to=none')).toMatchObject(CONFLICT)
  await limit([group.id, spare.id])
  expect((await remove('?move_to=none')).status).toBe(204)
  const { body } = await send(service, adminPath(knowledgeBaseId, 'sign-in'), {
    headers: asOperator,
  })
  expect(body).toMatchObject({ allowed_group_ids: [spare.id] })
})

test('footnote says what it deletes, and asks for the name unless --yes is given', async ({
  world,
  service,
  knowledge,
}) => {
  const { admin, knowledgeBaseId, group } = world
  const inBase = ['--knowledge-base', knowledgeBaseId]
  const groupArgs = ['groups', 'delete', group.id, '--move-to', 'none', ...inBase]
  const wrong = await runAsOperator(service, groupArgs, 'secret\n')
  expect(wrong).toMatchObject({ exitCode: 2, stdout: '' })
  expect(wrong.stderr).toContain('This deletes the source group "Secret".')
  expect(await runAsOperator(service, groupArgs, 'Secret\n')).toMatchObject({ exitCode: 0 })
  const widget = await admin.widgets.create(knowledgeBaseId, { name: 'Help' })
  const widgetArgs = ['widgets', 'delete', widget.id, ...inBase]
  expect(await runAsOperator(service, [...widgetArgs, '--yes'])).toMatchObject({ exitCode: 0 })
  expect((await admin.widgets.list(knowledgeBaseId)).widgets).toEqual([])
  const baseArgs = ['knowledge-bases', 'delete', knowledgeBaseId]
  const refused = await runAsOperator(service, baseArgs)
  expect(refused.exitCode).toBe(2)
  expect(refused.stderr).toContain('2 documents with 2 passages')
  expect(await admin.knowledgeBases.get(knowledgeBaseId)).toMatchObject({ state: 'active' })
  const deleted = await runAsOperator(service, [...baseArgs, '--json'], 'Docs\n')
  expect(JSON.parse(deleted.stdout)).toMatchObject({ id: knowledgeBaseId, state: 'deleting' })
  const workspaceArgs = ['workspaces', 'delete', knowledge.workspaceId, '--yes', '--json']
  const gone = await runAsOperator(service, workspaceArgs)
  expect(JSON.parse(gone.stdout)).toMatchObject({ state: 'deleting' })
})

test('the only group of a channel is not deleted; where it has others, this one is dropped', async ({
  world,
}) => {
  const { admin, knowledgeBaseId, group, spare, remove } = world
  const { id } = await admin.channels.create(knowledgeBaseId, {
    kind: 'slack',
    name: 'Slack',
    group_ids: [group.id],
  })
  expect(await remove('?move_to=none')).toMatchObject(CONFLICT)
  await admin.channels.change(knowledgeBaseId, id, { group_ids: [group.id, spare.id] })
  expect((await remove('?move_to=none')).status).toBe(204)
  const { channels } = await admin.channels.list(knowledgeBaseId)
  expect(channels).toMatchObject([{ group_ids: [spare.id] }])
})
