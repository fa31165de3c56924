import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { sharing } from '../support/sharing.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { runAsOperator } from '../support/run-cli.ts'
import { createFiles, syncNow } from '../support/sources.ts'

const { test: plainTest } = sharing()

const test = plainTest.extend('docs', async ({ service }) => {
  const knowledge = await createKnowledge(service)
  await putPages(service, knowledge.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nRotate a key under Settings.' },
  ])
  return knowledge
})

const COVERED = 'How do I rotate a key?'
const UNCOVERED = 'What is the capital of France?'

test('a question set is asked, measured and compared, and nothing of it is stored or counted', async ({
  service,
  docs,
}) => {
  const { knowledgeBaseId, workspaceId } = docs
  const { questionSets, evaluations, messages, workspaces } = service.admin
  const { message_id: messageId = '' } = await docs.client.formDeflect({ description: COVERED })
  const billing = 'https://docs.example.com/billing'
  const set = await questionSets.create(knowledgeBaseId, {
    name: 'Release',
    items: [
      { question: 'When do you send an invoice?', expected_pages: [billing], must_say: ['Monday'] },
      { question: UNCOVERED, expect: 'refuse' },
    ],
  })
  await questionSets.addQuestions(knowledgeBaseId, set.id, { message_ids: [messageId] })
  const before = await workspaces.usage(workspaceId)
  const run = async (label: string) => {
    const { id } = await evaluations.start(knowledgeBaseId, { set_id: set.id, label })
    const state = async () => (await evaluations.get(knowledgeBaseId, id)).state
    await expect.poll(state).toBe('completed')
    return evaluations.get(knowledgeBaseId, id)
  }
  const first = await run('before')
  expect(first).toMatchObject({
    total: 3,
    done: 3,
    metrics: { passed: 0.6667, recall: 0.5, abstention: 1, false_abstention: 0.5, failed: 0 },
  })
  expect(first.items[0]).toMatchObject({
    outcome: 'refused',
    missing_pages: [billing],
    passed: false,
  })
  expect(first.items[2]).toMatchObject({ question: COVERED, outcome: 'answered', passed: true })
  await putPages(service, knowledgeBaseId, [
    { url: billing, content: '# Invoices\n\nWe send an invoice every Monday.' },
  ])
  const second = await run('after')
  expect(second.metrics).toMatchObject({ passed: 1, recall: 1, citation_precision: 1, said: 1 })
  const compared = await evaluations.compare(knowledgeBaseId, {
    before: first.id,
    after: second.id,
  })
  expect(compared.counts).toMatchObject({ fixed: 1, broken: 0, same: 2 })
  expect(compared.items[0]).toMatchObject({ change: 'fixed', after: { outcome: 'answered' } })
  expect(compared.items[0]?.after?.answer).toContain('Monday')
  const stored = await messages.list(knowledgeBaseId)
  expect(stored.messages.map(({ id }) => id)).toEqual([messageId])
  expect(await workspaces.usage(workspaceId)).toEqual(before)
  await messages.remove(knowledgeBaseId, messageId)
  expect((await evaluations.get(knowledgeBaseId, second.id)).items).toHaveLength(2)
  await questionSets.remove(knowledgeBaseId, set.id)
  expect(await evaluations.list(knowledgeBaseId)).toMatchObject({ evaluations: [] })
})

