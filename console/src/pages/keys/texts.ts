import { t as shared } from '../../texts.ts'

const keys = {
  title: 'Keys',
  create: 'New key',
  empty: 'No key yet',
  emptyReason:
    'Whatever asks a question sends a key. Public keys stand in pages, secret pairs in servers.',
  name: 'Name',
  kind: 'Kind',
  kinds: { public: 'Public key', secret: 'Secret pair' },
  kindHint: {
    public: 'Stands in a page, where anybody can read it.',
    secret: 'For a server: it reads past CAPTCHA, so keep it there.',
  },
  hint: 'Ends in',
  groups: 'Groups',
  groupsHint: 'Choose none to let it read every group.',
  everyGroup: 'every group',
  origins: 'Bound to origins',
  originsHint: 'One a line. When empty, any page may use it.',
  anyOrigin: 'any page',
  addresses: 'Bound to addresses',
  addressesHint:
    'IP addresses or blocks such as 203.0.113.0/24, one a line. When empty, any address.',
  fromAddresses: (addresses: readonly string[]) => `from ${addresses.join(', ')}`,
  expires: 'Expires',
  expiresHint: 'In your time zone. When empty, it does not expire.',
  expiresAt: (time: string) => `expires ${time}`,
  expiredAt: (time: string) => `expired ${time}`,
  captcha: 'CAPTCHA',
  lastUsed: 'Last used',
  revoked: 'Revoked',
  active: 'Active',
  state: 'State',
  shownOnce: 'Copy it now: it is not shown again.',
  clientKey: 'Public key',
  clientId: 'Client id',
  clientSecret: 'Client secret',
  doneCopying: 'I have copied it',
  revoke: 'Revoke',
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeEffect:
    'Every process refuses it within 5 seconds, and answers that are being written end. It cannot be brought back.',
  revokedSaid: 'The key was revoked',
  showRevoked: 'Show revoked keys',
  onlyRevoked: 'Every key is revoked',
  onlyRevokedReason: 'Nothing can ask this knowledge base until you create another key.',
}

export const t = { ...shared, keys }
