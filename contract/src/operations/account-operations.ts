import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const TOKEN = 'Zm9vdG5vdGUtZXhhbXBsZS10b2tlbi1ub3QtcmVhbA'

const person = {
  id: EXAMPLE_IDS.person,
  email: 'ada@example.com',
  name: 'Ada',
  owns_installation: false,
}

export const accountOperations: OperationTexts = {
  setUp: {
    description:
      'Creates the first person, who owns the installation, and signs them in. The token is in the link that the service logs when it starts and no person can sign in; it works once, for 24 hours.',
    request: {
      token: TOKEN,
      email: 'ada@example.com',
      name: 'Ada',
      password: 'correct horse battery staple',
    },
    response: { ...person, owns_installation: true },
  },
  signIn: {
    description:
      'Begins a session and sets its cookie, or, for somebody with a second factor, asks for a code. An unknown address and a wrong password get the same reply, and attempts are limited for each account and each network.',
    request: { email: 'ada@example.com', password: 'correct horse battery staple' },
    response: person,
  },
  signOut: { description: 'Ends the session of this request and removes its cookie.' },
  acceptInvitation: {
    description:
      'Adds the invited person to the workspace. A new person chooses a name and a password; a person with an account sends its password, or the token alone when they are signed in. An invitation works once.',
    request: {
      token: `${EXAMPLE_IDS.workspace}.${TOKEN}`,
      name: 'Ada',
      password: 'correct horse battery staple',
    },
    response: person,
  },
  getMe: {
    description:
      'Returns who the credential of this request stands for, and what they may do where. It takes a session, an access token or the admin token.',
    response: {
      person,
      via: 'session',
      workspaces: [
        {
          id: EXAMPLE_IDS.workspace,
          name: 'Acme',
          role: 'viewer',
          knowledge_bases: [{ id: EXAMPLE_IDS.knowledgeBase, name: 'Acme Docs', role: 'editor' }],
        },
      ],
      may_create_workspaces: false,
    },
  },
  changePassword: {
    description:
      'Changes the password of the person who is signed in. All their other sessions end, and this one gets a new cookie.',
    request: {
      current_password: 'correct horse battery staple',
      new_password: 'quite another horse, and a stable',
    },
  },
  listSessions: {
    description:
      'Returns the sessions of the person who is signed in, with the address each came from.',
    response: {
      sessions: [
        {
          id: EXAMPLE_IDS.session,
          is_current: true,
          address: '203.0.113.7',
          user_agent: 'Mozilla/5.0',
          created_at: '2026-03-01T08:00:00.000Z',
          expires_at: '2026-03-08T08:00:00.000Z',
        },
      ],
    },
  },
  revokeSession: {
    description: 'Ends one session of the person who is signed in. Its next request is refused.',
  },
}
