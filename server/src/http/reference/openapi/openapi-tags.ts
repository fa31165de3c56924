import type { OpenapiDocument } from './openapi-document.ts'

type Tags = OpenapiDocument['tags']

/** Those of the table of routes. */
export const ROUTE_TAGS: Tags = [
  {
    name: 'public',
    description: 'For readers. Send a public key, or a secret pair from a server.',
  },
  {
    name: 'admin',
    description:
      'For operators. Send an access token or the admin token, or sign in. `x-role` is the lowest role that may.',
  },
  {
    name: 'account',
    description: 'Signing in, and what belongs to whoever signed in. Sessions are cookies.',
  },
]

/** What else is served, each with rules of its own. */
export const TRANSPORT_TAGS: Tags = [
  {
    name: 'websocket',
    description: 'Questions over one connection. The key goes in the first message.',
  },
  {
    name: 'mcp',
    description:
      'The Model Context Protocol, for AI tools. Send a public key, a secret pair, or the token of a reader who signed in.',
  },
  {
    name: 'published',
    description:
      'Public documents as text, for anybody. Off until the operator turns it on for a knowledge base.',
  },
  { name: 'hooks', description: 'Webhooks that start the sync of a source.' },
  {
    name: 'events',
    description:
      'What the service sends to the webhooks of a workspace: a `POST` to your URL, signed as Standard Webhooks asks. A delivery may arrive twice, and in any order.',
  },
  { name: 'service', description: 'Health and metrics, without a credential.' },
]
