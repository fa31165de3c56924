import { expect, vi } from 'vitest'
import { fails, hangs, refusesKey, says } from '../fakes/model-scripts.ts'
import { steeredBy } from '../support/acceptance.ts'
import { answering } from '../support/answering.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { readRows } from '../support/store/services.ts'
import { runAsOperator, runCli } from '../support/run-cli.ts'
import { KEY_MAKING } from '../support/service.ts'

const { test } = answering()

test('the answer model is tried, and a failure says what to look at', async ({
  service,
  model,
  database,
}) => {
  const { knowledgeBaseId } = await createKnowledge(service)
  const tryModel = () => service.admin.answerModel.test(knowledgeBaseId)
  // Stopped at its first words, so it does not matter that it never ends.
  model.script(hangs('OK'))
  expect(await tryModel()).toEqual({
    ok: true,
    model: 'openai-compatible/scripted',
    first_delta_ms: expect.any(Number),
    error: null,
  })
  await vi.waitFor(() => expect(model.requests.at(-1)?.closedByClientAtMs).toBeDefined(), 10_000)
  model.script(refusesKey)
  expect(await tryModel()).toEqual({
    ok: false,
    model: 'openai-compatible/scripted',
    first_delta_ms: null,
    error: {
      error_code: 'misconfigured',
      message: 'This assistant is not set up correctly yet.',
      detail: 'status 401, invalid_api_key, invalid_request_error',
    },
  })
  model.script(says(''))
  expect(await tryModel()).toMatchObject({ ok: false })
  model.answer(() => fails(503))
  expect(await tryModel()).toMatchObject({ ok: false, error: { error_code: 'unavailable' } })
  const counts = 'select coalesce(sum(answered), 0)::int as answered from question_counts'
  expect(await readRows(database, counts)).toEqual([{ answered: 0 }])
})

test('starter questions are listed with their pages, and written anew on request', async ({
  service,
}) => {
  const { admin } = service
  const { knowledgeBaseId } = await createKnowledge(service)
  expect((await admin.starterQuestions.list(knowledgeBaseId)).generated).toEqual([])
  const [documentId = ''] = await putPages(service, knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Rotate a key\n\nUnder Settings.' },
  ])
  const list = () => admin.starterQuestions.list(knowledgeBaseId)
  await vi.waitFor(async () => {
    expect((await list()).generated).toEqual([
      { question: 'How do I rotate a key?', document_id: documentId },
    ])
  }, 60_000)
  const { refreshed_at: before } = await list()
  await admin.starterQuestions.refresh(knowledgeBaseId)
  await vi.waitFor(async () => {
    const { refreshed_at } = await list()
    expect(Date.parse(refreshed_at ?? '')).toBeGreaterThan(Date.parse(before ?? ''))
  }, 60_000)
  await admin.documents.change(knowledgeBaseId, documentId, { visibility: 'restricted' })
  expect((await list()).generated).toEqual([])
})

test('the state of the deployment is one look', async ({ service, database }) => {
  const system = await service.admin.system.get()
  expect(system).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+/),
    migrations: { latest: expect.stringMatching(/^\d{4}/), pending: [] },
    workers: [{ name: expect.stringMatching(/:\d+$/) }],
    queue: { waiting: expect.any(Number), failed: 0 },
    database: { version: expect.stringMatching(/^\d+/), pgvector: expect.any(String) },
    redis: null,
  })
  expect(system.workers[0]?.name.endsWith(`:${service.process.pid}`)).toBe(true)
  expect(system.database.size_bytes).toBeGreaterThan(1_000_000)
  expect(system.checks.map(({ name, ok }) => [name, ok])).toEqual([
    ['database', true],
    ['migrations', true],
    ['workers', true],
    ['queue', true],
  ])
  const rows = await readRows<{ name: string }>(database, 'select name from migrations order by 1')
  expect(system.migrations).toMatchObject({ applied: rows.length, latest: rows.at(-1)?.name })
  const { stdout, exitCode } = await runAsOperator(service, ['system'])
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/workers\s+ok\s+1 worker takes jobs\./)
})

test('footnote doctor finds a running deployment sound, and says what to do about another', async ({
  service,
  database,
  embeddings,
}) => {
  await createKnowledge(service)
  const settings = {
    DATABASE_URL: database.ownerUrl,
    KEY_PEPPER: KEY_MAKING.pepper,
    ...steeredBy(embeddings),
  }
  const sound = await runCli(['doctor', '--json'], { env: settings })
  const { findings } = JSON.parse(sound.stdout) as { findings: { check: string; state: string }[] }
  expect(findings.filter(({ state }) => state === 'problem')).toEqual([])
  expect(findings).toContainEqual(expect.objectContaining({ check: 'workers', state: 'ok' }))
  expect(sound.exitCode).toBe(0)
  const pepper = 'another pepper, also of 32 characters'
  const broken = await runCli(['doctor'], { env: { ...settings, KEY_PEPPER: pepper } })
  expect(broken.stdout).toMatch(/^problem  KEY_PEPPER .+\n +→ Restore the previous value/m)
  expect(broken.stderr).toBe('1 problem.\n')
  expect(broken.exitCode).toBe(1)
})
