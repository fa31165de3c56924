import { EXAMPLE_IDS } from './example-ids.ts'
import type { OperationTexts } from './operation-text.ts'

const signer = {
  id: EXAMPLE_IDS.signer,
  name: 'Customer portal',
  kind: 'secret',
  audience: EXAMPLE_IDS.knowledgeBase,
  issuer: null,
  jwks_url: null,
  previous_valid_until: null,
  created_at: '2026-03-01T08:15:00.000Z',
}

// As long as a real secret.
const secret = 'fnr_ExampleSecretThatSignsNothingAtAllExample'

/** Who signs the tokens that say who is asking. */
export const readerSignerOperations: OperationTexts = {
  listReaderSigners: {
    description: 'Returns who signs reader tokens. Secrets are never shown again.',
    response: { reader_signers: [signer] },
  },
  createReaderSigner: {
    description:
      'Registers who signs reader tokens: your server, by a secret that it shares with this one (HS256), or, with `jwks_url`, by a private key of yours (RS256, RS384, RS512, PS256, ES256, ES384 or EdDSA). The secret is in this response only: store it now. Needs `SECRETS_KEY` for a secret.',
    request: { name: 'Customer portal' },
    response: { ...signer, secret },
  },
  changeReaderSigner: {
    description:
      'Changes the fields that you send. Answers to readers whose tokens it signed end within a second, unless only the name changes.',
    request: { issuer: 'https://portal.example.com' },
    response: { ...signer, issuer: 'https://portal.example.com' },
  },
  rotateReaderSigner: {
    description:
      'Replaces the secret. Tokens of the previous one are refused at once, unless you say for how long they are valid. Conversations stay with their readers.',
    request: { previous_valid_hours: 24 },
    response: { ...signer, previous_valid_until: '2026-03-15T09:30:00.000Z', secret },
  },
  deleteReaderSigner: {
    description:
      'Deletes a signer. Its tokens are refused within 5 seconds, answers in progress end within a second, and nobody continues the conversations of its readers.',
  },
  checkReaderToken: {
    description:
      'Says whether a token is valid, who it says is asking, and which groups that reader reads, with a client key or with one that reads every group. It counts as no request of the reader.',
    request: { token: 'eyJhbGciOiJIUzI1NiJ9.e30.ZXhhbXBsZQ' },
    response: {
      valid: true,
      problem: null,
      reader: {
        signer_id: EXAMPLE_IDS.signer,
        subject: 'customer-4711',
        name: 'Ada',
        email: 'ada@example.com',
        expires_at: '2026-03-14T09:45:00.000Z',
        unknown_groups: [],
      },
      groups: [{ id: EXAMPLE_IDS.group, name: 'Customers' }],
      reads_ungrouped: true,
    },
  },
}
