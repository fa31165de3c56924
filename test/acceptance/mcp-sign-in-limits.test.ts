import { expect } from 'vitest'
import { openBrowser } from '../support/browser-by-hand.ts'
import { newRequest, registerClient } from '../support/oauth-by-hand.ts'
import { signingIn } from '../support/sign-in.ts'

const PER_MINUTE = 3
const test = signingIn({ SIGN_IN_ATTEMPTS_PER_MINUTE: String(PER_MINUTE) })

test('messages to readers and registrations of tools are limited', async ({
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
