import { t as shared } from '../../texts.ts'

const keys = {
  title: 'Keys',
  create: 'Create key',
  empty: 'No keys yet',
  emptyReason:
    'Every question is sent with a key. Public keys go into web pages, secret pairs onto servers.',
  name: 'Name',
  kind: 'Kind',
  kinds: { public: 'Public key', secret: 'Secret pair' },
  kindHint: {
    public: 'For web pages, where anyone can read it.',
    secret: 'For servers only. It skips CAPTCHA, so keep it secret.',
  },
  hint: 'Ends in',
  groups: 'Groups',
  groupsHint: 'Choose none to allow every group.',
  everyGroup: 'every group',
  origins: 'Allowed origins',
  originsHint: 'One per line. Leave empty to allow any page.',
  anyOrigin: 'any page',
  addresses: 'Allowed IP addresses',
  addressesHint:
    'Addresses or ranges such as 203.0.113.0/24, one per line. Leave empty to allow any.',
  fromAddresses: (addresses: readonly string[]) => `from ${addresses.join(', ')}`,
  expires: 'Expires',
  expiresHint: 'In your time zone. Leave empty for no expiry.',
  expiresAt: (time: string) => `expires ${time}`,
  expiredAt: (time: string) => `expired ${time}`,
  captcha: 'CAPTCHA',
  lastUsed: 'Last used',
  revoked: 'Revoked',
  active: 'Active',
  state: 'State',
  shownOnce: 'Copy it now. It is not shown again.',
  clientKey: 'Public key',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeEffect:
    'It stops working within 5 seconds, and answers in progress end. This cannot be undone.',
  revokedSaid: 'Key revoked',
  showRevoked: 'Show revoked keys',
  onlyRevoked: 'All keys are revoked',
  onlyRevokedReason: 'Nobody can ask this knowledge base until you create a key.',
}

export const t = { ...shared, keys }
