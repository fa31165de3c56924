import { expect } from 'vitest'
import { hangs, says } from '../fakes/model-scripts.ts'
import { writtenBy } from '../support/answering.ts'
import { sharingAnswers } from '../support/sharing.ts'
import { steeredBy } from '../support/acceptance.ts'
import { ask, takeLast, openStream } from '../support/ask.ts'
import { createKnowledge, createPublicKey, putPages } from '../support/knowledge.ts'
import { startService } from '../support/service.ts'
import { makeVerifies } from '../support/verifies.ts'

// Each starts a service of its own.
const { test } = sharingAnswers()
const verifies = makeVerifies(
  test.extend('docs', { scope: 'file' }, async ({ service }) => {
    const knowledge = await createKnowledge(service)
    await putPages(service, knowledge.knowledgeBaseId, [
      { url: 'https://docs.example.com/keys', content: '# Keys\n\nReset a key under Settings.' },
    ])
    return knowledge
  }),
)

const query = 'How do I reset a key?'
const TEXT = 'Reset a key under Settings [1].'
const limited = { status: 429, type: expect.stringMatching(/^application\/json/) as string }

async function refusal(response: Response) {
  const { status, headers } = response
  const retryAfter = headers.get('retry-after')
  return { status, type: headers.get('content-type'), retryAfter, body: await response.json() }
}

verifies(
  'refused.before-stream-opens',
  'Past a key’s limit a question is refused as JSON, and no model is asked',
  async ({ model, docs, database, embeddings }) => {
    model.answer(() => says(TEXT))
    const env = { ...steeredBy(embeddings), ...writtenBy(model), RATE_LIMIT_PER_KEY: '2' }
    await using strict = await startService({ databaseUrl: database.ownerUrl, command: 'api', env })
    const { thread_id: threadInPath = '' } = takeLast(await ask(strict, docs, { query }))
    takeLast(await ask(strict, docs, { query }))
    const before = model.requests.length
    for (const options of [{}, { threadInPath }]) {
      const refused = await refusal(await openStream(strict, docs, { query }, options))
      expect(refused).toMatchObject({ ...limited, body: { code: 'RATE_LIMITED' } })
      expect(refused.retryAfter).toMatch(/^[1-9]\d*$/)
    }
    expect(model.requests.length).toBe(before)
  },
)

verifies(
  'refused.before-stream-opens',
  'A service full of open streams refuses a question as JSON, and has room again when one ends',
  async ({ service, model, docs, database, embeddings }) => {
    model.answer(() => says(TEXT))
    const env = { ...steeredBy(embeddings), ...writtenBy(model), MAX_OPEN_REQUESTS: '2' }
    await using small = await startService({ databaseUrl: database.ownerUrl, command: 'api', env })
    const clientKey = await createPublicKey(service.admin, docs.knowledgeBaseId)
    const leave = new AbortController()
    const before = model.requests.length
    model.script(hangs('It '), hangs('It '))
    const open = await Promise.all(
      [docs, { ...docs, clientKey }].map((asker) =>
        openStream(small, asker, { query }, { signal: leave.signal }),
      ),
    )
    expect(open.map(({ status }) => status)).toEqual([200, 200])
    const refused = await refusal(await openStream(small, docs, { query }))
    expect(refused).toMatchObject({ ...limited, body: { code: 'RATE_LIMITED' } })
    await expect.poll(() => model.requests.length).toBe(before + 2)
    leave.abort()
    await expect.poll(async () => (await ask(small, docs, { query })).status).toBe(200)
  },
)
