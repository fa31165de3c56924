import type { SubscribedEvent, WebhookDelivery, WebhookEventName } from '@footnote/client/admin'
import { t as shared } from '../../texts.ts'

const events: Record<WebhookEventName, string> = {
  'gap.created': 'New knowledge gap',
  'sync.failed': 'Sync failed',
  'sync.held': 'Sync waits for confirmation',
  'rating.negative': 'Bad rating',
  'allowance.reached': 'Allowance nearly or fully used',
  'cost_cap.reached': 'Cost cap nearly or fully spent',
  'webhook.test': 'Test',
}

const eventHints: Record<SubscribedEvent, string> = {
  'gap.created': 'Readers ask something new that your pages do not answer well.',
  'sync.failed': 'A source could not be brought up to date.',
  'sync.held': 'It would delete many pages, or does not pass its question set.',
  'rating.negative': 'A reader rated an answer as bad, or said why.',
  'allowance.reached': 'A share of the monthly questions is used, or all of them.',
  'cost_cap.reached': 'A share of the daily cost is spent, or all of it.',
}

const states: Record<WebhookDelivery['state'], string> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

const webhooks = {
  title: 'Webhooks',
  lead: 'Your server is told what happens in this workspace, in signed requests.',
  create: 'Create a webhook',
  empty: 'No webhook yet',
  emptyReason: 'Have your server told of new gaps, failed syncs and bad ratings.',
  address: 'Address',
  addressHint: 'An https address of your server. Redirects are not followed.',
  settings: 'Settings',
  what: 'What is sent',
  events,
  eventHints,
  chooseOne: 'Choose at least one.',
  state: 'State',
  enabled: 'Enabled',
  failing: 'Failing',
  disabled: 'Disabled',
  lastDelivery: 'Last delivery',
  secret: 'Secret',
  bothSecrets: (until: string) =>
    `Deliveries are signed with the previous secret too, until ${until}.`,
  shownOnce: 'Copy the secret to your server now: it is not shown again. It verifies what we send.',
  doneCopying: 'I have copied it',
  newSecretTitle: 'The new secret',
  test: 'Send a test',
  tested: 'The test is on its way',
  change: 'Change',
  changed: 'Saved',
  more: 'More',
  rotate: 'New secret',
  rotateTitle: 'Make a new secret?',
  rotateEffect:
    'For 24 hours deliveries are signed with both, so that you can change your server over.',
  enable: 'Enable',
  enabledSaid: 'It is sent events again',
  disable: 'Disable',
  disableTitle: 'Disable this webhook?',
  disableEffect: 'Nothing more is sent, and what waits has failed. You can replay it later.',
  disabledSaid: 'It is sent nothing more',
  delete: 'Delete',
  deleteTitle: 'Delete this webhook?',
  deleteEffect: 'Nothing more is sent, and its deliveries are deleted.',
  deleted: 'The webhook was deleted',
  disabledBecause: {
    gone: 'It was disabled because your server answered 410: gone. Enable it once the address is right, and replay what failed.',
    failing:
      'It was disabled because nothing was delivered for 5 days. Enable it once your server works again, and replay what failed.',
    you: 'It is disabled, so nothing is sent. Enable it, and replay what failed.',
  },
  failingSince: (since: string) =>
    `Nothing was delivered since ${since}. We try again for about three days; after 5 days of failures the webhook is disabled.`,
  deliveries: 'Deliveries',
  deliveriesNote: 'Of the last 30 days, newest first',
  noDeliveries: 'Nothing was sent yet',
  noDeliveriesReason: 'What happens from now on shows here. Send a test to see it work.',
  noneInState: 'None of them',
  noneInStateReason: 'No delivery is in this state.',
  everyState: 'Every state',
  event: 'Event',
  answer: 'Answer',
  attempts: 'Attempts',
  states,
  next: (when: string) => `Next attempt ${when}`,
  replay: 'Replay',
  replayOf: (event: string, when: string) => `Replay ${event}, ${when}`,
  replayed: 'It is sent again',
  replayFailed: 'Replay what failed',
  replayFailedTitle: 'Replay what failed?',
  replayFailedLead: 'Each is sent again with the id that it had, so that your server can tell.',
  since: 'Since',
  replayedCount: (count: number) =>
    count === 1 ? '1 delivery is sent again' : `${count} deliveries are sent again`,
}

export const t = { ...shared, webhooks }
