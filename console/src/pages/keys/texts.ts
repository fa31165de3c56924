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
  edit: 'Edit',
  editTitle: (name: string) => `Edit ${name}`,
  changed: 'Key changed',
  rotate: 'Rotate',
  rotateTitle: (name: string) => `Rotate ${name}?`,
  rotateLead:
    'Creates a new key with the same settings. The old one keeps working until you revoke it.',
  rotateAction: 'Create new key',
  rotatedNote: (hint: string) =>
    `Copy it now. It is not shown again. Put it wherever the old key is, then revoke the one that ends in ${hint}.`,
  revoke: 'Revoke',
  usedLast: (age: string) => `Last used ${age}.`,
  neverUsed: 'It was never used.',
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeEffect:
    'It stops working within 5 seconds, and answers in progress end. This cannot be undone.',
  revokedSaid: 'Key revoked',
  showRevoked: 'Show revoked keys',
  onlyRevoked: 'All keys are revoked',
  onlyRevokedReason: 'Nobody can ask this knowledge base until you create a key.',
}

export const t = { ...shared, keys }
