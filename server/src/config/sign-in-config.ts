import { z } from 'zod'
import { count, flag } from './setting-types.ts'

/** The settings of readers' sign-in. */
export const signInEnvironment = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Mail server for sign-in links and for invitations, such as ' +
        'smtps://name:secret@mail.example.com.',
    ),
  MAIL_FROM: z
    .string()
    .default('Footnote <footnote@localhost>')
    .describe('Sender of those messages.'),
  SIGN_IN_ATTEMPTS_PER_MINUTE: count
    .min(1)
    .default(10)
    .describe(
      'Per minute: sign-in links to one email address, sign-in links and registrations of AI ' +
        'tools from one network address, and attempts to sign in to the admin API for one account ' +
        'and from one network address.',
    ),
  SIGN_IN_MAILS_PER_ADDRESS_PER_DAY: count
    .min(1)
    .default(20)
    .describe(
      'Sign-in links to one email address in one day, for one knowledge base (UTC) and for the admin API, ' +
        'where one more follows each time that part of a day has passed.',
    ),
  SIGN_IN_MAILS_PER_DAY: count
    .min(1)
    .default(2_000)
    .describe('Sign-in links that one knowledge base sends in one day (UTC).'),
  SIGN_IN_MAX_CLIENTS: count
    .min(1)
    .default(10_000)
    .describe(
      'AI tools that may be registered with one knowledge base. One more replaces the oldest ' +
        'that no reader has connected, or else the least recently used.',
    ),
  ALLOW_PRIVATE_SIGN_IN_HOSTS: flag
    .default(false)
    .describe(
      'Let knowledge bases and workspaces use an OpenID provider at a private address. Only if everybody who ' +
        'can configure one is trusted.',
    ),
}
