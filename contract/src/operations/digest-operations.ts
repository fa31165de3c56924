import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const subscription = {
  workspace_id: EXAMPLE_IDS.workspace,
  name: 'Acme',
  subscribed: true,
  next_at: '2026-11-23T06:00:00.000Z',
}

const digest = {
  from: '2026-11-09',
  to: '2026-11-15',
  subject: 'Acme: 2026-11-09 to 2026-11-15',
  text: 'Acme, the week from 2026-11-09 to 2026-11-15 (UTC)\n\n== Acme Docs ==\n  Questions: 128 (week before: 96)\n',
  html: '<!doctype html><html lang="en">…</html>',
}

/** The weekly digest of a workspace. */
export const digestOperations: OperationTexts = {
  getDigest: {
    description:
      'Returns what the digest of the last full week says: questions, covered share, ratings, failures and cost beside the week before, the largest gaps, the questions asked most and the pages cited most, for the ten knowledge bases with most questions. Under Zero data retention there are counts and no questions.',
    response: digest,
  },
  getDigestPage: {
    description:
      'The same as a page, as a mail program shows it. The console links to it as the preview.',
    response: digest.html,
  },
  listDigests: {
    description:
      'Returns each workspace you see, with whether its digest is mailed to you. Only people who asked for one get it.',
    response: { can_send: true, digests: [subscription] },
  },
  putDigest: {
    description:
      'Subscribes you to the digest of a workspace, or ends that. Digests are sent on Mondays from 6:00 (UTC), for the week before. Each has a link to unsubscribe with one click.',
    request: { subscribed: true },
    response: subscription,
  },
  sendDigest: {
    description:
      'Mails the digest of last week to your own address now, whether you are subscribed or not. Limited like sign-in links to an address (`SIGN_IN_MAILS_PER_ADDRESS_PER_DAY`), and counted apart from them.',
  },
}
