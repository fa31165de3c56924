import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { says } from '../fakes/model-scripts.ts'
import type { ModelServer } from '../fakes/model-server.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { ask, getIds, takeLast, readText } from '../support/ask.ts'
import { wordFor } from '../support/chaos/chance.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { scanTables } from '../support/store/scan-tables.ts'
import type { Service } from '../support/service.ts'
import { makeVerifies } from '../support/verifies.ts'
import { publicPath, send } from './support/wire.ts'

const { test } = sharingAnswers()
const verifies = makeVerifies(test)

let words = 0
const newWord = () => wordFor('zdr', (words += 1))
const queryWith = (word: string) => `How do I reset a key, says ${word}?`

async function createDocs(service: Service): Promise<Knowledge> {
  const docs = await createKnowledge(service)
  await putPages(service, docs.knowledgeBaseId, [
    { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
  ])
  return docs
}

/** Stores the word in every field that a conversation has. */
async function storeEverywhere(service: Service, docs: Knowledge, word: string): Promise<void> {
  const asked = await ask(service, docs, { query: queryWith(word), user: { id: word } })
  const { message_id } = getIds(asked)
  await docs.client.rate({ message_id, rating: 'down', comment: word })
  const headers = { 'x-client-key': docs.clientKey }
  const reply = await send(service, publicPath(docs.knowledgeBaseId, 'form-deflect'), {
    json: { description: queryWith(word), page_url: `https://docs.example.com/${word}` },
    headers,
  })
  const { message_id: ofForm } = reply.body as { message_id: string }
  const outcome = `/api/v1/public/form-deflect/${ofForm}/outcome`
  expect((await send(service, outcome, { json: { outcome: 'submitted' }, headers })).status).toBe(
    204,
  )
}

verifies(
  ['zero-retention.answers-not-stored', 'zero-retention.conversations-not-stored'],
  'What was stored before the switch to Zero data retention is erased when the switch is acknowledged',
  async ({ service, model, database }) => {
    const word = newWord()
    const others = newWord()
    model.answer(() => says(`Reset a key under Settings [1]. You said ${word}.`))
    const docs = await createDocs(service)
    const ordinary = await createDocs(service)
    await storeEverywhere(service, docs, word)
    const stored = { messages: 2, page_counts: 1, ratings: 1, threads: 1 }
    expect(await scanTables(database, [word])).toEqual(stored)
    model.answer(() => says(`Reset a key under Settings [1]. You said ${others}.`))
    await storeEverywhere(service, ordinary, others)
    await service.admin.workspaces.change(docs.workspaceId, { retention: 'zero' })
    expect(await scanTables(database, [word])).toEqual({})
    expect((await service.admin.messages.list(docs.knowledgeBaseId)).messages).toEqual([])
    // Another workspace keeps its own.
    expect(await scanTables(database, [others])).toMatchObject(stored)
  },
)

/** Until the answer's first words are out. */
async function untilWriting(model: ModelServer, from: number): Promise<void> {
  const isWriting = () => (model.requests[from]?.sentPieces ?? 0) > 1
  for (let tries = 0; tries < 200 && !isWriting(); tries += 1) await sleep(50)
  expect(isWriting()).toBe(true)
}

for (const [before, after] of [
  ['standard', 'zero'],
  ['zero', 'standard'],
] as const) {
  verifies(
    [
      'zero-retention.answers-not-stored',
      'zero-retention.no-message-id',
      'zero-retention.no-thread-id',
    ],
    `Nothing is stored of an answer during which the retention goes from ${before} to ${after}`,
    async ({ service, model, database }) => {
      const word = newWord()
      const docs = await createDocs(service)
      await service.admin.workspaces.change(docs.workspaceId, { retention: before })
      model.answer(() =>
        says(`Reset a key under Settings [1]. You said ${word}.`, { delayMs: 200 }),
      )
      const from = model.requests.length
      const asked = ask(service, docs, { query: queryWith(word), user: { id: word } })
      await untilWriting(model, from)
      await service.admin.workspaces.change(docs.workspaceId, { retention: after })
      const answered = await asked
      expect(readText(answered)).toContain(word)
      expect(takeLast(answered)).not.toHaveProperty('message_id')
      expect(takeLast(answered)).not.toHaveProperty('thread_id')
      expect(await scanTables(database, [word])).toEqual({})
    },
  )
}
