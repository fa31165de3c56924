import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmbeddingsServer } from '../fakes/embeddings-server.ts'
import { startEmbeddingsServer } from '../fakes/embeddings-server.ts'
import { fails, says } from '../fakes/model-scripts.ts'
import type { ModelServer } from '../fakes/model-server.ts'
import { startModelServer } from '../fakes/model-server.ts'

let embeddings: EmbeddingsServer
let server: ModelServer
beforeAll(async () => {
  embeddings = await startEmbeddingsServer({ dimensions: 4 })
  server = await startModelServer({ forward: { '/v1/embeddings': embeddings } })
})
afterAll(async () => {
  await server.close()
  await embeddings.close()
})

const post = (path: string, body: unknown) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const chat = (content: string) =>
  post('/chat/completions', { model: 'small', messages: [{ role: 'user', content }] })

test('the fake model answers whole when no stream is asked for', async () => {
  server.script(says('Yes, it is.'), fails(503))
  expect(await (await chat('Is it?')).json()).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { content: 'Yes, it is.' }, finish_reason: 'stop' }],
  })
  expect((await chat('Is it?')).status).toBe(503)
})

test('the fake model chooses by the request where nothing is scripted', async () => {
  server.answer(({ messages }) => says(`You said: ${messages[0]?.content}`))
  expect(await (await chat('hello')).text()).toContain('You said: hello')
})

test('the fake model hands embeddings to the server that has them', async () => {
  const response = await post('/embeddings', { model: 'e', input: 'hello' })
  expect(await response.json()).toMatchObject({ data: [{ index: 0 }] })
  expect(embeddings.requests).toHaveLength(1)
})
