import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AnswerDiffInput, AnswerDiffWithItems } from '@footnote/client/admin'
import { expect } from 'vitest'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { sharing } from '../support/sharing.ts'
import { runAsOperator } from '../support/run-cli.ts'
import type { Service } from '../support/service.ts'

const run = promisify(execFile)

const { test: plainTest } = sharing()

const SITE = 'https://docs.example.com'
const PAGES = {
  keys: '# Keys\n\nRotate a key under Settings. The old key works for 24 hours after that.',
  limits: '# Limits\n\nA key may send 600 requests a minute. Pass `--burst` to allow more at once.',
  invoices: '# Invoices\n\nWe send an invoice every Monday by mail.',
  exports: '# Exports\n\nAn export of all conversations is a CSV file. It is ready after a minute.',
}

const test = plainTest.extend('docs', async ({ service }) => {
  const knowledge = await createKnowledge(service)
  await putPages(
    service,
    knowledge.knowledgeBaseId,
    Object.entries(PAGES).map(([name, content]) => ({ url: `${SITE}/${name}`, content })),
  )
  return knowledge
})

const QUESTIONS = {
  rotate: 'How long does the old key work after I rotate a key?',
  limits: 'How many requests may a key send a minute?',
  invoices: 'When do you send an invoice?',
  exports: 'What is an export of all conversations?',
  logs: 'How do I read the audit log?',
}

const MAP = { from: 'docs/', to: `${SITE}/` }

async function diff(
  service: Service,
  { knowledgeBaseId }: Knowledge,
  pages: AnswerDiffInput['pages'],
  more: Partial<AnswerDiffInput> = {},
): Promise<AnswerDiffWithItems> {
  const { answerDiffs } = service.admin
  const { id } = await answerDiffs.start(knowledgeBaseId, { pages, path_map: MAP, ...more })
  const state = async () => (await answerDiffs.get(knowledgeBaseId, id)).state
  await expect.poll(state, { timeout: 60_000 }).toMatch(/completed|failed/)
  return answerDiffs.get(knowledgeBaseId, id)
}

const verdicts = ({ items }: AnswerDiffWithItems) =>
  Object.fromEntries(items.map(({ question, verdict }) => [question, verdict]))

test('a diff says of each question what the change does to its answer, and changes nothing', async ({
  service,
  docs,
}) => {
  const { knowledgeBaseId } = docs
  const { questionSets, documents, messages } = service.admin
  await questionSets.create(knowledgeBaseId, {
    name: 'Set',
    items: [
      { question: QUESTIONS.rotate },
      { question: QUESTIONS.limits },
      { question: QUESTIONS.invoices },
    ],
  })
  const asked = await docs.client.formDeflect({ description: QUESTIONS.exports })
  const gap = await docs.client.formDeflect({ description: QUESTIONS.logs })
  const listed = await documents.list(knowledgeBaseId)
  const report = await diff(service, docs, [
    { path: 'docs/keys.md', content: PAGES.keys.replace('24 hours', '12 hours') },
    { path: 'docs/limits.md', content: PAGES.limits.replace('Limits', 'Limits of keys') },
    { path: 'docs/invoices.md', content: null },
    { path: 'docs/exports.md', content: PAGES.exports.replace('a minute', 'an hour') },
    {
      path: 'docs/logs.md',
      content: '# Audit log\n\nRead the audit log under People.',
      is_new: true,
    },
  ])
  expect(report).toMatchObject({ state: 'completed', reason: null, done: report.total })
  expect(verdicts(report)).toMatchObject({
    [QUESTIONS.rotate]: 'contradicts',
    [QUESTIONS.limits]: 'same',
    [QUESTIONS.invoices]: expect.stringMatching(/^(?:no_longer_covered|worse)$/),
  })
  const changes = Object.fromEntries(report.pages.map(({ url, change }) => [url, change]))
  expect(changes).toEqual({
    [`${SITE}/keys`]: 'changed',
    [`${SITE}/limits`]: 'changed',
    [`${SITE}/invoices`]: 'removed',
    [`${SITE}/exports`]: 'changed',
    [`${SITE}/logs`]: 'added',
  })
  const [first] = report.items
  expect(first).toMatchObject({
    question: QUESTIONS.rotate,
    origin: 'set',
    differences: [{ kind: 'number', before: expect.stringContaining('24 hours') }],
  })
  expect(first?.after?.answer).toContain('12 hours')
  expect(first?.after?.citations[0]).toMatchObject({
    url: expect.stringContaining(`${SITE}/keys`),
    is_changed: true,
  })
  // A reader's question, asked of a page that the change touches.
  expect(report.items).toContainEqual(
    expect.objectContaining({ question: QUESTIONS.exports, origin: 'reader', times: 1 }),
  )
  expect(await documents.list(knowledgeBaseId)).toEqual(listed)
  const stored = (await messages.list(knowledgeBaseId)).messages.map(({ id }) => id)
  expect(new Set(stored)).toEqual(new Set([asked.message_id, gap.message_id]))
  // Erased with the question that it is from.
  await messages.remove(knowledgeBaseId, asked.message_id ?? '')
  const left = await service.admin.answerDiffs.get(knowledgeBaseId, report.id)
  expect(left.items.map(({ question }) => question)).not.toContain(QUESTIONS.exports)
})

