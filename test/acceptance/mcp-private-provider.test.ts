import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect } from 'vitest'
import { openBrowser } from '../support/sign-in/browser-by-hand.ts'
import { newRequest } from '../support/sign-in/oauth-by-hand.ts'
import { readRows } from '../support/store/services.ts'
import { putSignIn, signingIn } from '../support/sign-in/sign-in.ts'

const test = signingIn()

const actionIn = (text: string): string => /action="([^"]+)"/.exec(text)?.[1] ?? ''

test('a provider at a private address is not called unless that is allowed', async ({
  service,
  docs,
  database,
}) => {
  let connections = 0
  const listener = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}/`
  // A name that was public when it was saved: a private address would have been refused.
  const oidc = { issuer: 'https://provider.invalid/', client_id: 'x' }
  await putSignIn(service, docs.knowledgeBaseId, { oidc })
  const moved = `update sign_in_settings set oidc_issuer = '${issuer}' returning oidc_issuer`
  expect(await readRows(database, moved)).toEqual([{ oidc_issuer: issuer }])
  const browser = openBrowser()
  const page = await browser.open((await newRequest(docs)).url)
  const left = await browser.open(new URL(actionIn(page.text), page.url).href, { form: {} })
  expect(left.status).toBe(400)
  expect(left.text).toContain('sign_in_failed')
  expect(connections).toBe(0)
  listener.close()
})
