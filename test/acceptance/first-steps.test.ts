import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { acceptance } from '../support/acceptance.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { runAsOperator } from '../support/run-cli.ts'
import type { Service } from '../support/service.ts'

const { test } = acceptance()

/** The workspaces of that name that are not being deleted. */
async function workspacesNamed({ admin }: Service, name: string): Promise<unknown[]> {
  const { workspaces } = await admin.workspaces.list({ limit: 200 })
  return workspaces.filter((each) => each.name === name && each.state === 'active')
}

/** Nothing listens there, and no source may reach it. */
const UNREACHABLE = 'http://127.0.0.1:9/'

test('a first source that cannot be read leaves nothing behind, however often it is tried', async ({
  service,
}) => {
  const command = ['sources', 'add', 'website', UNREACHABLE, '--schedule', '0 3 * * *']
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const tried = await runAsOperator(service, [...command, '--create', 'Our docs'])
    expect(tried.exitCode).toBe(1)
    expect(tried.stderr).toContain('what was created above is deleted again')
    expect(await workspacesNamed(service, 'Our docs')).toEqual([])
  }
})

test('a first folder of which nothing can be indexed leaves nothing behind', async ({
  service,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-unreadable-'))
  try {
    await writeFile(join(folder, 'a.md'), Buffer.from([0xff, 0xfe, 0xfd]))
    const tried = await runAsOperator(service, ['ingest', folder, '--create', 'A folder'])
    expect(tried).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('is not UTF-8') })
    expect(tried.stderr).toContain('what was created above is deleted again')
    expect(await workspacesNamed(service, 'A folder')).toEqual([])
    await writeFile(join(folder, 'b.md'), '# Kiln\n\nThe kiln fires clay.')
    await runAsOperator(service, ['ingest', folder, '--create', 'A folder'])
    expect(await workspacesNamed(service, 'A folder')).toHaveLength(1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('what goes on without the command is kept', async ({ service }) => {
  const command = ['sources', 'add', 'website', 'https://docs.example.invalid/', '--no-wait']
  const { stderr } = await runAsOperator(service, [...command, '--create', 'Later'])
  expect(stderr).not.toContain('deleted')
  expect(await workspacesNamed(service, 'Later')).toHaveLength(1)
})

test('a list of gaps that is empty says where the smaller ones are', async ({ service }) => {
  const knowledge = await createKnowledge(service)
  const { knowledgeBaseId, client } = knowledge
  const list = (...options: string[]) =>
    runAsOperator(service, ['gaps', 'list', '--knowledge-base', knowledgeBaseId, ...options])
  expect((await list()).stderr).toContain('There are no open gaps.')
  await putPages(service, knowledgeBaseId, [
    { url: 'https://docs.example.com/kiln', content: '# Kiln\n\nThe kiln fires clay.' },
  ])
  const { message_id } = await client.formDeflect({ description: 'How hot is the kiln?' })
  await client.rate({ message_id: message_id ?? '', rating: 'down' })
  const smaller = async () =>
    (await service.admin.gaps.list(knowledgeBaseId, { min_questions: 1 })).gaps
  await expect.poll(smaller).toHaveLength(1)
  const empty = await list()
  expect(empty.stdout).not.toContain('kiln')
  expect(empty.stderr).toContain('To see a gap with fewer: --min-questions 1')
  expect((await list('--min-questions', '1')).stdout).toContain('How hot is the kiln?')
})
