import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const signIn = {
  allowed_email_domains: ['example.com'],
  allowed_group_ids: [],
  oidc: {
    issuer: 'https://login.example.com',
    client_id: 'footnote',
    has_client_secret: true,
    redirect_uri: `https://ask.example.com/oauth/${EXAMPLE_IDS.knowledgeBase}/provider-callback`,
    groups_claim: 'groups',
  },
  mcp_url: `https://ask.example.com/mcp/${EXAMPLE_IDS.knowledgeBase}`,
}

/** Who may sign in to read over MCP. */
export const readerOperations: OperationTexts = {
  putSignIn: {
    description:
      'Sets who may sign in to read over MCP: email addresses of certain domains, or everyone who can sign in at your OpenID provider. It replaces the whole configuration.',
    request: {
      allowed_email_domains: ['example.com'],
      oidc: {
        issuer: 'https://login.example.com',
        client_id: 'footnote',
        client_secret: 'example-client-secret',
        groups_claim: 'groups',
      },
    },
    response: signIn,
  },
  getSignIn: {
    description:
      'Returns who may sign in, and the redirect URI to register at your OpenID provider.',
    response: signIn,
  },
  listReaders: {
    description: 'Returns the 1,000 readers who signed in most recently, including revoked ones.',
    response: {
      readers: [
        {
          id: EXAMPLE_IDS.reader,
          identity: 'mailto:ada@example.com',
          email: 'ada@example.com',
          created_at: '2026-03-05T12:00:00.000Z',
          signed_in_at: '2026-03-14T08:11:30.000Z',
          revoked_at: null,
        },
      ],
    },
  },
  revokeReader: {
    description:
      "Revokes a reader's access permanently. Their tokens are refused at once, and they cannot sign in again.",
  },
}
