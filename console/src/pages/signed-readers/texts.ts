import { t as shared } from '../../texts.ts'

const signers = {
  title: 'Signed readers',
  lead: 'Your own login tells Footnote who is asking: it signs a token, which is sent along with the key. Groups for signed readers are open only to readers whose token names them.',
  create: 'Register signer',
  empty: 'No signers yet',
  emptyReason:
    'A signer is the server or login that signs your readers’ tokens. Register it, sign a token for a reader, and try it here.',
  name: 'Name',
  kind: 'Signs with',
  kinds: { secret: 'A secret', jwks: 'Keys at a URL (JWKS)' },
  kindHints: {
    secret: 'Footnote creates one, and your server signs with it (HS256).',
    jwks: 'Your login signs with a private key. Footnote reads the public keys.',
  },
  jwksUrl: 'JWKS URL',
  jwksUrlHint: 'The https URL of a JWK Set. Redirects are not followed.',
  audience: 'Audience',
  audienceHint: 'The aud claim of its tokens. Leave empty for the ID of the knowledge base.',
  issuer: 'Issuer',
  issuerHint: 'The iss claim of its tokens. Leave empty to skip the check.',
  anyIssuer: 'Any issuer',
  secret: 'Secret',
  shownOnce: 'Copy the secret to your server now. It is not shown again. Never put it into a page.',
  created: 'Created',
  previousUntil: (until: string) => `The previous secret is valid until ${until}`,
  rotate: 'Rotate secret',
  rotateTitle: 'Rotate the secret?',
  rotateLead:
    'Once the old secret expires, tokens signed with it are refused, and answers to their readers end.',
  previousHours: 'Keep the old secret valid for',
  hours: { '0': 'Not at all', '1': '1 hour', '24': '1 day', '168': '1 week' },
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteEffect:
    'Its tokens are refused, and answers to its readers end. Nobody can continue their conversations.',
  deleted: 'Signer deleted',
  tryTitle: 'Try a token',
  tryNote: 'It is not stored.',
  token: 'Token',
  tokenHint: 'As your login signed it for a reader.',
  key: 'Key',
  everyGroup: 'A key for every group',
  try: 'Try it',
  valid: 'Valid',
  invalid: 'Not valid',
  reader: 'Reader',
  signedBy: 'Signed by',
  validUntil: 'Valid until',
  reads: 'Reads',
  ungrouped: 'Pages without a group',
  nothing: 'Nothing',
  unknownGroups: 'Ignored',
  unknownGroupsHint: (names: string) =>
    `${names}: no group for signed readers has that name or ID.`,
}

export const t = { ...shared, signers }
