import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { startGuardedHost } from '../fakes/guarded-host.ts'
import { acceptance } from '../support/acceptance.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { runCli } from '../support/run-cli.ts'
import type { Service } from '../support/service.ts'
import { ADMIN_TOKEN } from '../support/service.ts'

const host = await startGuardedHost(
  { '/': '<html><body><main><h1>Docs</h1><p>How the lamp turns.</p></main></body></html>' },
  { ada: 'in the file', 'x-access-token': 'in-the-variable' },
)
await host.commit({ 'lamp.md': '# Lamp\n\nThe lamp turns four times a minute.' })
const folder = await mkdtemp(join(tmpdir(), 'footnote-secret-'))
const file = join(folder, 'password')
await writeFile(file, 'in the file\n')
afterAll(() => Promise.all([host.close(), rm(folder, { recursive: true })]))

const { test } = acceptance({
  SECRETS_KEY: 'a key that seals secrets in the tests',
  FETCH_ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
})

const commands = ({ baseUrl }: Service, { knowledgeBaseId }: Knowledge) => {
  const env = {
    FOOTNOTE_URL: baseUrl,
    FOOTNOTE_ADMIN_TOKEN: ADMIN_TOKEN,
    GIT_TOKEN: 'in-the-variable',
  }
  return (args: readonly string[], input = '') =>
    runCli(['sources', ...args, '--knowledge-base', knowledgeBaseId], { env, input })
}

test('a secret is read from a file, a variable or standard input', async ({
  service,
  knowledge,
}) => {
  const run = commands(service, knowledge)
  const site = ['add', 'website', `${host.origin}/`, '--user', 'ada']
  const added = await run([...site, '--secret-file', file])
  expect(added.exitCode).toBe(0)
  expect(added.stdout).toContain('Connected as ada.')
  expect(added.stdout).toMatch(/indexed\s+1 of 1/)
  const page = `${host.origin}/{path}`
  const repository = ['add', 'git', `${host.origin}/docs.git`, '--page-url', page, '--git-token']
  const git = await run([...repository, '--secret-env', 'GIT_TOKEN'])
  expect(git.stdout).toContain('Connected as x-access-token.')
  const app = await run(
    [...repository.slice(0, -1), '--github-app', '1', '--installation', '2'],
    'not a key\n',
  )
  expect(app).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('private key in PEM') })
  const preview = await run(['preview', `${host.origin}/`, '--user', 'ada'], 'in the file\n')
  expect(preview.stdout).toContain('About 1 pages')

  const { sources } = await service.admin.sources.list(knowledge.knowledgeBaseId)
  const { id = '' } = sources.find(({ type }) => type === 'website') ?? {}
  const shown = await run(['credential', id])
  expect(shown.stdout).toContain('ada')
  expect(shown.stdout).not.toContain('in the file')
  const wrong = await run(['credential', id, '--user', 'ada'], 'wrong\n')
  expect(wrong).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('nothing was saved') })
  const right = await run(['credential', id, '--user', 'ada'], 'in the file\n')
  expect(right.stdout).toBe('Connected as ada.\n')
  expect(await run(['credential', id, '--remove', '--yes'])).toMatchObject({ exitCode: 0 })
  expect(await run(['credential', id])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('no credential'),
  })
})

test('what is missing or given twice is said before anything is sent', async ({
  service,
  knowledge,
}) => {
  const run = commands(service, knowledge)
  const before = host.requests.length
  const site = ['add', 'website', `${host.origin}/`]
  for (const [args, reason] of [
    [['--user', 'ada'], 'The secret is empty.'],
    [['--user', 'ada', '--cookie'], 'A source signs in with one thing.'],
    [['--secret-env', 'GIT_TOKEN'], 'Say with what the source signs in'],
    [['--user', 'ada', '--secret-env', 'NOT_SET'], 'The secret is empty.'],
  ] as const) {
    const refused = await run([...site, ...args])
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(reason) })
  }
  expect(host.requests.length).toBe(before)
})
