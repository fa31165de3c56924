import { fillPath, OAUTH_PATHS } from '@footnote/contract/paths'
import type { Html } from '../../text/html.ts'
import { html, nothing } from '../../text/html.ts'

const STYLE = html`
  body { font: 16px/1.5 system-ui, sans-serif; margin: 10vh auto; max-width: 26rem; padding: 0 1rem;
  color: #1a1a1a; } label { display: block; margin: 1rem 0 0.25rem; } input { width: 100%;
  box-sizing: border-box; font: inherit; padding: 0.5rem; border: 1px solid #767676; border-radius:
  4px; } button { font: inherit; margin: 1rem 0.5rem 0 0; padding: 0.5rem 1rem; border: 1px solid
  #0b6e4f; border-radius: 4px; background: #0b6e4f; color: #fff; } button.second { background: #fff;
  color: #0b6e4f; }
`

/** `head`: what belongs there besides the title and the style. */
export const page = (title: string, body: Html, head: Html = nothing): string =>
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
        ${head}
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
  /** Parameters of the paths that the forms post to. */
  params: { knowledgeBaseId: string; uid: string }
  byMail: boolean
  byProvider: boolean
}

export function signInPage({ knowledgeBaseName, clientName, params, ...by }: SignInPage): string {
  const mail = html`<form method="post" action="${fillPath(OAUTH_PATHS.email, params)}">
    <label for="email">Your email address</label>
    <input id="email" name="email" type="email" autocomplete="email" required maxlength="320" />
    <button type="submit">Send me a link</button>
  </form>`
  const provider = html`<form method="post" action="${fillPath(OAUTH_PATHS.provider, params)}">
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

/** The same whether a message was sent or not, so that it does not reveal who may sign in. */
export const linkSentPage = (email: string): string =>
  page(
    'Check your email',
    html`<p>
      If ${email} may sign in, a link is on its way. Open it in this browser within 10 minutes.
    </p>`,
  )

/** The same for one address and for all, so that it does not reveal who may sign in. */
export const mailsUsedUpPage = (): string =>
  page(
    'No more links today',
    html`<p>
      Too many sign-in links were asked for today. Please use the last one you received, or try
      again tomorrow.
    </p>`,
  )

export type ConsentPage = {
  knowledgeBaseName: string
  clientName: string
  host: string
  params: SignInPage['params']
}

export const consentPage = ({ knowledgeBaseName, clientName, host, params }: ConsentPage): string =>
  page(
    `Connect ${clientName}?`,
    html`<p>
        ${clientName} will be able to ask and search the documentation of ${knowledgeBaseName} as
        you, and to read its pages. It cannot change anything.
      </p>
      <p>You will be sent to <strong>${host}</strong>. Continue only if you expect this.</p>
      <form method="post" action="${fillPath(OAUTH_PATHS.consent, params)}">
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
