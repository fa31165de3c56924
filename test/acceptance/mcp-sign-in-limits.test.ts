import { expect } from 'vitest'
import { openBrowser } from '../support/sign-in/browser-by-hand.ts'
import { newRequest, registerClient } from '../support/sign-in/oauth-by-hand.ts'
import { signingIn } from '../support/sign-in/sign-in.ts'

const PER_MINUTE = 3
const test = signingIn({ SIGN_IN_ATTEMPTS_PER_MINUTE: String(PER_MINUTE) })

test('emails to readers and registrations of tools are rate limited', async ({
  service,
  docs,
  mail,
}) => {
  const { url } = await newRequest(docs)
  const statuses: number[] = []
  for (let count = 0; count <= PER_MINUTE; count += 1) {
    const browser = openBrowser()
    const page = await browser.open(url)
    const action = /action="([^"]*\/email)"/.exec(page.text)?.[1] ?? ''
    const form = { email: 'limited@example.com' }
    statuses.push((await browser.open(service.baseUrl + action, { form })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 429])
  await expect.poll(() => mail.messages.length).toBe(PER_MINUTE)
  // One was registered above.
  for (let count = 1; count < PER_MINUTE; count += 1) {
    expect((await registerClient(docs)).status).toBe(201)
  }
  expect(await registerClient(docs)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
})

test('no other spelling of the registration endpoint bypasses its limit', async ({ docs }) => {
  const register = (spelling: string) =>
    fetch(docs.issuer + spelling, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'A tool', redirect_uris: ['http://localhost:9/back'] }),
    })
  for (const spelling of ['/REG', '/Reg', '/reg/', '//reg', '/reg%2f']) {
    expect((await register(spelling)).status, spelling).toBe(404)
  }
  // What clients and servers take for the same path is counted as the same.
  for (const spelling of ['/%72eg', '/./reg', '/reg?']) {
    const statuses = new Set<number>()
    for (let count = 0; count <= PER_MINUTE; count += 1) {
      statuses.add((await register(spelling)).status)
    }
    expect(statuses, spelling).toContain(429)
  }
})
