import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { AnswerState } from '../answers/answer-state.ts'
import type { Client } from '../client.ts'
import { createClient } from '../client.ts'
import { FootnoteError } from './error.ts'
import type { ChatFrame } from '../wire/public.ts'

const ID = '01941f29-7c00-7000-8000-000000000001'

type Seen = { url: string | undefined; accept: string | undefined; closed: boolean; body: string }

/** A client of a real server on loopback that answers every request so. */
async function makeClient(answer: (response: ServerResponse) => void) {
  const seen: Seen[] = []
  const server = createServer((incoming, response) => {
    const request = { url: incoming.url, accept: incoming.headers.accept, closed: false, body: '' }
    seen.push(request)
    response.on('close', () => (request.closed = !response.writableFinished))
    incoming.setEncoding('utf8').on('data', (text: string) => (request.body += text))
    incoming.on('end', () => answer(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createClient({ baseUrl, credential: { clientKey: 'k' }, knowledgeBaseId: ID })
  return { client, seen }
}

const streams =
  (...chunks: (string | Uint8Array)[]) =>
  (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    const left = [...chunks]
    const next = () => {
      const chunk = left.shift()
      if (chunk === undefined) return response.end()
      response.write(chunk)
      return setTimeout(next, 5)
    }
    next()
  }

const event = (frame: object) => `data: ${JSON.stringify(frame)}\n\n`
const attribution = { powered_by: 'Footnote', powered_by_url: 'https://x.test' }
const LAST = { done: true, covered: true, citations: [], ...attribution }

async function getFrames(client: Client): Promise<ChatFrame[]> {
  const frames = []
  for await (const frame of client.ask({ query: 'Why?' })) frames.push(frame)
  return frames
}

async function findFailure(work: Promise<unknown>): Promise<FootnoteError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(FootnoteError)
  // Whatever failed, the sentence is for a reader, who has no use for the address of a server.
  expect((error as FootnoteError).message).not.toMatch(/:\/\/|127\.0\.0\.1/)
  return error as FootnoteError
}

test('frames are the same wherever the network cuts the stream, within a character too', async () => {
  const wire = Buffer.from(
    `: hello\r\n\r\n${event({ delta: 'Ключ 🔑', done: false }).replaceAll('\n', '\r\n')}: beat\n\n${event(LAST)}`,
  )
  for (let cut = 0; cut <= wire.length; cut += 1) {
    const parts = [wire.subarray(0, cut), wire.subarray(cut)].filter(({ length }) => length > 0)
    const { client } = await makeClient(streams(...parts))
    expect(await getFrames(client), `cut at ${cut}`).toEqual([
      { delta: 'Ключ 🔑', done: false },
      LAST,
    ])
  }
})

test('a question goes to the chat of its knowledge base', async () => {
  const { client, seen } = await makeClient(streams(event(LAST)))
  await getFrames(client)
  expect(seen).toMatchObject([
    { url: `/api/v1/public/knowledge-bases/${ID}/chat`, accept: 'text/event-stream' },
  ])
})

test('a refusal throws with the sentence that the service wrote for the reader', async () => {
  const refusal = { error: 'This assistant is turned off.', code: 'WIDGET_DISABLED' }
  const { client } = await makeClient((response) => {
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
  })
  const error = await findFailure(getFrames(client))
  expect(error).toMatchObject({ status: 403, code: refusal.code, message: refusal.error })
})

async function readStates(client: Client, signal?: AbortSignal): Promise<AnswerState[]> {
  const states = []
  for await (const state of client.askText({ query: 'Why?' }, { signal })) states.push(state)
  return states
}

test('the states of an answer grow to the whole, with what is known at the end', async () => {
  const citation = { index: 1, title: 'Keys' }
  const last = {
    ...LAST,
    citations: [citation],
    answer: 'It is [1].',
    quoted: 'no_model',
    verifiedAt: null,
    searched_for: 'How is it done?',
    missing_words: ['Jenkins'],
    thread_id: 't',
    message_id: 'm',
  }
  const { client } = await makeClient(
    streams(
      event({ citations: [citation, { index: 2, title: 'Limits' }], done: false }),
      event({ delta: 'It is ', done: false }),
      event({ delta: '[2].', done: false }),
      event(last),
    ),
  )
  const states = await readStates(client)
  expect(states.map(({ status, text }) => [status, text])).toEqual([
    ['streaming', ''],
    ['streaming', 'It is '],
    ['streaming', 'It is [2].'],
    ['done', 'It is [1].'],
  ])
  expect(states[2]).toMatchObject({ citations: [{}, {}], covered: null, messageId: null })
  expect(states[3]).toEqual({
    status: 'done',
    text: 'It is [1].',
    citations: [citation],
    covered: true,
    quoted: 'no_model',
    verifiedAt: null,
    searchedFor: 'How is it done?',
    missingWords: ['Jenkins'],
    threadId: 't',
    messageId: 'm',
    error: null,
    retryable: false,
  })
})

test('an error frame is a frame of `ask`, and the last state of `askText` keeps the text', async () => {
  const frame = {
    error: 'This is taking too long.',
    error_code: 'timeout',
    code: 'TIMEOUT',
    retryable: true,
    request_id: ID,
  }
  const { client } = await makeClient(streams(event({ delta: 'It ', done: false }), event(frame)))
  expect((await getFrames(client)).at(-1)).toEqual(frame)
  const states = await readStates(client)
  expect(states.map(({ status }) => status)).toEqual(['streaming', 'failed'])
  expect(states[1]).toMatchObject({ text: 'It ', retryable: true })
  expect(states[1]?.error).toBeInstanceOf(FootnoteError)
  expect(states[1]?.error).toMatchObject({ code: 'TIMEOUT', message: frame.error, requestId: ID })
})

test('a refusal and a stream that breaks off are failed states too', async () => {
  const body = { error: 'No.', code: 'WIDGET_DISABLED', request_id: ID, retryable: false }
  const refused = await makeClient((response) => {
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  expect(await readStates(refused.client)).toMatchObject([
    { status: 'failed', retryable: false, error: { code: 'WIDGET_DISABLED', status: 403 } },
  ])
  const cut = await makeClient(streams(event({ delta: 'It is', done: false })))
  expect((await readStates(cut.client)).at(-1)).toMatchObject({
    status: 'failed',
    text: 'It is',
    retryable: true,
    error: { code: 'NETWORK' },
  })
})

test('an answer that its caller aborts is stopped, not failed, and keeps its text', async () => {
  const { client, seen } = await makeClient((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(event({ delta: 'It is', done: false }))
  })
  const controller = new AbortController()
  const states = []
  for await (const state of client.askText({ query: 'Why?' }, { signal: controller.signal })) {
    states.push(state)
    controller.abort()
  }
  expect(states.at(-1)).toMatchObject({ status: 'stopped', text: 'It is', error: null })
  await expect.poll(() => seen[0]?.closed).toBe(true)
})

test('a thread sends the id of each answer with the next question, until it is restarted', async () => {
  const { client, seen } = await makeClient((response) => {
    const id = `thread-${seen.length}`
    streams(event({ ...LAST, thread_id: id }))(response)
  })
  const thread = client.thread()
  expect(thread.id).toBeNull()
  for (const query of ['Why?', 'And?']) for await (const _ of thread.ask({ query }));
  expect(thread.id).toBe('thread-2')
  thread.restart()
  for await (const _ of thread.askText({ query: 'New?' }));
  for await (const _ of client.thread('kept').ask({ query: 'Old?' }));
  expect(seen.map(({ body }) => JSON.parse(body))).toEqual([
    { query: 'Why?' },
    { query: 'And?', thread_id: 'thread-1' },
    { query: 'New?' },
    { query: 'Old?', thread_id: 'kept' },
  ])
})

test('a stream that breaks off before its last frame is a failure, never a short answer', async () => {
  const { client } = await makeClient(streams(event({ delta: 'It is', done: false })))
  expect(await findFailure(getFrames(client))).toMatchObject({ code: 'NETWORK', retryable: true })
  const cut = await makeClient((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(event({ delta: 'It is', done: false }), () => response.destroy())
  })
  expect(await findFailure(getFrames(cut.client))).toMatchObject({ code: 'NETWORK' })
})

test('a page that is not a stream, and a frame that is not JSON, are told apart from answers', async () => {
  const page = await makeClient((response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>')
  })
  expect(await findFailure(getFrames(page.client))).toMatchObject({ code: 'UNEXPECTED_RESPONSE' })
  const garbage = await makeClient(streams('data: {"delta": \n\n'))
  expect(await findFailure(getFrames(garbage.client))).toMatchObject({
    code: 'UNEXPECTED_RESPONSE',
  })
})

test('a service that falls silent is given up, and a reader who pauses is not silence', async () => {
  const silent = await makeClient((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(event({ delta: 'It ', done: false }))
  })
  const waiting = async () => {
    for await (const _ of silent.client.ask({ query: 'Why?' }, { timeoutMs: 300 })) continue
  }
  expect(await findFailure(waiting())).toMatchObject({ code: 'TIMEOUT', retryable: true })
  await expect.poll(() => silent.seen[0]?.closed).toBe(true)
  const { client } = await makeClient(streams(event({ delta: 'a', done: false }), event(LAST)))
  let count = 0
  for await (const _ of client.ask({ query: 'Why?' }, { timeoutMs: 5_000 })) {
    if (count === 0) await new Promise((resolve) => setTimeout(resolve, 5_500))
    count += 1
  }
  expect(count).toBe(2)
})

test('whoever stops iterating, or aborts, closes the connection', async () => {
  const hang = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(event({ delta: 'It ', done: false }))
  }
  const stopped = await makeClient(hang)
  for await (const _ of stopped.client.ask({ query: 'Why?' })) break
  await expect.poll(() => stopped.seen[0]?.closed).toBe(true)
  const aborted = await makeClient(hang)
  const reader = new AbortController()
  const reading = (async () => {
    for await (const _ of aborted.client.ask({ query: 'Why?' }, { signal: reader.signal })) {
      reader.abort(new Error('the reader left'))
    }
  })()
  await expect(reading).rejects.toThrow('the reader left')
  await expect.poll(() => aborted.seen[0]?.closed).toBe(true)
})
