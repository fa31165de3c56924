import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { sharing } from '../support/sharing.ts'
import { createKnowledge } from '../support/knowledge.ts'
import { runCli } from '../support/run-cli.ts'
import { ADMIN_TOKEN } from '../support/service.ts'

/** A person with a home of their own. */
// oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
const test = sharing().test.extend('home', async ({}, { onCleanup }) => {
  const home = await mkdtemp(join(tmpdir(), 'footnote-home-'))
  onCleanup(() => rm(home, { recursive: true }))
  const file = join(home, 'footnote', 'profiles.json')
  const run = (args: readonly string[], input = '', env: Record<string, string> = {}) =>
    runCli(args, { env: { XDG_CONFIG_HOME: home, ...env }, input })
  return { file, run }
})

test('who signed in names neither server, token nor knowledge base any more', async ({
  service,
  home,
}) => {
  const { workspaceId, knowledgeBaseId } = await createKnowledge(service)
  const login = ['login', '--url', service.baseUrl, '--knowledge-base', knowledgeBaseId]
  const refused = await home.run(login, 'fnt_wrong\n')
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
  await expect(stat(home.file)).rejects.toMatchObject({ code: 'ENOENT' })

  const { token } = await service.admin.accessTokens.create(workspaceId, {
    name: 'Laptop',
    role: 'viewer',
  })
  const signedIn = await home.run(login, `${token}\n`)
  expect(signedIn).toMatchObject({ exitCode: 0, stderr: '' })
  expect(signedIn.stdout).toContain(`Signed in to ${service.baseUrl}.`)
  expect(signedIn.stdout).toContain(knowledgeBaseId)
  expect(signedIn.stdout).not.toContain(token)
  expect((await stat(home.file)).mode & 0o777).toBe(0o600)
  expect(await home.run(['groups', 'list'])).toMatchObject({ exitCode: 0, stderr: '' })

  const listed = await home.run(['profiles', 'list', '--json'])
  expect(JSON.parse(listed.stdout)).toEqual([
    { name: 'default', url: service.baseUrl, knowledge_base: knowledgeBaseId, current: true },
  ])
  expect(await home.run(['logout'])).toMatchObject({ exitCode: 0 })
  expect(await readFile(home.file, 'utf8')).not.toContain(token)
  expect(await home.run(['workspaces', 'list'])).toMatchObject({ exitCode: 2 })
})

test('the only knowledge base is chosen, and one of several is not', async ({ service, home }) => {
  const { workspaceId, knowledgeBaseId } = await createKnowledge(service)
  const { token } = await service.admin.accessTokens.create(workspaceId, {
    name: 'Laptop',
    role: 'viewer',
  })
  const login = () => home.run(['login', '--url', service.baseUrl], `${token}\n`)
  expect((await login()).stdout).toContain(knowledgeBaseId)
  const other = await service.admin.knowledgeBases.create(workspaceId, { name: 'Another' })
  const { stdout } = await login()
  expect(stdout).toContain('Name a knowledge base')
  expect(stdout).toContain(other.id)
  expect((await home.run(['groups', 'list'])).stderr).toContain('--knowledge-base')
})

test('a token goes to the server that it was given for, and to no other', async ({
  service,
  home,
}) => {
  await home.run(['login', '--url', service.baseUrl], `${ADMIN_TOKEN}\n`)
  expect(await home.run(['workspaces', 'list'])).toMatchObject({ exitCode: 0 })
  const elsewhere = service.baseUrl.replace('127.0.0.1', 'localhost')
  const other = await home.run(['workspaces', 'list', '--url', elsewhere])
  expect(other).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('No admin token') })
  const environment = await home.run(['workspaces', 'list'], '', { FOOTNOTE_URL: elsewhere })
  expect(environment).toMatchObject({ exitCode: 2 })
  const both = { FOOTNOTE_URL: elsewhere, FOOTNOTE_PROFILE: 'default' }
  expect(await home.run(['workspaces', 'list'], '', both)).toMatchObject({ exitCode: 0 })
})

test('one of several profiles is in use, and FOOTNOTE_PROFILE names another', async ({
  service,
  home,
}) => {
  const login = (name: string) =>
    home.run(['login', '--url', service.baseUrl, '--name', name], `${ADMIN_TOKEN}\n`)
  await login('staging')
  await login('live')
  const current = async () => {
    const { stdout } = await home.run(['profiles', 'list'])
    return /^\* +(\w+)/m.exec(stdout)?.[1]
  }
  expect(await current()).toBe('live')
  expect(await home.run(['profiles', 'use', 'staging'])).toMatchObject({ exitCode: 0 })
  expect(await current()).toBe('staging')
  expect((await home.run(['profiles', 'use', 'nowhere'])).stderr).toContain('no profile "nowhere"')
  const unknown = await home.run(['workspaces', 'list'], '', { FOOTNOTE_PROFILE: 'nowhere' })
  expect(unknown.stderr).toContain('no profile "nowhere"')
  await writeFile(home.file, '{"current":1}')
  expect((await home.run(['workspaces', 'list'])).stderr).toContain('footnote login')
})

test('a secret key is not stored beside what it opens', async ({ service, home }) => {
  const login = ['login', '--url', service.baseUrl, '--key', 'fns_secret']
  expect(await home.run(login, `${ADMIN_TOKEN}\n`)).toMatchObject({ exitCode: 2 })
})
