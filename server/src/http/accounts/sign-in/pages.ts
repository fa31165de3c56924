import { SIGN_IN_PATHS } from '@footnote/contract/paths'
import type { FastifyPluginAsync } from 'fastify'
import { page } from '../../oauth/pages.ts'
import type { Html } from '../../../text/html.ts'
import { html } from '../../../text/html.ts'
import { preparePage, sendPage } from '../../reference/prepared-page.ts'
import { PAGE_SCRIPT } from './page-script.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const CODE = html`<label for="code-input"
    >Code from your authenticator app, or a recovery code</label
  >
  <input id="code-input" name="code" autocomplete="one-time-code" maxlength="20" required />`

const script = html`<script src="${SIGN_IN_PATHS.script}" defer></script>`

const formPage = (intro: string, action: string, fields: Html) =>
  page(
    'Sign in to Footnote',
    html`<p>${intro}</p>
      <form data-action="${action}">
        ${fields}
        <button type="submit">Sign in</button>
      </form>
      <p id="result" role="status"></p>`,
    script,
  )

const PAGES = {
  // A button, for programs that look at mail open its links.
  [SIGN_IN_PATHS.link]: formPage(
    'Continue only if you asked for this link.',
    'link',
    // Asked for once the link was good, of somebody with a second factor.
    html`<fieldset id="code" hidden disabled>${CODE}</fieldset>`,
  ),
  [SIGN_IN_PATHS.code]: formPage('Two-factor authentication is on for your account.', 'code', CODE),
}

/** For a sign-in that began in the mail or at a provider. They lead to the console, and nowhere else. */
export const signInPages: FastifyPluginAsync = async (app) => {
  for (const [path, text] of Object.entries(PAGES)) {
    const prepared = preparePage('text/html; charset=utf-8', () => text, 'no-store')
    app.get(path, async (request, reply) =>
      sendPage(request, reply.header('content-security-policy', POLICY), prepared),
    )
  }
  const prepared = preparePage('text/javascript; charset=utf-8', () => PAGE_SCRIPT)
  app.get(SIGN_IN_PATHS.script, async (request, reply) => sendPage(request, reply, prepared))
}
