import { ACCOUNT_PATHS } from '@footnote/contract/paths'
import {
  MAX_PASSWORD_CHARACTERS,
  MIN_PASSWORD_CHARACTERS,
} from '@footnote/contract/accounts/people'
import type { FastifyPluginAsync } from 'fastify'
import { page } from '../oauth/pages.ts'
import { html, type Html } from '../reference/page/html.ts'
import { preparePage, sendPage } from '../reference/prepared-page.ts'
import { ACCOUNT_SCRIPT } from './account-script.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const EMAIL = html`<label for="email">Your email address</label>
  <input id="email" name="email" type="email" autocomplete="username" required />`
const NAME = html`<label for="name">Your name</label>
  <input id="name" name="name" autocomplete="name" maxlength="200" />`
const PASSWORD = html`<label for="password"
    >A password, at least ${MIN_PASSWORD_CHARACTERS} characters</label
  >
  <input
    id="password"
    name="password"
    type="password"
    autocomplete="new-password"
    minlength="${MIN_PASSWORD_CHARACTERS}"
    maxlength="${MAX_PASSWORD_CHARACTERS}"
  />`

const script = html`<script src="${ACCOUNT_PATHS.script}" defer></script>`

const formPage = (title: string, intro: string, action: string, fields: Html, button: string) =>
  page(
    title,
    html`<p>${intro}</p>
      <form data-action="${action}">
        ${fields}
        <button type="submit">${button}</button>
      </form>
      <p id="result" role="status"></p>`,
    script,
  )

const PAGES = {
  [ACCOUNT_PATHS.setup]: formPage(
    'Set up Footnote',
    'This creates the first owner, who may do anything and invites the others.',
    'setup',
    html`${EMAIL}${NAME}${PASSWORD}`,
    'Create the owner',
  ),
  [ACCOUNT_PATHS.invitation]: formPage(
    'Join your colleagues',
    'You were invited to Footnote. Choose a password, or give that of the account you have.',
    'invitation',
    html`${NAME}${PASSWORD}`,
    'Join',
  ),
}

/** The pages behind the links: one form each, sent by a script of ours, for the token is behind `#`. */
export const accountPages: FastifyPluginAsync = async (app) => {
  for (const [path, text] of Object.entries(PAGES)) {
    const prepared = preparePage('text/html; charset=utf-8', text, 'no-store')
    app.get(path, async (request, reply) =>
      sendPage(request, reply.header('content-security-policy', POLICY), prepared),
    )
  }
  const prepared = preparePage('text/javascript; charset=utf-8', ACCOUNT_SCRIPT)
  app.get(ACCOUNT_PATHS.script, async (request, reply) => sendPage(request, reply, prepared))
}
