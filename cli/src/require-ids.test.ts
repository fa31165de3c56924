import { expect, test } from 'vitest'
import { createProgram } from './program.ts'

const run = (...args: string[]) =>
  createProgram({
    url: 'http://127.0.0.1:9',
    token: 'a token',
    databaseUrl: undefined,
    keyPepper: undefined,
    knowledgeBase: undefined,
    key: undefined,
  })
    .configureOutput({ writeErr: () => undefined })
    .parseAsync([...args, '--patience', '0'], { from: 'user' })

const ID = '0199c1f2-6e0b-7c41-9d5e-3b8f2a7d1c60'

test.each([
  ['ask', 'How?', '--key', 'fnp_1', '--knowledge-base', 'foo'],
  ['search', 'how', '--key', 'fnp_1', '--knowledge-base', 'foo'],
  ['documents', 'list', '--knowledge-base', 'foo'],
  ['people', 'list', '--workspace', 'foo'],
  ['ask', 'How?', '--key', 'fnp_1', '--knowledge-base', ID, '--thread', 'foo'],
])('%s %s %s names the option that has no id', async (...args) => {
  await expect(run(...args)).rejects.toMatchObject({
    message: expect.stringMatching(
      /^--(knowledge-base|workspace|thread) "foo" is not an id\. An id looks like /,
    ),
    exitCode: 2,
  })
})

test('an id is taken, and what is not for an id as well', async () => {
  const args = ['ask', 'How?', '--key', 'fnp_1', '--knowledge-base', ID]
  await expect(run(...args)).rejects.toMatchObject({ code: 'NETWORK' })
})