test('the command line compares two branches of a repository, writes reports, and fails over a limit', async ({
  service,
  docs,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-diff-'))
  const git = (...args: string[]) =>
    run('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args])
  const write = (name: string, content: string) => writeFile(join(folder, name), content)
  try {
    await service.admin.questionSets.create(docs.knowledgeBaseId, {
      name: 'Set',
      items: [{ question: QUESTIONS.rotate }, { question: QUESTIONS.limits }],
    })
    await git('init', '--quiet', '--initial-branch', 'main')
    await mkdir(join(folder, 'docs'))
    for (const [name, content] of Object.entries(PAGES)) await write(`docs/${name}.md`, content)
    await write('build.sh', 'exit 0')
    await git('add', '.')
    await git('commit', '--quiet', '--message', 'Pages')
    await git('switch', '--quiet', '--create', 'hours')
    await write('docs/keys.md', PAGES.keys.replace('24 hours', '12 hours'))
    await write('build.sh', 'exit 1')
    await git('commit', '--quiet', '--all', '--message', 'Twelve hours')
    const diffWith = (...args: string[]) =>
      runAsOperator(service, [
        'diff',
        '--base',
        'main',
        '--repository',
        folder,
        '--path-map',
        `docs/=${SITE}/`,
        '--knowledge-base',
        docs.knowledgeBaseId,
        ...args,
      ])
    const html = join(folder, 'report.html')
    const markdown = join(folder, 'report.md')
    const failed = await diffWith(
      '--head',
      'hours',
      '--html',
      html,
      '--markdown',
      markdown,
      '--fail-over',
      'contradicts=0',
      'no_longer_covered=0',
    )
    expect(failed).toMatchObject({ exitCode: 1, stderr: 'contradicts is 1, over 0.\n' })
    expect(failed.stdout).toContain('2 questions: 1 says something else, 1 same.')
    expect(failed.stdout).toMatch(/^- .*24 hours/m)
    expect(failed.stdout).toMatch(/^\+ .*12 hours/m)
    expect(await readFile(markdown, 'utf8')).toBe(failed.stdout)
    expect(await readFile(html, 'utf8')).toContain('<ins>')
    const json = await diffWith('--head', 'hours', '--json', '--days', '0', '--no-gaps')
    expect(json.exitCode).toBe(0)
    const parsed: AnswerDiffWithItems = JSON.parse(json.stdout)
    expect(parsed.pages.map(({ path, change }) => [path, change])).toEqual([
      ['docs/keys.md', 'changed'],
    ])
    expect(await diffWith('--head', 'main')).toMatchObject({
      exitCode: 0,
      stderr: 'No page changes.\n',
    })
    expect(await diffWith('--head', 'nowhere')).toMatchObject({ exitCode: 1 })
  } finally {
    await rm(folder, { recursive: true })
  }
})
