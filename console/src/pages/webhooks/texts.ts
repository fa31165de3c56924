import type { SubscribedEvent, WebhookDelivery, WebhookEventName } from '@footnote/client/admin'
import { t as shared } from '../../texts.ts'

const events: Record<WebhookEventName, string> = {
  'gap.created': 'New knowledge gap',
  'sync.failed': 'Sync failed',
  'sync.held': 'Sync held for approval',
  'rating.negative': 'Negative rating',
  'contact.requested': 'Message to a person',
  'allowance.reached': 'Question allowance threshold reached',
  'cost_cap.reached': 'Cost cap threshold reached',
  'webhook.test': 'Test',
}

const eventHints: Record<SubscribedEvent, string> = {
  'gap.created': 'Readers ask something new that your pages do not answer well.',
  'sync.failed': 'A source could not be synced.',
  'sync.held': 'A sync would delete many pages, or did not pass its question set.',
  'rating.negative': 'A reader rated an answer not helpful, or said why.',
  'contact.requested': 'A reader asks a person, in a knowledge base that sends these to webhooks.',
  'allowance.reached': 'A set percentage of the monthly questions is used, or all of them.',
  'cost_cap.reached': 'A set percentage of the daily cost is spent, or all of it.',
}

const states: Record<WebhookDelivery['state'], string> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
}

const webhooks = {
  title: 'Webhooks',
  lead: 'Footnote sends your server a signed request when something happens in this workspace.',
  create: 'Create webhook',
  empty: 'No webhooks yet',
  emptyReason: 'Notify your server of new gaps, failed syncs and negative ratings.',
  address: 'URL',
  addressHint: 'An https URL of your server. Redirects are not followed.',
  settings: 'Settings',
  what: 'Events',
  events,
  eventHints,
  chooseOne: 'Choose at least one.',
  state: 'State',
  enabled: 'Enabled',
  failing: 'Failing',
  disabled: 'Disabled',
  lastDelivery: 'Last delivery',
  secret: 'Signing secret',
  bothSecrets: (until: string) =>
    `Until ${until}, deliveries are signed with the previous secret too.`,
  shownOnce:
    'Copy this secret to your server now. It is not shown again. Use it to verify our requests.',
  newSecretTitle: 'New signing secret',
  test: 'Send test',
  tested: 'Test sent',
  change: 'Edit',
  changed: 'Saved',
  more: 'More',
  rotate: 'Rotate secret',
  rotateTitle: 'Rotate the secret?',
  rotateEffect:
    'For 24 hours, deliveries are signed with both secrets, so that you can update your server.',
  enable: 'Enable',
  enabledSaid: 'Webhook enabled',
  disable: 'Disable',
  disableTitle: 'Disable this webhook?',
  disableEffect: 'Nothing more is sent, and pending deliveries fail. You can replay them later.',
  disabledSaid: 'Webhook disabled',
  delete: 'Delete',
  deleteTitle: 'Delete this webhook?',
  deleteEffect: 'Nothing more is sent, and its delivery history is deleted.',
  deleted: 'Webhook deleted',
  disabledBecause: {
    gone: 'Disabled because your server responded with 410 Gone. Correct the URL, enable the webhook, then replay what failed.',
    failing:
      'Disabled because nothing could be delivered for 5 days. Once your server works again, enable the webhook, then replay what failed.',
    you: 'Disabled, so nothing is sent. Enable the webhook, then replay what failed.',
  },
  failingSince: (since: string) =>
    `No delivery has succeeded since ${since}. Each is retried for about three days. After 5 days of failures, the webhook is disabled.`,
  deliveries: 'Deliveries',
  deliveriesNote: 'The last 30 days, newest first',
  noDeliveries: 'No deliveries yet',
  noDeliveriesReason: 'Events appear here from now on. Send a test to try it.',
  noneInState: 'No deliveries match',
  noneInStateReason: 'No delivery is in this state.',
  everyState: 'Any state',
  event: 'Event',
  answer: 'Response',
  attempts: 'Attempts',
  states,
  next: (when: string) => `Next attempt ${when}`,
  replay: 'Replay',
  replayOf: (event: string, when: string) => `Replay ${event}, ${when}`,
  replayed: 'Delivery replayed',
  replayFailed: 'Replay failed deliveries',
  replayFailedTitle: 'Replay failed deliveries?',
  replayFailedLead:
    'Each is sent again with its original ID, so that your server can recognize duplicates.',
  since: 'Since',
  replayedCount: (count: number) =>
    count === 1 ? '1 delivery replayed' : `${count} deliveries replayed`,
}

export const t = { ...shared, webhooks }
