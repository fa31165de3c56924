import { startOpenidProvider } from '../../fakes/openid-provider.ts'
import { MANY_ATTEMPTS } from '../../acceptance/support/people.ts'
import { acceptance } from '../acceptance.ts'
import { workerBrowser } from '../browser/browser.ts'
import { freePort } from '../network/free-port.ts'
import { startService } from '../service.ts'
import { SECRETS_KEY } from './sign-in.ts'
import { startSmtpSink } from './smtp-sink.ts'

/** `test` with a browser, and a service at a host name that sends mail and knows a provider. */
export const test = acceptance()
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures it needs off the pattern
  .test.extend('mail', { scope: 'file' }, async ({}, { onCleanup }) => {
    const mail = await startSmtpSink()
    onCleanup(() => mail.close())
    return mail
  })
  .extend('chromium', { scope: 'worker' }, workerBrowser.start)
  .extend('browser', { scope: 'file' }, workerBrowser.use)
  // oxlint-disable-next-line no-empty-pattern -- as above
  .extend('provider', { scope: 'file' }, async ({}, { onCleanup }) => {
    const provider = await startOpenidProvider()
    onCleanup(() => provider.close())
    return provider
  })
  .extend('service', { scope: 'file' }, async ({ database, mail, provider }, { onCleanup }) => {
    const port = String(await freePort())
    // Browsers make passkeys for host names only.
    const publicUrl = `http://localhost:${port}`
    const env = {
      PORT: port,
      PUBLIC_URL: publicUrl,
      SMTP_URL: mail.url,
      SECRETS_KEY,
      ALLOW_PRIVATE_SIGN_IN_HOSTS: 'true',
      ...MANY_ATTEMPTS,
    }
    provider.allowRedirect(`${publicUrl}/sign-in/callback`)
    const service = await startService({ databaseUrl: database.ownerUrl, env })
    onCleanup(() => service.kill())
    return Object.assign(service, { baseUrl: publicUrl })
  })
