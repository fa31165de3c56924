/** Every path that is served is stated once: here, or in a route table built on these prefixes. */
export const PUBLIC_PREFIX = '/api/v1/public'
export const ADMIN_PREFIX = '/api/v1/admin'
export const WEBHOOK_PREFIX = '/api/v1/hooks'
export const MCP_PREFIX = '/mcp'
export const OAUTH_PREFIX = '/oauth'

export const PUBLIC_KNOWLEDGE_BASE = `${PUBLIC_PREFIX}/knowledge-bases/{knowledgeBaseId}`
export const ADMIN_KNOWLEDGE_BASE = `${ADMIN_PREFIX}/knowledge-bases/{knowledgeBaseId}`

export const SERVICE_PATHS = {
  health: '/healthz',
  readiness: '/readyz',
  metrics: '/metrics',
} as const

export const REFERENCE_PATHS = {
  start: '/',
  favicon: '/favicon.ico',
  openapi: '/openapi.json',
  reference: '/docs',
  errors: '/docs/errors',
  error: '/docs/errors/{code}',
} as const

/** Pages of a sign-in that began elsewhere, in the mail or at a provider, and their script. */
export const SIGN_IN_PATHS = {
  /** Behind a mailed link. The token is behind `#`, so no log has it. */
  link: '/sign-in',
  /** The second step, after a provider has sent the browser back. */
  code: '/sign-in/code',
  /** The one redirect URI that the OpenID providers of workspaces know. */
  callback: '/sign-in/callback',
  script: '/sign-in/page.js',
} as const

/** Behind the link in a digest: a page with a button, and what the button or a mail program posts to. */
export const DIGEST_PATHS = { unsubscribe: '/unsubscribe/{token}' } as const

export const WIDGET_PATHS = {
  /** The loader, which a page includes. */
  script: '/widget.js',
  /** The modules that the loader imports on demand. */
  module: '/widget/{file}',
} as const

export const CONSOLE_PATHS = {
  start: '/console',
  /** Each address below it is a view of the same page. */
  view: '/console/*',
  /** Views for anyone who has a link. The token is behind `#`, so no log has it. */
  setup: '/console/setup',
  invitation: '/console/invitation',
  newPassword: '/console/new-password',
  /** The files that this page loads. */
  asset: '/console/assets/{file}',
  /** A sample page with the widget, in place of the operator's own. */
  preview: '/console/preview',
} as const

export const MCP_PATHS = {
  /** The key names the knowledge base. */
  ofKey: MCP_PREFIX,
  ofKnowledgeBase: `${MCP_PREFIX}/{knowledgeBaseId}`,
} as const

const ISSUER = `${OAUTH_PREFIX}/{knowledgeBaseId}`
const INTERACTION = `${ISSUER}/interaction/{uid}`

/** The authorization server of a knowledge base, and the pages on which readers sign in. */
export const OAUTH_PATHS = {
  issuer: ISSUER,
  /** RFC 9728. */
  resourceMetadata: `/.well-known/oauth-protected-resource${MCP_PATHS.ofKnowledgeBase}`,
  /** RFC 8414: the well-known part comes before the issuer's path. */
  serverMetadata: `/.well-known/oauth-authorization-server${ISSUER}`,
  openidMetadata: `/.well-known/openid-configuration${ISSUER}`,
  interaction: INTERACTION,
  email: `${INTERACTION}/email`,
  link: `${INTERACTION}/link`,
  provider: `${INTERACTION}/provider`,
  consent: `${INTERACTION}/consent`,
  /** The one redirect URI that the operator's OpenID provider knows. */
  providerCallback: `${ISSUER}/provider-callback`,
} as const

/**
 * The endpoints that the authorization server handles itself, spelt as its metadata spells them. Its own
 * router is less strict: it would accept `/REG` and `/reg/` for `/reg`, past any limit set by path.
 */
export const OAUTH_ENDPOINTS = {
  openidMetadata: { method: 'GET', path: `${ISSUER}/.well-known/openid-configuration` },
  serverMetadata: { method: 'GET', path: `${ISSUER}/.well-known/oauth-authorization-server` },
  authorization: { method: 'GET', path: `${ISSUER}/auth` },
  resume: { method: 'GET', path: `${ISSUER}/auth/{uid}` },
  keys: { method: 'GET', path: `${ISSUER}/jwks` },
  registration: { method: 'POST', path: `${ISSUER}/reg` },
  token: { method: 'POST', path: `${ISSUER}/token` },
  revocation: { method: 'POST', path: `${ISSUER}/token/revocation` },
} as const

/** A path with its parameters filled in. */
export const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
