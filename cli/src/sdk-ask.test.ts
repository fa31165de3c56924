import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChatFrame, Client } from '@footnote/sdk/client'
import { createClient } from '@footnote/sdk/client'
import { FootnoteError } from '@footnote/sdk/error'
import { expect, onTestFinished, test } from 'vitest'

const ID = '01941f29-7c00-7000-8000-000000000001'

/** A client of a real server on loopback that answers every request so. */
async function clientOf(answer: (response: ServerResponse) => void) {
  const seen: { url: string | undefined; accept: string | undefined; closed: boolean }[] = []
  const server = createServer((incoming, response) => {
    const request = { url: incoming.url, accept: incoming.headers.accept, closed: false }
    seen.push(request)
    response.on('close', () => (request.closed = !response.writableFinished))
    incoming.resume().on('end', () => answer(response))
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
const LAST = { done: true, citations: [], ...attribution }

async function framesOf(client: Client): Promise<ChatFrame[]> {
  const frames = []
  for await (const frame of client.ask({ query: 'Why?' })) frames.push(frame)
  return frames
}

async function failureOf(work: Promise<unknown>): Promise<FootnoteError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(FootnoteError)
  return error as FootnoteError
}

test('frames are the same wherever the network cuts the stream, within a character too', async () => {
  const wire = Buffer.from(
    `: hello\r\n\r\n${event({ delta: 'Ключ 🔑', done: false }).replaceAll('\n', '\r\n')}: beat\n\n${event(LAST)}`,
  )
  for (let cut = 0; cut <= wire.length; cut += 1) {
    const parts = [wire.subarray(0, cut), wire.subarray(cut)].filter(({ length }) => length > 0)
    const { client } = await clientOf(streams(...parts))
    expect(await framesOf(client), `cut at ${cut}`).toEqual([
      { delta: 'Ключ 🔑', done: false },
      LAST,
    ])
  }
})

test('a question goes to the chat of its knowledge base', async () => {
  const { client, seen } = await clientOf(streams(event(LAST)))
  await framesOf(client)
  expect(seen).toMatchObject([
    { url: `/api/v1/public/knowledge-bases/${ID}/chat`, accept: 'text/event-stream' },
  ])
})

test('a refusal throws with the sentence that the service wrote for the reader', async () => {
  const refusal = { error: 'This assistant is turned off.', code: 'WIDGET_DISABLED' }
  const { client } = await clientOf((response) => {
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
  })
  const error = await failureOf(framesOf(client))
  expect(error).toMatchObject({ status: 403, code: refusal.code, message: refusal.error })
})

test('an error frame is a frame of `ask` and a failure of `askText`', async () => {
  const frame = {
    error: 'This is taking too long.',
    error_code: 'timeout',
    code: 'TIMEOUT',
    retryable: true,
    request_id: ID,
  }
  const { client } = await clientOf(streams(event({ delta: 'It ', done: false }), event(frame)))
  expect((await framesOf(client)).at(-1)).toEqual(frame)
  const texts: string[] = []
  const error = await failureOf(
    (async () => {
      for await (const { text } of client.askText({ query: 'Why?' })) texts.push(text)
    })(),
  )
  expect(texts).toEqual(['It '])
  expect(error).toMatchObject({
    code: 'TIMEOUT',
    message: frame.error,
    retryable: true,
    requestId: ID,
  })
})

test('a stream that breaks off before its last frame is a failure, never a short answer', async () => {
  const { client } = await clientOf(streams(event({ delta: 'It is', done: false })))
  expect(await failureOf(framesOf(client))).toMatchObject({ code: 'NETWORK', retryable: true })
  const cut = await clientOf((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(event({ delta: 'It is', done: false }), () => response.destroy())
  })
  expect(await failureOf(framesOf(cut.client))).toMatchObject({ code: 'NETWORK' })
})

test('a page that is not a stream, and a frame that is not JSON, are told apart from answers', async () => {
  const page = await clientOf((response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>')
  })
  expect(await failureOf(framesOf(page.client))).toMatchObject({ code: 'UNEXPECTED_RESPONSE' })
  const garbage = await clientOf(streams('data: {"delta": \n\n'))
  expect(await failureOf(framesOf(garbage.client))).toMatchObject({ code: 'UNEXPECTED_RESPONSE' })
})

test('a service that falls silent is given up, and a reader who pauses is not silence', async () => {
  const silent = await clientOf((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(event({ delta: 'It ', done: false }))
  })
  const waiting = async () => {
    for await (const _ of silent.client.ask({ query: 'Why?' }, { timeoutMs: 300 })) continue
  }
  expect(await failureOf(waiting())).toMatchObject({ code: 'TIMEOUT', retryable: true })
  await expect.poll(() => silent.seen[0]?.closed).toBe(true)
  const { client } = await clientOf(streams(event({ delta: 'a', done: false }), event(LAST)))
  let count = 0
  for await (const _ of client.ask({ query: 'Why?' }, { timeoutMs: 300 })) {
    count += 1
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  expect(count).toBe(2)
})

test('whoever stops iterating, or aborts, closes the connection', async () => {
  const hang = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(event({ delta: 'It ', done: false }))
  }
  const stopped = await clientOf(hang)
  for await (const _ of stopped.client.ask({ query: 'Why?' })) break
  await expect.poll(() => stopped.seen[0]?.closed).toBe(true)
  const aborted = await clientOf(hang)
  const reader = new AbortController()
  const reading = (async () => {
    for await (const _ of aborted.client.ask({ query: 'Why?' }, { signal: reader.signal })) {
      reader.abort(new Error('the reader left'))
    }
  })()
  await expect(reading).rejects.toThrow('the reader left')
  await expect.poll(() => aborted.seen[0]?.closed).toBe(true)
})
