/** Where the address goes, and what proves the sender. */
const bearer = 'Call it with POST and the header Authorization: Bearer, followed by the secret.'

export const webhook = {
  title: 'Webhook',
  lead: 'Starts a sync when content changes. Calls within 30 seconds become one sync.',
  url: 'URL',
  steps: {
    website: bearer,
    openapi: bearer,
    s3: bearer,
    drive: bearer,
    intercom: bearer,
    git: 'In GitHub or Gitea, add a webhook for pushes with this URL and secret. In GitLab, enter the secret as secret token.',
    github:
      'In the repository under Settings → Webhooks, add this URL and secret with content type application/json, and choose the events Issues, Issue comments, Discussions and Discussion comments.',
    confluence:
      'Data Center: under General configuration → Webhooks, add this URL and secret, and choose the page events. Cloud: send a web request from an automation rule, with the header Authorization: Bearer and the secret.',
    discourse:
      'Under Admin → API → Webhooks, add this URL and secret with content type application/json, and choose the topic and post events.',
    zendesk:
      'In Admin Center under Apps and integrations → Webhooks, create a webhook for Zendesk events with this URL and without authentication. Then reveal its signing secret and enter it here.',
    notion:
      'In your integration under Webhooks, create a subscription with this URL. Notion then sends a token, which appears here.',
  },
  show: 'Show secret',
  rotate: 'New secret',
  rotateTitle: 'Replace the secret?',
  rotateEffect:
    'Calls with the old secret are refused at once, until you update the other product.',
  rotated: 'Secret replaced',
  secret: 'Secret',
  secretNote: 'Enter it in the other product. Treat it like a password.',
  enter: 'Enter signing secret',
  replace: 'Replace signing secret',
  forget: 'Forget signing secret',
  forgetTitle: 'Forget the signing secret?',
  forgetEffect: 'Calls of the other product are refused until you enter a secret again.',
  forgotten: 'Signing secret forgotten',
  signingSecret: 'Signing secret',
  stored: 'Stored encrypted and never shown again.',
  save: 'Save',
  saved: 'Signing secret saved',
  acceptedSince: (time: string) => `Signed calls accepted since ${time}`,
  noSecret: 'No signing secret yet, so signed calls are refused.',
  waiting: 'Waiting for Notion to send its token',
  token: 'Verification token',
  tokenNote:
    'Enter this token in Notion. Once Notion shows the subscription as active, confirm it.',
  confirm: 'Confirm token',
} as const
