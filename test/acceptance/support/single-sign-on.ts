import { expect } from 'vitest'
import type { OpenidProvider } from '../../fakes/openid-provider.ts'
import { startOpenidProvider } from '../../fakes/openid-provider.ts'
import { acceptance } from '../../support/acceptance.ts'
import { freePort } from '../../support/network/free-port.ts'
import { startService } from '../../support/service.ts'
import type { Service } from '../../support/service.ts'
import type { HandBrowser, Page } from '../../support/sign-in/browser-by-hand.ts'
import { openBrowser } from '../../support/sign-in/browser-by-hand.ts'
import { SECRETS_KEY } from '../../support/sign-in/sign-in.ts'
import { startSmtpSink } from '../../support/sign-in/smtp-sink.ts'
import { send } from './wire.ts'

/** The domain of everybody at the provider. */
export const DOMAIN = 'example.org'

export const test = acceptance()
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .test.extend('mail', { scope: 'file' }, async ({}, { onCleanup }) => {
    const mail = await startSmtpSink()
    onCleanup(() => mail.close())
    return mail
  })
  // oxlint-disable-next-line no-empty-pattern -- as above
  .extend('provider', { scope: 'file' }, async ({}, { onCleanup }) => {
    const provider = await startOpenidProvider()
    onCleanup(() => provider.close())
    return provider
  })
  .extend('service', { scope: 'file' }, async ({ database, mail, provider }, { onCleanup }) => {
    const port = String(await freePort())
    const env = {
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: mail.url,
      SECRETS_KEY,
      SIGN_IN_ATTEMPTS_PER_MINUTE: '1000',
      ALLOW_PRIVATE_SIGN_IN_HOSTS: 'true',
    }
    provider.allowRedirect(`http://127.0.0.1:${port}/sign-in/callback`)
    const service = await startService({ databaseUrl: database.ownerUrl, env })
    onCleanup(() => service.kill())
    return service
  })
  /** A workspace whose people sign in at the provider, for as long as a test runs. */
  .extend('workspace', async ({ service, knowledge, provider }, { onCleanup }) => {
    const { workspaceId } = knowledge
    await service.admin.sso.put(workspaceId, toSettings(provider))
    onCleanup(() => service.admin.sso.delete(workspaceId))
    return workspaceId
  })

export const toSettings = (
  { issuer, clientId, clientSecret }: OpenidProvider,
  change: object = {},
) => ({
  issuer,
  client_id: clientId,
  client_secret: clientSecret,
  domains: [DOMAIN],
  enforced: false,
  default_role: 'editor' as const,
  ...change,
})

export const begin = (service: Service, email: string, headers = {}) =>
  send(service, '/api/v1/admin/session/sso', { json: { email }, headers })

const actionIn = (text: string): string => /action="([^"]+)"/.exec(text)?.[1] ?? ''

/** Up to the address at which the provider sends the browser back. */
export async function leadBack(
  service: Service,
  browser: HandBrowser,
  name: string,
): Promise<string> {
  const begun = await begin(service, `${name}@${DOMAIN}`)
  expect(begun, begun.text).toMatchObject({ status: 200 })
  const [cookie = ''] = begun.headers.getSetCookie()
  expect(cookie).toMatch(/^footnote_sso=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  browser.cookies.set('/ footnote_sso', { value: cookie.split(';', 1)[0] ?? '', path: '/' })
  const { url } = begun.body as { url: string }
  const asked = new URL(url).searchParams
  expect(asked.get('code_challenge_method')).toBe('S256')
  for (const needed of ['state', 'nonce', 'code_challenge']) expect(asked.get(needed)).toBeTruthy()
  const login = await browser.open(url)
  const form = { prompt: 'login', login: name, password: 'any' }
  const agree = await browser.open(new URL(actionIn(login.text), login.url).href, { form })
  const back = await browser.open(new URL(actionIn(agree.text), agree.url).href, {
    form: { prompt: 'consent' },
    stopAt: `${service.baseUrl}/sign-in/callback`,
  })
  return back.url
}

export const getSession = (browser: HandBrowser) => browser.cookies.get('/ footnote_session')?.value

export async function signInAt(service: Service, name: string) {
  const browser = openBrowser()
  const page = await browser.open(await leadBack(service, browser, name))
  return { browser, page, cookie: getSession(browser) }
}

export const expectRefused = (browser: HandBrowser, page: Page, what = '') => {
  expect(page.status, what).toBe(400)
  expect(page.text, what).toContain('sign_in_failed')
  expect(getSession(browser), what).toBeUndefined()
}

export const me = async (service: Service, cookie = '') =>
  (await send(service, '/api/v1/admin/me', { headers: { cookie } })).body
