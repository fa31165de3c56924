import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { PYTHON, PYTHON_FOLDER } from '../../scripts/lib/build-python.ts'
import { cuts, says } from '../fakes/model-scripts.ts'
import { answering } from '../support/answering.ts'
import { blocks } from '../support/documentation/command-blocks.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { listPythonTests, runPythonTests } from '../support/python/python-tests.ts'
import { SIGNER_SECRET, signReaderToken } from '../support/signed-readers/reader-tokens.ts'
import { changeSettings } from './support/starters.ts'

const run = promisify(execFile)
const url = (name: string) => `https://docs.example.com/${name}`

const test = answering({ SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') })
  .test.extend('docs', { scope: 'file' }, async ({ service, model }) => {
    model.answer(({ messages }) =>
      messages.at(-1)?.content.includes('breaks off')
        ? cuts('Create a second ', 'key ')
        : says('Create a second key under Settings [1].', { delayMs: 20 }),
    )
    const knowledge = await createKnowledge(service)
    const { knowledgeBaseId: id } = knowledge
    await putPages(service, id, [
      {
        url: url('keys'),
        content: '# Keys\n\nTo rotate a key, create a second key under Settings.',
        labels: { version: '2' },
      },
      { url: url('limits'), content: '# Limits\n\nA key makes 1200 requests a minute.' },
    ])
    const own_questions = ['How do I rotate a key?']
    await changeSettings(service, knowledge, { starter_mode: 'own', own_questions })
    await service.admin.readerSigners.create(id, { name: 'Login', secret: SIGNER_SECRET })
    const pair = await service.admin.keys.create(id, { name: 'server', kind: 'secret' })
    return { ...knowledge, pair }
  })
  .extend('failures', { scope: 'file' }, ({ service, docs }) =>
    runPythonTests('tests/live', {
      FOOTNOTE_TEST_URL: service.baseUrl,
      FOOTNOTE_TEST_KNOWLEDGE_BASE: docs.knowledgeBaseId,
      FOOTNOTE_TEST_CLIENT_KEY: docs.clientKey,
      FOOTNOTE_TEST_CLIENT_ID: docs.pair.client_id ?? '',
      FOOTNOTE_TEST_CLIENT_SECRET: docs.pair.client_secret ?? '',
      FOOTNOTE_TEST_READER_TOKEN: signReaderToken({ sub: 'ada', aud: docs.knowledgeBaseId }),
    }),
  )

for (const name of listPythonTests('tests/live')) {
  test(name, ({ failures }) => {
    expect(failures.has(name), 'it was not run').toBe(true)
    expect(failures.get(name)).toBeNull()
  })
}

/** What an example prints, if it is more than nothing. LangChain is not to be had here. */
const examples = blocks.filter(
  ({ file, language, text }) =>
    language === 'python' &&
    (file === 'docs/guides/python.md' || file === 'python/README.md') &&
    !text.includes('langchain'),
)

for (const { file, line, text } of examples) {
  test(`the example in ${file}:${line} prints an answer`, async ({ service, docs }) => {
    const { stdout } = await run(PYTHON, ['-W', 'error', '-c', text], {
      env: {
        ...process.env,
        PYTHONPATH: PYTHON_FOLDER,
        FOOTNOTE_URL: service.baseUrl,
        KNOWLEDGE_BASE: docs.knowledgeBaseId,
        KEY: docs.clientKey,
        READER_TOKEN: signReaderToken({ sub: 'ada', aud: docs.knowledgeBaseId }),
      },
    })
    expect(stdout).toMatch(/second key|Keys/)
  })
}
