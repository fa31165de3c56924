import { expect } from 'vitest'
import { hangs, refusesKey, says } from '../fakes/model-scripts.ts'
import { startRerankServer } from '../fakes/rerank-server.ts'
import { startTraceCollector } from '../fakes/trace-collector.ts'
import { steeredBy } from '../support/acceptance.ts'
import { answering, MODEL_KEY, writtenBy } from '../support/answering.ts'
import { ask } from '../support/ask.ts'
import type { Knowledge } from '../support/knowledge.ts'
import { createKnowledge } from '../support/knowledge.ts'
import { startService } from '../support/service.ts'
import { createFiles, syncNow } from '../support/sources.ts'
import { freePort } from '../support/network/free-port.ts'
import { openSocket } from '../support/network/socket.ts'
import {
  ANSWER,
  askTraced,
  CALLER,
  CHAT,
  createDocs,
  getId,
  query,
  SECRET,
  getSpan,
  traceparent,
  untilCollected,
} from './support/traces.ts'
import { sendSearch } from './support/wire.ts'

const { test: base } = answering()

const test = base
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .extend('collector', { scope: 'file' }, async ({}, { onCleanup }) => {
    const collector = await startTraceCollector()
    onCleanup(() => collector.close())
    return collector
  })
  .extend(
    'settings',
    { scope: 'file' },
    async ({ embeddings, model, collector }, { onCleanup }) => {
      const reranking = await startRerankServer()
      onCleanup(() => reranking.close())
      return {
        ...steeredBy(embeddings),
        ...writtenBy(model),
        RERANK_URL: reranking.url,
        RERANK_MODEL: 'rerank-small',
        RERANK_TIMEOUT_MS: '10000',
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20for-traces',
      }
    },
  )
  .extend('service', { scope: 'file' }, async ({ database, settings }, { onCleanup }) => {
    const service = await startService({ databaseUrl: database.ownerUrl, env: settings })
    onCleanup(() => service.kill())
    return service
  })
  .extend('docs', { scope: 'file' }, async ({ service }) => createDocs(service))

test('an answer is one trace, from the request to the commit', async ({
  service,
  docs,
  model,
  collector,
}) => {
  const traceId = getId('a1')
  model.script(says(ANSWER))
  const { headers } = await askTraced(service, docs, traceId)
  const request = await untilCollected(collector, traceId)
  expect(collector.pathsOf(traceId)).toEqual(
    [
      [],
      ['admit'],
      ['reserve'],
      ['retrieve'],
      ['retrieve', 'embed'],
      ['retrieve', 'search'],
      ['retrieve', 'search', 'candidates'],
      ['retrieve', 'search', 'load'],
      ['retrieve', 'rerank'],
      ['chat scripted'],
      ['settle'],
      ['commit'],
    ].map((path) => [CHAT, ...path].join(' > ')),
  )
  expect(request).toMatchObject({
    parentSpanId: CALLER,
    kind: 2,
    hasFailed: false,
    attributes: {
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'footnote.request_id': headers.get('x-request-id'),
      'footnote.outcome': 'answered',
    },
  })
  expect(request.events).toEqual(
    expect.arrayContaining(['rewritten', 'reranked', 'first_delta', 'written', 'settled']),
  )
  expect(getSpan(collector, traceId, 'chat scripted')).toMatchObject({
    kind: 3,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai-compatible',
      'gen_ai.request.model': 'scripted',
      'gen_ai.usage.input_tokens': expect.any(Number),
      'gen_ai.usage.output_tokens': expect.any(Number),
    },
    events: ['first_piece'],
  })
  expect(collector.headers.at(-1)).toMatchObject({ authorization: 'Bearer for-traces' })
})

test('a model that fails is a span that failed, with its code', async ({
  service,
  docs,
  model,
  collector,
}) => {
  const traceId = getId('a2')
  model.script(refusesKey)
  await askTraced(service, docs, traceId)
  await untilCollected(collector, traceId)
  expect(getSpan(collector, traceId, 'chat scripted')).toMatchObject({
    hasFailed: true,
    attributes: { 'error.type': 'misconfigured' },
  })
})

test('an answer that its reader leaves is a whole trace too', async ({
  service,
  docs,
  model,
  collector,
}) => {
  const traceId = getId('a3')
  model.script(hangs())
  const leaving = new AbortController()
  const before = model.requests.length
  const asked = ask(
    service,
    docs,
    { query },
    { headers: { traceparent: traceparent(traceId) }, signal: leaving.signal },
  )
  await expect.poll(() => model.requests.length).toBe(before + 1)
  leaving.abort()
  await asked.catch(() => undefined)
  const { events } = await untilCollected(collector, traceId)
  expect(events).toContain('client_left')
  // The model's call may end after the connection.
  await expect.poll(() => collector.pathsOf(traceId)).toContain(`${CHAT} > chat scripted`)
})

test('a question over WebSocket has the same steps', async ({
  service,
  docs,
  model,
  collector,
}) => {
  model.script(says(ANSWER))
  await using socket = await openSocket(service, docs.knowledgeBaseId, {
    client_key: docs.clientKey,
  })
  await socket.ask('1', { query })
  const name = 'question over WebSocket'
  const find = () => collector.spans.find((span) => span.name === name)
  await expect.poll(find).toBeDefined()
  const paths = collector.pathsOf(find()?.traceId ?? '')
  expect(paths).toContain(`${name} > admit`)
  expect(paths).toContain(`${name} > retrieve > embed`)
  expect(paths).toContain(`${name} > chat scripted`)
  expect(paths).toContain(`${name} > commit`)
})