test('the command line imports a set, runs it, and fails a build whose figures are too low', async ({
  service,
  docs,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-eval-'))
  try {
    const run = (...args: string[]) =>
      runAsOperator(service, ['eval', ...args, '--knowledge-base', docs.knowledgeBaseId])
    const json = join(folder, 'questions.json')
    const csv = join(folder, 'questions.csv')
    await writeFile(
      json,
      JSON.stringify([
        { question: COVERED, expected_pages: ['https://docs.example.com/keys'] },
        { question: UNCOVERED, expect: 'refuse' },
      ]),
    )
    await writeFile(csv, `question,must_say\n${COVERED},two days\n`)
    expect((await run('import', json, '--set', 'CI')).stdout).toContain('2 questions')
    expect((await run('sets')).stdout).toMatch(/2 +CI/)
    const junit = join(folder, 'eval.xml')
    const passed = await run(
      'run',
      '--set',
      'CI',
      '--fail-under',
      '1',
      'recall=1',
      '--junit',
      junit,
    )
    expect(passed).toMatchObject({ exitCode: 0, stderr: '' })
    expect(passed.stdout).toMatch(/recall +1/)
    expect(await readFile(junit, 'utf8')).toContain('tests="2" failures="0" errors="0"')

    expect((await run('import', csv, '--set', 'CI')).stdout).toContain('1 questions')
    const failed = await run('run', '--set', 'CI', '--fail-under', '0.5', '--junit', junit)
    expect(failed).toMatchObject({ exitCode: 1, stderr: 'passed is 0, under 0.5.\n' })
    expect(failed.stdout).toContain('The answer does not say: two days')
    expect(await readFile(junit, 'utf8')).toContain('<failure message="The answer does not say')
    expect((await run('run', '--set', 'Nothing')).exitCode).toBe(1)
    expect((await run('run', '--set', 'CI', '--fail-under', 'x=1')).exitCode).toBe(2)
  } finally {
    await rm(folder, { recursive: true })
  }
})

const SUBJECTS = [
  'valve',
  'pump',
  'boiler',
  'wrench',
  'radiator',
  'thermostat',
  'pipe',
  'gauge',
  'fan',
]

test('a gate holds a sync that removes every third page, and lets a harmless one pass', async ({
  service,
}) => {
  const knowledge = await createKnowledge(service)
  const { knowledgeBaseId } = knowledge
  const { admin } = service
  const files = [...SUBJECTS, 'imprint'].map((subject): [string, string] => [
    `${subject}.md`,
    `# The ${subject}\n\nThe ${subject} is cleaned with a soft ${subject} brush every spring.`,
  ])
  const source = await createFiles(service, knowledge, Object.fromEntries(files))
  await syncNow(service, knowledgeBaseId, source.id)
  const { id: set_id } = await admin.questionSets.create(knowledgeBaseId, {
    name: 'Heating',
    items: SUBJECTS.map((subject) => ({
      question: `How is the ${subject} cleaned?`,
      expected_pages: [`https://files.example.com/${subject}.md`],
    })),
  })
  await admin.evaluations.putGate(knowledgeBaseId, {
    set_id,
    thresholds: { recall: 0.95 },
    hold_syncs: true,
  })
  const readState = async (syncId: string) =>
    (await admin.syncs.get(knowledgeBaseId, source.id, syncId)).state
  const removeAndSync = async (...subjects: string[]) => {
    for (const subject of subjects) {
      await admin.sourceFiles.remove(knowledgeBaseId, source.id, `${subject}.md`)
    }
    return syncNow(service, knowledgeBaseId, source.id)
  }

  // No question expects it: the set passes without it, and the sync goes on by itself.
  const harmless = await removeAndSync('imprint')
  await expect.poll(() => readState(harmless.id)).toBe('completed')
  expect((await admin.documents.summary(knowledgeBaseId)).indexed).toBe(9)

  const harmful = await removeAndSync('boiler', 'thermostat', 'fan')
  const readReason = async () =>
    (await admin.syncs.get(knowledgeBaseId, source.id, harmful.id)).reason
  await expect.poll(readReason).toContain('“Heating” does not pass: recall is 0.6667, below 0.95.')
  expect(await readState(harmful.id)).toBe('held')
  expect((await admin.documents.summary(knowledgeBaseId)).indexed).toBe(9)
  const { evaluations } = await admin.evaluations.list(knowledgeBaseId, { set_id })
  expect(evaluations[0]).toMatchObject({ sync_id: harmful.id, metrics: { recall: 0.6667 } })
  await admin.syncs.confirm(knowledgeBaseId, source.id, harmful.id)
  await expect.poll(() => readState(harmful.id)).toBe('completed')
  expect((await admin.documents.summary(knowledgeBaseId)).indexed).toBe(6)
})
