import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import type { Service } from '../support/service.ts'
import { startService } from '../support/service.ts'
import type { TestDatabase } from '../support/store/services.ts'
import { createDatabase, readRows } from '../support/store/services.ts'

const SITE = 'https://docs.example.com'
const QUESTIONS = 120
const PATIENCE_MS = 120_000

let database: TestDatabase
let api: Service
let knowledge: Knowledge

const startWorker = () => startService({ databaseUrl: database.ownerUrl, command: 'worker' })

beforeAll(async () => {
  database = await createDatabase()
  api = await startService({ databaseUrl: database.ownerUrl, command: 'api' })
  knowledge = await createKnowledge(api)
})
afterAll(async () => {
  await api?.kill()
  await database?.drop()
})

const overlayRows = async (): Promise<number> => {
  const tables = ['overlay_pages', 'overlay_passages', 'overlay_terms']
  const counts = tables.map((name) => `(select count(*) from ${name})`).join(' + ')
  const [row] = await readRows<{ rows: number }>(database, `select (${counts})::int as rows`)
  return row?.rows ?? 0
}

const asReader = async (): Promise<string> =>
  JSON.stringify(
    await Promise.all(
      ['How long does the old key work?', 'What is a falconry?'].map((query) =>
        knowledge.client.search({ query }),
      ),
    ),
  )

test(
  'a worker is killed in the middle: another goes on, readers see nothing, and nothing is left',
  async () => {
    const { knowledgeBaseId } = knowledge
    const { answerDiffs, questionSets, documents } = api.admin
    let worker = await startWorker()
    try {
      await putPages(api, knowledgeBaseId, [
        { url: `${SITE}/keys`, content: '# Keys\n\nThe old key works for 24 hours.' },
        { url: `${SITE}/birds`, content: '# Birds\n\nOwls hunt at night.' },
      ])
      const items = Array.from({ length: QUESTIONS }, (_, number) => ({
        question: `How long does the old key number ${number} work?`,
      }))
      await questionSets.create(knowledgeBaseId, { name: 'Set', items })
      const before = await asReader()
      const listed = await documents.list(knowledgeBaseId)
      const { id } = await answerDiffs.start(knowledgeBaseId, {
        path_map: { from: 'docs/', to: `${SITE}/` },
        pages: [
          { path: 'docs/keys.md', content: '# Keys\n\nThe old key works for 12 hours.' },
          { path: 'docs/birds.md', content: null },
          {
            path: 'docs/falconry.md',
            content: '# Falconry\n\nA falconry is a sport.',
            is_new: true,
          },
        ],
      })
      const read = () => answerDiffs.get(knowledgeBaseId, id)
      const waits = { timeout: PATIENCE_MS }
      await expect.poll(async () => (await read()).done, waits).toBeGreaterThan(10)
      await worker.kill()
      const killed = await read()
      expect(killed.done).toBeLessThan(QUESTIONS)
      expect(await overlayRows()).toBeGreaterThan(0)
      expect(await asReader()).toBe(before)
      worker = await startWorker()
      await expect.poll(async () => (await read()).done, waits).toBeGreaterThan(killed.done)
      expect(await asReader()).toBe(before)
      await expect.poll(async () => (await read()).state, waits).toBe('completed')
      const report = await read()
      expect(report).toMatchObject({ total: QUESTIONS, counts: { contradicts: QUESTIONS } })
      expect(await overlayRows()).toBe(0)
      expect(await asReader()).toBe(before)
      expect(await documents.list(knowledgeBaseId)).toEqual(listed)
    } finally {
      await worker.kill()
    }
  },
  PATIENCE_MS * 4,
)
