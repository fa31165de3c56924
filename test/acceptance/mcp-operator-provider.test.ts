import { expect } from 'vitest'
import { startOpenidProvider } from '../fakes/openid-provider.ts'
import { putPages } from '../support/knowledge.ts'
import type { HandBrowser } from '../support/sign-in/browser-by-hand.ts'
import { openBrowser } from '../support/sign-in/browser-by-hand.ts'
import { exchange, newRequest, statusWith } from '../support/sign-in/oauth-by-hand.ts'
import { allow, putSignIn, signingIn } from '../support/sign-in/sign-in.ts'
import { adminPath, asOperator, send } from './support/wire.ts'

const test = signingIn({ ALLOW_PRIVATE_SIGN_IN_HOSTS: 'true' })
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .extend('provider', { scope: 'file' }, async ({}, { onCleanup }) => {
    const provider = await startOpenidProvider()
    onCleanup(() => provider.close())
    return provider
  })
  .extend('joined', async ({ service, docs, provider }) => {
    const { issuer, clientId, clientSecret } = provider
    const oidc = { issuer, client_id: clientId, client_secret: clientSecret }
    const saved = (await putSignIn(service, docs.knowledgeBaseId, { oidc })) as {
      oidc: { redirect_uri: string }
    }
    provider.allowRedirect(saved.oidc.redirect_uri)
    return { ...docs, callback: saved.oidc.redirect_uri }
  })

const actionIn = (text: string): string => /action="([^"]+)"/.exec(text)?.[1] ?? ''

/** Up to the provider's pages and through them, back to the page that asks to agree. */
async function signInAtProvider(browser: HandBrowser, url: string, name: string) {
  const page = await browser.open(url)
  expect(page.text).toContain('Sign in with your organisation')
  const leave = new URL(actionIn(page.text), page.url).href
  const login = await browser.open(leave, { form: {} })
  const form = { prompt: 'login', login: name, password: 'any' }
  const agree = await browser.open(new URL(actionIn(login.text), login.url).href, { form })
  const consent = { prompt: 'consent' }
  return browser.open(new URL(actionIn(agree.text), agree.url).href, { form: consent })
}

test('a reader signs in at the operator’s own OpenID provider', async ({
  service,
  joined,
  provider,
}) => {
  const browser = openBrowser()
  const request = await newRequest(joined)
  const consent = await signInAtProvider(browser, request.url, 'grace')
  expect(consent.text).toContain('Connect A tool?')
  const back = await allow(service, browser, consent.text)
  const { body } = await exchange(joined, request, back)
  expect(await statusWith(joined.mcpUrl, body['access_token'] ?? '')).toBe(200)
  const path = adminPath(joined.knowledgeBaseId, 'readers')
  const { body: listed } = await send(service, path, { headers: asOperator })
  expect(listed).toMatchObject({
    readers: [{ identity: `${provider.issuer} grace`, revoked_at: null }],
  })
})

test('a reader reads the groups for signed readers that the provider names', async ({
  service,
  docs,
  provider,
}) => {
  const { knowledgeBaseId } = docs
  const { admin } = service
  const gold = { name: 'Gold', signed_readers_only: true }
  const { id: group_id } = await admin.groups.create(knowledgeBaseId, gold)
  const url = 'https://docs.example.com/gold'
  const content = '# Gold\n\nThe lighthouse keeper collects gold sextants.'
  await putPages(service, knowledgeBaseId, [{ url, content, group_id }])
  const { issuer, clientId, clientSecret } = provider
  const oidc = { issuer, client_id: clientId, client_secret: clientSecret }
  const found = async (claims: object, settings: object): Promise<boolean> => {
    const saved = await putSignIn(service, knowledgeBaseId, { oidc: { ...oidc, ...settings } })
    provider.allowRedirect((saved as { oidc: { redirect_uri: string } }).oidc.redirect_uri)
    const browser = openBrowser()
    const request = await newRequest(docs)
    provider.forgeNext((own) => ({ ...own, ...claims }))
    const consent = await signInAtProvider(browser, request.url, 'grace')
    const { body } = await exchange(docs, request, await allow(service, browser, consent.text))
    const reply = await send(service, `/mcp/${knowledgeBaseId}`, {
      json: { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: url } },
      headers: {
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${body['access_token'] ?? ''}`,
      },
    })
    return reply.text.includes('gold sextants')
  }
  const withClaim = { groups_claim: 'team' }
  expect(await found({ team: ['Silver', 'Gold'] }, withClaim)).toBe(true)
  expect(await found({ team: 'Gold' }, withClaim)).toBe(true)
  expect(await found({ team: [group_id] }, withClaim)).toBe(true)
  expect(await found({ team: ['Silver'], groups: ['Gold'] }, withClaim)).toBe(false)
  expect(await found({ team: { name: 'Gold' } }, withClaim)).toBe(false)
  expect(await found({ team: ['Gold'] }, {})).toBe(false)
})

test('the callback works once, for the same browser, with the same state', async ({ joined }) => {
  const browser = openBrowser()
  const page = await browser.open((await newRequest(joined)).url)
  const uid = page.url.split('/').at(-1) ?? ''
  const forged = `${joined.callback}?code=x&state=${uid}.${'x'.repeat(43)}`
  expect(await browser.open(forged)).toMatchObject({ status: 400 })
  // A code of somebody else's sign-in, put into this browser.
  const stranger = openBrowser()
  const other = await stranger.open((await newRequest(joined)).url)
  const leave = new URL(actionIn(other.text), other.url).href
  const login = await stranger.open(leave, { form: {} })
  const form = { prompt: 'login', login: 'mallory', password: 'any' }
  const agree = await stranger.open(new URL(actionIn(login.text), login.url).href, { form })
  const action = new URL(actionIn(agree.text), agree.url).href
  const stopAt = joined.callback
  const { url: way } = await stranger.open(action, { form: { prompt: 'consent' }, stopAt })
  expect(way).toContain('code=')
  expect(await browser.open(way)).toMatchObject({ status: 400 })
  const mine = way.replace(/state=[^.&]+/, `state=${uid}`)
  expect(await browser.open(mine)).toMatchObject({ status: 400 })
  expect((await stranger.open(way)).text).toContain('Connect A tool?')
  expect((await stranger.open(way)).text).not.toContain('Connect A tool?')
})

test('the provider’s secret is never shown, and never sent to another issuer', async ({
  service,
  joined,
  provider,
}) => {
  const path = adminPath(joined.knowledgeBaseId, 'sign-in')
  const shown = await send(service, path, { headers: asOperator })
  expect(shown.text).not.toContain(provider.clientSecret)
  expect(shown.body).toMatchObject({ oidc: { has_client_secret: true } })
  const { issuer, clientId: client_id } = provider
  const same = await putSignIn(service, joined.knowledgeBaseId, { oidc: { issuer, client_id } })
  expect(same).toMatchObject({ oidc: { has_client_secret: true } })
  const elsewhere = { issuer: 'https://evil.example.com', client_id }
  const moved = await putSignIn(service, joined.knowledgeBaseId, { oidc: elsewhere })
  expect(moved).toMatchObject({ oidc: { has_client_secret: false } })
})
