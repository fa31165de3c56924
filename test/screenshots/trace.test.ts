import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { CHAT } from '../acceptance/support/traces.ts'
import { says } from '../fakes/model-scripts.ts'
import { startTraceCollector } from '../fakes/trace-collector.ts'
import { answering, writtenBy } from '../support/answering.ts'
import { ask } from '../support/ask.ts'
import { createKnowledge, putPages } from '../support/knowledge.ts'
import { startService } from '../support/service.ts'
import { drawTrace } from './draw-trace.ts'
import { OUT } from './scenes.ts'

const GUIDES = join(import.meta.dirname, '../../docs/guides')
const NAMES = ['keys-and-groups', 'sources', 'captcha', 'visibility', 'answering', 'rate-limits']
const QUESTION = 'How do I rotate a key?'
const OTHERS = [
  'Which sync waits for confirmation?',
  'How do I turn on CAPTCHA?',
  'What is a source group?',
  'How do I revoke a key?',
  'Who may read a restricted page?',
]
/** Written by a stand-in, a word each 25 ms. */
const ANSWER =
  'Create a second key, replace the old key with it wherever it is used, and then revoke the old one [1]. Within five seconds every process refuses it [1]. A knowledge base can have any number of keys, so both work until then [1].'

const { test } = answering()

test('an answer, as its trace tells it', async ({ database, model }) => {
  const collector = await startTraceCollector()
  await using service = await startService({
    databaseUrl: database.ownerUrl,
    env: { ...writtenBy(model), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  })
  const docs = await createKnowledge(service)
  const pages = await Promise.all(
    NAMES.map(async (name) => ({
      url: `https://docs.example.com/guides/${name}`,
      content: await readFile(join(GUIDES, `${name}.md`), 'utf8'),
    })),
  )
  await putPages(service, docs.knowledgeBaseId, pages)
  const traceId = 'a'.repeat(32)
  const askWith = async (query: string, trace: string) => {
    model.script(says(ANSWER, { delayMs: 25 }))
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` }
    await ask(service, docs, { query }, { headers })
  }
  // What is loaded with the first question is not part of the others.
  for (const [index, other] of OTHERS.entries()) await askWith(other, `${index + 1}`.repeat(32))
  await askWith(QUESTION, traceId)
  // The request ends last. Spans are sent every few seconds.
  const collected = () => collector.treeOf(traceId).map(({ span }) => span.name)
  await expect.poll(collected, { timeout: 60_000 }).toContain(CHAT)
  const trace = collector.treeOf(traceId)
  expect(trace.map(({ span }) => span.name)).toContain('chat scripted')
  await writeFile(join(OUT, 'trace.svg'), drawTrace(QUESTION, trace))
  await collector.close()
})
