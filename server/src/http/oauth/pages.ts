import type { Html } from '@footnote/contract/html'
import { html, nothing } from '@footnote/contract/html'

const STYLE = html`
  body { font: 16px/1.5 system-ui, sans-serif; margin: 10vh auto; max-width: 26rem; padding: 0 1rem;
  color: #1a1a1a; } label { display: block; margin: 1rem 0 0.25rem; } input { width: 100%;
  box-sizing: border-box; font: inherit; padding: 0.5rem; border: 1px solid #767676; border-radius:
  4px; } button { font: inherit; margin: 1rem 0.5rem 0 0; padding: 0.5rem 1rem; border: 1px solid
  #0b6e4f; border-radius: 4px; background: #0b6e4f; color: #fff; } button.second { background: #fff;
  color: #0b6e4f; }
`

const page = (title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.html

export type SignInPage = {
  knowledgeBaseName: string
  clientName: string
  /** Where the forms go. */
  path: string
  byMail: boolean
  byProvider: boolean
}

export function signInPage({ knowledgeBaseName, clientName, path, ...by }: SignInPage): string {
  const mail = html`<form method="post" action="${path}/email">
    <label for="email">Your e-mail address</label>
    <input id="email" name="email" type="email" autocomplete="email" required maxlength="320" />
    <button type="submit">Send me a link</button>
  </form>`
  const provider = html`<form method="post" action="${path}/provider">
    <button type="submit" class="second">Sign in with your organisation</button>
  </form>`
  const intro = html`<p>
    ${clientName} wants to read the documentation of ${knowledgeBaseName} for you.
  </p>`
  const none = html`<p>Nobody may sign in here yet.</p>`
  return page(
    'Sign in',
    html`${intro}${by.byMail ? mail : nothing}${by.byProvider ? provider : nothing}${by.byMail || by.byProvider ? nothing : none}`,
  )
}

/** The same whether a message was sent or not: it tells nobody who may sign in. */
export const linkSentPage = (email: string): string =>
  page(
    'Check your e-mail',
    html`<p>
      If ${email} may sign in, a link is on its way. Open it in this browser within 10 minutes.
    </p>`,
  )

export type ConsentPage = {
  knowledgeBaseName: string
  clientName: string
  host: string
  path: string
}

export const consentPage = ({ knowledgeBaseName, clientName, host, path }: ConsentPage): string =>
  page(
    `Connect ${clientName}?`,
    html`<p>
        ${clientName} will be able to ask and search the documentation of ${knowledgeBaseName} as
        you, and to read its pages. It cannot change anything.
      </p>
      <p>You will be sent to <strong>${host}</strong>. Go on only if you expect that.</p>
      <form method="post" action="${path}/consent">
        <button type="submit" name="decision" value="allow">Connect</button>
        <button type="submit" name="decision" value="deny" class="second">Cancel</button>
      </form>`,
  )

export const errorPage = (error: string, description: string | undefined): string =>
  page(
    'That did not work',
    html`<p>${description ?? 'Please start again from your tool.'}</p>
      <p><code>${error}</code></p>`,
  )
