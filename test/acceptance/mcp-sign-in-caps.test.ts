import { expect } from 'vitest'
import { openBrowser } from '../support/sign-in/browser-by-hand.ts'
import { exchange, newRequest, refresh, registerClient } from '../support/sign-in/oauth-by-hand.ts'
import { readRows } from '../support/store/services.ts'
import type { SignInKnowledge } from '../support/sign-in/sign-in.ts'
import { signInByMail, signingIn } from '../support/sign-in/sign-in.ts'

const MAX_CLIENTS = 3
const test = signingIn({
  SIGN_IN_MAX_CLIENTS: String(MAX_CLIENTS),
  SIGN_IN_MAILS_PER_ADDRESS_PER_DAY: '2',
  SIGN_IN_MAILS_PER_DAY: '3',
})

/** Whether the authorization server still knows a client: it redirects to the sign-in. */
async function isKnown(docs: SignInKnowledge, clientId: string): Promise<boolean> {
  const { url } = await newRequestFor(docs, clientId)
  const { status } = await fetch(url, { redirect: 'manual' })
  return status === 303
}

/** An authorization request of a registered client. */
async function newRequestFor(docs: SignInKnowledge, clientId: string) {
  const url = new URL(`${docs.issuer}/auth`)
  url.search = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: 'http://localhost:9/callback',
    scope: 'mcp:read',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }).toString()
  return { url: url.href }
}

test('registrations are capped, and a flood of them evicts no tool that a reader connected', async ({
  service,
  docs,
  mail,
  database,
}) => {
  const request = await newRequest(docs)
  const back = await signInByMail(service, mail, request.url, 'reader@example.com')
  const tokens = await exchange(docs, request, back)
  const unused: string[] = []
  for (let count = 0; count < 2 * MAX_CLIENTS; count += 1) {
    const { status, body } = await registerClient(docs)
    expect(status).toBe(201)
    unused.push(String(body['client_id']))
  }
  const stored = await readRows<{ used: boolean; days: number }>(
    database,
    `select used, round(extract(epoch from expires_at - now()) / 86400)::int as days
     from oauth_artifacts where knowledge_base_id = '${docs.knowledgeBaseId}' and kind = 'Client'
     order by used`,
  )
  expect(stored).toEqual([
    { used: false, days: 7 },
    { used: false, days: 7 },
    { used: true, days: 90 },
  ])
  expect(await isKnown(docs, request.clientId)).toBe(true)
  expect((await refresh(docs, request, tokens.body['refresh_token'] ?? '')).status).toBe(200)
  // The oldest was evicted for the newest.
  const known = await Promise.all(unused.map((clientId) => isKnown(docs, clientId)))
  expect(known).toEqual([false, false, false, false, true, true])
})

test('the size of a registration is bounded', async ({ docs, database }) => {
  const uri = (index: number) => `https://tool.example.com/callback/${index}`
  const tooLarge = [
    { redirect_uris: Array.from({ length: 11 }, (_, index) => uri(index)) },
    { redirect_uris: [`https://tool.example.com/${'a'.repeat(2_000)}`] },
    { client_name: 'n'.repeat(201) },
    { policy_uri: `https://tool.example.com/${'a'.repeat(8_000)}` },
  ]
  for (const metadata of tooLarge) {
    const { status, body } = await registerClient(docs, metadata)
    expect(status, Object.keys(metadata)[0]).toBe(400)
    expect(body['error_description']).toMatch(/must have at most/)
  }
  const stored = await readRows(
    database,
    `select from oauth_artifacts where knowledge_base_id = '${docs.knowledgeBaseId}'`,
  )
  expect(stored).toEqual([])
  const redirects = Array.from({ length: 10 }, (_, index) => uri(index))
  expect((await registerClient(docs, { redirect_uris: redirects })).status).toBe(201)
})

test('sign-in emails have a daily limit, per address and in total', async ({
  service,
  docs,
  mail,
}) => {
  const { url } = await newRequest(docs)
  const before = mail.messages.length
  const askForLink = async (email: string) => {
    const browser = openBrowser()
    const page = await browser.open(url)
    const action = /action="([^"]*\/email)"/.exec(page.text)?.[1] ?? ''
    return browser.open(service.baseUrl + action, { form: { email } })
  }
  expect((await askForLink('one@example.com')).status).toBe(200)
  expect((await askForLink('one@example.com')).status).toBe(200)
  const refused = await askForLink('one@example.com')
  expect(refused.status).toBe(429)
  expect(refused.text).toContain('No more links today')
  // Who may not sign in gets no message, takes none from the others, and is refused just the same.
  expect((await askForLink('one@elsewhere.test')).status).toBe(200)
  expect((await askForLink('one@elsewhere.test')).status).toBe(200)
  expect((await askForLink('one@elsewhere.test')).status).toBe(429)
  expect((await askForLink('two@example.com')).status).toBe(200)
  expect((await askForLink('three@example.com')).status).toBe(429)
  expect((await askForLink('two@elsewhere.test')).status).toBe(429)
  await expect.poll(() => mail.messages.length).toBe(before + 3)
})
