import { expect, test } from 'vitest'
import { createClient } from '../client.ts'
import type { ReaderToken } from './reader-token.ts'

const ID = '01941f29-7c00-7000-8000-000000000001'

/** A client that reaches nobody, and the token of each call that it made. */
function signedBy(readerToken: ReaderToken | undefined) {
  const sent: (string | null)[] = []
  const fetch: typeof globalThis.fetch = (_, init) => {
    sent.push(new Headers(init?.headers).get('x-reader-token'))
    return Promise.resolve(Response.json({}))
  }
  const credential = { clientKey: 'fnp_x' }
  const options = { baseUrl: 'http://service.test', credential, knowledgeBaseId: ID }
  return { client: createClient({ ...options, fetch, readerToken }), sent }
}

test('every call has the token, and a function is called for each', async () => {
  let made = 0
  const { client, sent } = signedBy(async () => `token ${(made += 1)}`)
  await client.search({ query: 'keys' })
  await client.related({ query: 'keys' })
  await client.rate({ message_id: ID, rating: 'up' })
  await client.unrate(ID)
  await client.widgetConfig()
  expect(sent).toEqual(['token 1', 'token 2', 'token 3', 'token 4', 'token 5'])
})

test('a text is sent as it is, even an empty one, which the service refuses', async () => {
  for (const token of ['a.b.c', '']) {
    const { client, sent } = signedBy(token)
    await client.search({ query: 'keys' })
    expect(sent).toEqual([token])
  }
})

test('nobody in particular asks without a token', async () => {
  for (const token of [undefined, () => null, async () => undefined]) {
    const { client, sent } = signedBy(token)
    await client.search({ query: 'keys' })
    expect(sent).toEqual([null])
  }
})

test('without a token from the function nothing is sent', async () => {
  const cause = new Error('the login is away')
  const failing = [
    () => Promise.reject(cause),
    () => {
      throw cause
    },
  ]
  for (const token of failing) {
    const { client, sent } = signedBy(token)
    const call = client.search({ query: 'keys' })
    await expect(call).rejects.toMatchObject({ name: 'FootnoteError', retryable: true, cause })
    expect(sent).toEqual([])
  }
})

test('a function that never ends is not waited for for ever', async () => {
  const { client, sent } = signedBy(() => new Promise(() => undefined))
  const late = client.search({ query: 'keys' }, { timeoutMs: 10 })
  await expect(late).rejects.toMatchObject({ code: 'TIMEOUT' })
  const controller = new AbortController()
  const left = client.search({ query: 'keys' }, { signal: controller.signal })
  controller.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  expect(sent).toEqual([])
})
