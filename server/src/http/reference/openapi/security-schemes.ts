import type { SecurityScheme } from './openapi-document.ts'

const header = (name: string, description: string): SecurityScheme => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
})

const bearer = (description: string): SecurityScheme => ({
  type: 'http',
  scheme: 'bearer',
  description,
})

export const SECURITY_SCHEMES: Record<string, SecurityScheme> = {
  publicKey: header('X-Client-Key', 'A public client key, `fnp_…`. Safe to put in a web page.'),
  clientId: header('X-Client-Id', 'The id of a secret pair, `fnc_…`. Sent with `X-Client-Secret`.'),
  clientSecret: header(
    'X-Client-Secret',
    'The secret of a secret pair, `fns_…`. Keep it on a server.',
  ),
  adminToken: bearer('An access token, `fnt_…`, or the admin token of the installation.'),
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-footnote_session',
    description:
      'Set by signing in. Without https its name is `footnote_session`. Only pages of the service itself may send it.',
  },
}

/** Security schemes of what is served besides the table of routes. */
export const TRANSPORT_SECURITY_SCHEMES: Record<string, SecurityScheme> = {
  mcpToken: bearer('A public client key, or the access token of a reader who signed in.'),
  hookSignature: header(
    'X-Footnote-Signature',
    '`sha256=` and the HMAC-SHA256, in hex, of the timestamp, a dot and the body, under the secret.',
  ),
  hubSignature: header(
    'X-Hub-Signature-256',
    '`sha256=` and the HMAC-SHA256, in hex, of the body, as GitHub and Gitea send it.',
  ),
  gitlabToken: header('X-Gitlab-Token', 'The secret itself, as GitLab sends it.'),
  hookToken: bearer('The secret itself.'),
  zendeskSignature: header(
    'X-Zendesk-Webhook-Signature',
    'The HMAC-SHA256, in base64, of `X-Zendesk-Webhook-Signature-Timestamp` and the body, under the signing secret that Zendesk made. At most five minutes old.',
  ),
  notionSignature: header(
    'X-Notion-Signature',
    '`sha256=` and the HMAC-SHA256, in hex, of the body, under the verification token of the subscription.',
  ),
  confluenceSignature: header(
    'X-Hub-Signature',
    '`sha256=` and the HMAC-SHA256, in hex, of the body, as a Confluence Data Center sends it.',
  ),
  discourseSignature: header(
    'X-Discourse-Event-Signature',
    '`sha256=` and the HMAC-SHA256, in hex, of the body.',
  ),
}
