import { request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openBrowser } from '../support/sign-in/browser-by-hand.ts'
import { newRequest, registerClient } from '../support/sign-in/oauth-by-hand.ts'
import { allow, linkFor, putSignIn, signingIn } from '../support/sign-in/sign-in.ts'
import { send, SOME_ID } from './support/wire.ts'

const test = signingIn()

const emailForm = (text: string) => /action="([^"]*\/email)"/.exec(text)?.[1] ?? ''

test('a link signs in once, and only in the browser that requested it', async ({
  service,
  docs,
  mail,
}) => {
  const email = 'once@example.com'
  const browser = openBrowser()
  const page = await browser.open((await newRequest(docs)).url)
  await browser.open(service.baseUrl + emailForm(page.text), { form: { email } })
  const link = await linkFor(mail, email)
  const elsewhere = await openBrowser().open(link)
  expect(elsewhere).toMatchObject({
    status: 400,
    text: expect.stringContaining('in which you began'),
  })
  // Another browser, in the middle of its own sign-in.
  const other = openBrowser()
  const begun = await other.open((await newRequest(docs)).url)
  const stolen = begun.url + link.slice(link.indexOf('/link'))
  expect(await other.open(stolen)).toMatchObject({ status: 400 })
  const consent = await browser.open(link)
  expect(consent.text).toContain('Connect A tool?')
  expect(await browser.open(link)).toMatchObject({ status: 400 })
  const back = await allow(service, browser, consent.text)
  expect(back.searchParams.get('code')).toMatch(/./)
  expect(back.searchParams.get('iss')).toBe(docs.issuer)
  expect(back.searchParams.get('state')).toBe('the-state')
})

test('a reader who declines gives the tool no access', async ({ service, docs, mail }) => {
  const email = 'declines@example.com'
  const browser = openBrowser()
  const page = await browser.open((await newRequest(docs)).url)
  await browser.open(service.baseUrl + emailForm(page.text), { form: { email } })
  const consent = await browser.open(await linkFor(mail, email))
  const back = await allow(service, browser, consent.text, 'deny')
  expect(back.searchParams.get('error')).toBe('access_denied')
  expect(back.searchParams.get('code')).toBeNull()
})

test('people who may not sign in get no email, but see the same page', async ({
  service,
  docs,
  mail,
}) => {
  const answers: string[] = []
  for (const email of ['known@example.com', 'a@evil.test', 'a@example.com.evil.test', 'nonsense']) {
    const browser = openBrowser()
    const page = await browser.open((await newRequest(docs)).url)
    const form = { email }
    const sent = await browser.open(service.baseUrl + emailForm(page.text), { form })
    answers.push(`${sent.status} ${sent.text.replaceAll(email, '')}`)
  }
  expect(new Set(answers).size).toBe(1)
  await linkFor(mail, 'known@example.com')
  await sleep(200)
  expect(mail.messages.flatMap(({ to }) => to)).not.toContain('a@evil.test')
  expect(JSON.stringify(mail.messages)).not.toContain('evil.test')
})

test('nobody may sign in until the operator says who', async ({ service, docs }) => {
  await putSignIn(service, docs.knowledgeBaseId, {})
  const page = await openBrowser().open((await newRequest(docs)).url)
  expect(page.text).toContain('Nobody may sign in here yet')
  expect(page.text).not.toContain('<form')
})

test('pages escape what a tool says about itself, and run no scripts', async ({ docs }) => {
  const { body } = await registerClient(docs, { client_name: '<img src=x onerror=alert(1)>' })
  const request = await newRequest(docs, { client_id: String(body['client_id']) })
  const page = await openBrowser().open(request.url)
  expect(page.text).toContain('&lt;img src=x')
  expect(page.text).not.toContain('<img')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("form-action 'self' http://localhost:9")
  expect(policy).not.toContain('script-src')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  const wrong = await newRequest(docs, { client_id: '<script>alert(1)</script>' })
  expect((await openBrowser().open(wrong.url)).text).not.toContain('<script>')
})

function forged(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    request.on('error', reject)
    request.end()
  })
}

test('a forged host is refused, and never becomes part of a URL', async ({ service, docs }) => {
  const paths = [
    `/.well-known/oauth-protected-resource/mcp/${docs.knowledgeBaseId}`,
    `/.well-known/oauth-authorization-server/oauth/${docs.knowledgeBaseId}`,
    `/oauth/${docs.knowledgeBaseId}/.well-known/openid-configuration`,
  ]
  for (const path of paths) {
    const refused = await forged(service.baseUrl + path, { host: 'evil.example.com' })
    expect(refused.status, path).toBe(403)
    const said = { 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'https' }
    for (const headers of [said, { host: 'localhost', ...said }]) {
      const { status, text } = await forged(service.baseUrl + path, headers)
      expect(status).toBe(200)
      expect(text).not.toContain('evil')
      expect(text).toContain(service.baseUrl)
    }
  }
})

test('a knowledge base without sign-in looks like one that does not exist', async ({
  service,
  knowledge,
}) => {
  const replies = await Promise.all(
    [knowledge.knowledgeBaseId, SOME_ID, 'nonsense'].map((id) =>
      send(service, `/.well-known/oauth-protected-resource/mcp/${id}`),
    ),
  )
  for (const reply of replies)
    expect(reply).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  const { headers } = await send(service, `/mcp/${knowledge.knowledgeBaseId}`, { json: {} })
  expect(headers.get('www-authenticate')).toBe('Bearer realm="Footnote"')
})
