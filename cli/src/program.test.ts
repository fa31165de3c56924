import { expect, test } from 'vitest'
import { createProgram } from './program.ts'

const ID = '0199c1f2-6e0b-7c41-9d5e-3b8f2a7d1c60'

const create = (environment: { knowledgeBase?: string; key?: string } = {}) =>
  createProgram({
    url: 'http://127.0.0.1:9',
    token: 'a token',
    databaseUrl: undefined,
    keyPepper: undefined,
    knowledgeBase: environment.knowledgeBase,
    key: environment.key,
  }).configureOutput({ writeErr: () => undefined })

const run = (environment: { knowledgeBase?: string; key?: string }, ...args: string[]) =>
  create(environment).parseAsync([...args, '--patience', '0'], { from: 'user' })

test('the knowledge base and the key may come from the environment', async () => {
  // It got as far as calling the server, which is not there.
  const reached = { code: 'NETWORK' }
  const environment = { knowledgeBase: ID, key: 'fnp_1' }
  await expect(run(environment, 'ask', 'How?')).rejects.toMatchObject(reached)
  await expect(run(environment, 'search', 'how')).rejects.toMatchObject(reached)
  await expect(run(environment, 'documents', 'list')).rejects.toMatchObject(reached)
  await expect(run({}, 'documents', 'list')).rejects.toMatchObject({
    code: 'commander.missingMandatoryOptionValue',
  })
})

test('an option outweighs the environment', async () => {
  const args = ['documents', 'list', '--knowledge-base', ID]
  await expect(run({ knowledgeBase: 'foo' }, ...args)).rejects.toMatchObject({ code: 'NETWORK' })
  await expect(run({ knowledgeBase: 'foo' }, 'documents', 'list')).rejects.toThrow(
    '--knowledge-base "foo" is not an id',
  )
})

test('a key that is named by its id is not taken from the environment', () => {
  const help = create()
    .commands.find((command) => command.name() === 'playground')
    ?.helpInformation()
  expect(help).toContain('--key <id>')
  expect(help).not.toContain('FOOTNOTE_KEY')
})

test('the help lists every command under a heading', () => {
  const program = create()
  const help = program.helpInformation()
  const headings = help.match(/^[A-Z].*:$/gm)
  expect(headings).toEqual([
    'Options:',
    'Get started:',
    'Ask and search:',
    'Documents:',
    'Answers and readers:',
    'Workspaces and access:',
    'Run the service:',
    'Help:',
  ])
  for (const command of program.commands)
    expect(help, command.name()).toMatch(new RegExp(`^  ${command.name()}[ |]`, 'm'))
})
