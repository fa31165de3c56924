import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PostReply } from './post.ts'
import { createPost } from './post.ts'
import { createSafeFetch } from './safe-fetch.ts'

let answer: (request: IncomingMessage, response: ServerResponse) => void
const listener = createServer((request, response) => answer(request, response))
const safe = createSafeFetch({ allowPrivate: true })
let address = new URL('http://127.0.0.1/')

beforeAll(async () => {
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  address = new URL(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/chat?a=b`)
})
afterAll(async () => {
  await safe.close()
  listener.close()
})

const post = (body: string, signal = new AbortController().signal): Promise<PostReply> =>
  safe.post(address, { headers: { 'x-own': 'yes' }, body, signal })

async function readText({ body }: PostReply): Promise<string> {
  let text = ''
  for (let part = await body.read(); part !== null; part = await body.read()) text += String(part)
  return text
}

test('the request arrives whole, and the reply with its status and headers', async () => {
  answer = (request, response) => {
    request.setEncoding('utf8')
    let body = ''
    request.on('data', (text: string) => (body += text))
    request.on('end', () => {
      const { method, url, headers } = request
      const { 'x-own': own, 'content-length': length } = headers
      response.writeHead(418, { 'retry-after': '3' })
      response.end(JSON.stringify({ method, url, own, length, body }))
    })
  }
  const reply = await post('größer')
  expect(reply).toMatchObject({ status: 418, headers: { 'retry-after': '3' } })
  expect(JSON.parse(await readText(reply))).toEqual({
    method: 'POST',
    url: '/chat?a=b',
    own: 'yes',
    length: '8',
    body: 'größer',
  })
})

test('what has come together is read together', async () => {
  const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
  answer = ({ socket }) => socket.write(`${head}${'4\r\nword\r\n'.repeat(200)}0\r\n\r\n`)
  const { body } = await post('')
  expect(String(await body.read())).toBe('word'.repeat(200))
  expect(await body.read()).toBeNull()
})

test('a reply that breaks off fails, after all that came before', async () => {
  answer = (_request, response) => {
    response.write('half')
    setImmediate(() => response.destroy())
  }
  const { body } = await post('')
  expect(String(await body.read())).toBe('half')
  await expect(body.read()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' })
})

test.each(['before', 'after'] as const)(
  'the connection is closed when the signal aborts %s the head of the reply',
  async (when) => {
    const closed = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    answer = (request, response) => {
      request.socket.once('close', () => closed.resolve())
      if (when === 'after') response.flushHeaders()
      arrived.resolve()
    }
    const controller = new AbortController()
    const reply = post('', controller.signal)
    await arrived.promise
    const failed = when === 'before' ? reply : (await reply).body.read()
    const reason = new Error('The reader has gone')
    controller.abort(reason)
    await expect(failed).rejects.toBe(reason)
    await closed.promise
  },
)

test('a signal that has aborted already sends nothing', async () => {
  let requests = 0
  answer = () => (requests += 1)
  const reason = new Error('The reader has gone')
  await expect(post('', AbortSignal.abort(reason))).rejects.toBe(reason)
  expect(requests).toBe(0)
})

test('a signal that aborts while there is no connection yet is not waited for', async () => {
  const connecting = Promise.withResolvers<void>()
  const agent = new Agent({ connect: () => connecting.resolve() })
  const controller = new AbortController()
  const request = { headers: {}, body: '', signal: controller.signal }
  const reply = createPost(agent)(address, request)
  await connecting.promise
  const reason = new Error('The reader has gone')
  controller.abort(reason)
  await expect(reply).rejects.toBe(reason)
})
