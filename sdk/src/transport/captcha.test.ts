import { expect, test, vi } from 'vitest'
import type { CaptchaTokenProvider } from './captcha.ts'
import { createClient } from '../client.ts'

const ID = '01941f29-7c00-7000-8000-000000000001'

/** A client that reaches nobody, and the token of each call that it made. */
function guarded(captchaToken: CaptchaTokenProvider) {
  const sent: (string | null)[] = []
  const fetch: typeof globalThis.fetch = (url, init) => {
    const headers = new Headers(init?.headers)
    sent.push(headers.get('x-recaptcha-token'))
    const isChat = String(url instanceof Request ? url.url : url).endsWith('/chat')
    return Promise.resolve(
      isChat
        ? new Response('data: {"done":true,"covered":true,"citations":[]}\n\n', {
            headers: { 'content-type': 'text/event-stream' },
          })
        : Response.json({}),
    )
  }
  const credential = { clientKey: 'fnp_x' }
  const options = { baseUrl: 'http://service.test', credential, knowledgeBaseId: ID }
  return { client: createClient({ ...options, fetch, captchaToken }), sent }
}

test('a fresh token is minted for each call that may need one, and for no other', async () => {
  let minted = 0
  const { client, sent } = guarded((action) => `${action}-${(minted += 1)}`)
  for await (const _ of client.ask({ query: 'Why?' }));
  for await (const _ of client.askText({ query: 'Why?' }));
  await client.search({ query: 'keys' })
  await client.rate({ message_id: ID, rating: 'up' })
  await client.formDeflect({ description: 'Help' })
  const asks = { name: 'Ada', email: 'ada@example.com', message: 'Why?', agreed: true } as const
  await client.contact({ id: ID, ...asks })
  expect(sent).toEqual([
    'chat-1',
    'chat-2',
    'search-3',
    'feedback-4',
    'form_deflect-5',
    'contact-6',
  ])
  await client.related({ query: 'keys' })
  await client.unrate(ID)
  await client.suggestedQuestions()
  await client.widgetConfig()
  await client.savedWidgetConfig(ID)
  await client.formOutcome(ID, 'deflected')
  expect(sent.slice(6)).toEqual([null, null, null, null, null, null])
})

test('a token of the caller’s own is used, and a provider may have none', async () => {
  const provider = vi.fn<CaptchaTokenProvider>(() => null)
  const { client, sent } = guarded(provider)
  await client.search({ query: 'keys' }, { recaptchaToken: 'mine' })
  expect(provider).not.toHaveBeenCalled()
  await client.search({ query: 'keys' })
  expect(sent).toEqual(['mine', null])
})

test('a provider that fails is a failure of the call, and nothing is sent', async () => {
  const cause = new Error('blocked by an extension')
  const { client, sent } = guarded(() => Promise.reject(cause))
  await expect(client.search({ query: 'keys' })).rejects.toMatchObject({
    name: 'FootnoteError',
    code: 'CAPTCHA_FAILED',
    retryable: true,
    cause,
  })
  const states = []
  for await (const state of client.askText({ query: 'Why?' })) states.push(state)
  expect(states).toMatchObject([{ status: 'failed', error: { code: 'CAPTCHA_FAILED' } }])
  expect(sent).toEqual([])
})

test('a call aborted while its token is minted is not sent', async () => {
  const controller = new AbortController()
  const { client, sent } = guarded(() => {
    controller.abort()
    return 'late'
  })
  const { signal } = controller
  await expect(client.search({ query: 'keys' }, { signal })).rejects.toBe(signal.reason)
  expect(sent).toEqual([])
})