test('a sync is one trace, from the request to the passages that are stored', async ({
  service,
  collector,
}) => {
  const knowledge = await createKnowledge(service)
  const source = await createFiles(service, knowledge, {
    'a.md': '# Pump\n\nThe pump is primed with two litres of clean water.',
    'b.md': '# Boiler\n\nThe boiler is lit with a long match, never a short one.',
  })
  await syncNow(service, knowledge.knowledgeBaseId, source.id)
  const start = 'POST /api/v1/admin/knowledge-bases/:knowledgeBaseId/sources/:sourceId/syncs'
  const traceId = () => collector.spans.find(({ name }) => name === start)?.traceId ?? ''
  // Starter questions are written anew later.
  const paths = () => collector.pathsOf(traceId()).filter((path) => !path.includes('starters'))
  const job = `${start} > job sync-source`
  await expect.poll(paths).toContain(job)
  const index = `${job} > fetching > job index-document`
  await expect
    .poll(() => new Set(paths()))
    .toEqual(
      new Set([
        start,
        job,
        ...['listing', 'fetching', 'probing', 'matching', 'deleting', 'indexing'].map(
          (phase) => `${job} > ${phase}`,
        ),
        `${job} > fetching > fetch`,
        index,
        ...['parse', 'embed', 'store'].map((step) => `${index} > ${step}`),
      ]),
    )
  const count = (name: string) => paths().filter((path) => path.endsWith(`> ${name}`)).length
  expect([count('fetch'), count('parse')]).toEqual([2, 2])
})

test('no text, key or id of a reader is part of a trace', async ({
  service,
  docs,
  model,
  collector,
}) => {
  const traceId = getId('a4')
  model.script(says(ANSWER))
  const body = { query, user: { id: 'reader-with-an-id' } }
  await ask(service, docs, body, { headers: { traceparent: traceparent(traceId) } })
  await untilCollected(collector, traceId)
  const sent = collector.bodies.join('\n')
  for (const text of [SECRET, docs.clientKey, MODEL_KEY, 'reader-with-an-id', 'docs.example.com'])
    expect(sent).not.toContain(text)
})

test('health and metrics are not traced', async ({ service, docs, collector }) => {
  for (const path of ['/healthz', '/readyz', '/metrics']) await fetch(`${service.baseUrl}${path}`)
  await askTraced(service, docs, getId('a5'))
  await untilCollected(collector, getId('a5'))
  expect(collector.spans.filter(({ name }) => /healthz|readyz|metrics/.test(name))).toEqual([])
})

test('by default the caller says whether its trace is recorded', async ({
  service,
  docs,
  collector,
}) => {
  const [left, kept] = [getId('b1'), getId('b2')]
  await askTraced(service, docs, left, '00')
  await askTraced(service, docs, kept, '01')
  await untilCollected(collector, kept)
  expect(collector.pathsOf(left)).toEqual([])
})

test('a traceparent that is not well-formed begins a trace of its own', async ({
  service,
  docs,
  collector,
}) => {
  const route = 'POST /api/v1/public/knowledge-bases/:knowledgeBaseId/search'
  const headers = { traceparent: `00-${'0'.repeat(32)}-${CALLER}-01` }
  await sendSearch(service, docs, { query }, headers)
  const find = () => collector.spans.find(({ name }) => name === route)
  await expect.poll(find).toMatchObject({ parentSpanId: '' })
})

test('a receiver that is down costs a warning, and keeps nobody from answers or from stopping', async ({
  database,
  settings,
  model,
}) => {
  const env = { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` }
  const service = await startService({ databaseUrl: database.ownerUrl, env })
  const docs = await createDocs(service)
  model.script(says(ANSWER))
  const { status } = await askTraced(service, docs, getId('c1'))
  expect(status).toBe(200)
  const warned = { level: 'warn', msg: 'traces could not be sent' }
  await expect.poll(() => service.log).toContainEqual(expect.objectContaining(warned))
  expect(await service.stop()).toBe(0)
  expect(service.complaints()).toBe('')
})

test('a ratio samples by the id of the trace, and text is recorded where it may be', async ({
  database,
  settings,
  model,
  collector,
}) => {
  await using service = await startService({
    databaseUrl: database.ownerUrl,
    env: {
      ...settings,
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.5',
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
    },
  })
  model.answer(() => says(ANSWER))
  const create = () => createDocs(service)
  const [open, forgetful, redacting] = [await create(), await create(), await create()]
  await service.admin.workspaces.change(forgetful.workspaceId, { retention: 'zero' })
  await service.admin.workspaces.change(redacting.workspaceId, { redact: ['email'] })
  const asked: [string, Knowledge][] = [
    ['f0000000'.padEnd(32, '0'), open],
    ['10000000'.padEnd(32, '0'), forgetful],
    ['20000000'.padEnd(32, '0'), redacting],
    ['30000000'.padEnd(32, '0'), open],
  ]
  for (const [traceId, docs] of asked) await askTraced(service, docs, traceId, '00')
  for (const [traceId] of asked.slice(1)) await untilCollected(collector, traceId)
  const [left, ...kept] = asked.map(([traceId]) => getSpan(collector, traceId, 'chat scripted'))
  expect(left).toBeUndefined()
  const texts = kept.map((span) => JSON.stringify(span?.attributes))
  expect(texts.map((text) => text.includes(SECRET))).toEqual([false, false, true])
  expect(kept.at(-1)?.attributes).toMatchObject({
    'gen_ai.system_instructions': expect.stringContaining('"type":"text"'),
    'gen_ai.input.messages': expect.stringContaining(query),
    'gen_ai.output.messages': JSON.stringify([
      { role: 'assistant', parts: [{ type: 'text', content: ANSWER }] },
    ]),
  })
})
