import { expect, test } from 'vitest'
import { createAdminClient } from '../admin.ts'

type Sent = { url: string; method: string | undefined; body: unknown }

function recordingClient() {
  const sent: Sent[] = []
  const fetch = (url: string, { method, body }: RequestInit) => {
    sent.push({ url, method, body })
    return Promise.resolve(new Response('{}'))
  }
  const client = createAdminClient({
    baseUrl: 'https://answers.example.com',
    fetch: fetch as typeof globalThis.fetch,
  })
  return { client, sent }
}

const API = 'https://answers.example.com/api/v1/admin'

test('the ids go into the path, then comes the body or the query', async () => {
  const { client, sent } = recordingClient()
  await client.documents.get('a', 'b')
  await client.documents.list('a', { limit: 5 })
  await client.documents.list('a')
  await client.documents.change('a', 'b/c', { title: 'New' })
  await client.account.signOut()
  expect(sent).toEqual([
    { method: 'GET', url: `${API}/knowledge-bases/a/documents/b`, body: undefined },
    { method: 'GET', url: `${API}/knowledge-bases/a/documents?limit=5`, body: undefined },
    { method: 'GET', url: `${API}/knowledge-bases/a/documents`, body: undefined },
    { method: 'PATCH', url: `${API}/knowledge-bases/a/documents/b%2Fc`, body: '{"title":"New"}' },
    { method: 'DELETE', url: `${API}/session`, body: undefined },
  ])
})

test('options come last, whatever stands before them', async () => {
  const left = new Error('left')
  const options = { signal: AbortSignal.abort(left) }
  const neverAnswered = createAdminClient({
    baseUrl: API,
    fetch: ((_url: string, { signal }: RequestInit) =>
      Promise.reject(signal?.reason)) as typeof fetch,
  })
  await expect(neverAnswered.account.me(options)).rejects.toBe(left)
  await expect(neverAnswered.documents.get('a', 'b', options)).rejects.toBe(left)
  await expect(neverAnswered.documents.list('a', {}, options)).rejects.toBe(left)
  await expect(neverAnswered.groups.create('a', { name: 'Staff' }, options)).rejects.toBe(left)
})

test('what could name another resource is no id', () => {
  const { client, sent } = recordingClient()
  for (const id of ['', '.', '..']) {
    expect(() => client.documents.get('a', id)).toThrow(`"${id}" is not a valid id`)
  }
  expect(sent).toEqual([])
})
