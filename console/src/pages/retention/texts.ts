import { t as shared } from '../../texts.ts'

const retention = {
  title: 'Retention',
  conversations: 'Conversations',
  mode: 'Stored data',
  modes: { standard: 'Questions and answers', zero: 'Nothing (zero data retention)' },
  modeHints: {
    standard: 'You see what readers asked, which may include personal data.',
    zero: 'Questions are answered and counted, but never stored. Everything stored before is erased permanently.',
  },
  days: 'Delete idle conversations after (days)',
  daysHint: 'Counted from the last question. Leave empty to keep conversations forever.',
  redaction: 'Redaction',
  redactionLead:
    'Personal data is replaced by its kind in brackets before a question, answer or comment is stored. Readers are still answered from what they wrote. Stored data does not change.',
  kinds: {
    email: {
      label: 'Email addresses',
      hint: 'ada@example.com becomes [email], in answers too.',
    },
    phone: {
      label: 'Phone numbers',
      hint: 'Become [phone]. Unusual formats without a country code may be missed.',
    },
    card: {
      label: 'Payment cards',
      hint: 'Become [card] if prefix, length and check digit are those of a card.',
    },
    key: {
      label: 'Keys and passwords',
      hint: 'API keys, tokens, private keys, and text labelled as a password. Become [key].',
    },
  },
  askers: 'Reader identity',
  askerStorage: 'Stored as',
  askerModes: { plain: 'User ID or email', hashed: 'Hash', none: 'Not stored' },
  askerHints: {
    plain: 'Exactly as your site sends it.',
    hashed:
      'You can recognize and erase the conversations of one reader, but not see who it is. Stored data does not change.',
    none: 'You can no longer find the conversations of a reader, not even to erase them. Stored data does not change.',
  },
  audit: 'Audit log',
  auditDays: 'Delete audit log entries after (days)',
  auditDaysHint: 'At least 30. Leave empty to keep the log forever.',
  zeroTitle: 'Stop storing conversations?',
  zeroEffect:
    'Every stored question, answer and rating in this workspace is erased permanently. Counts stay.',
  zeroAction: 'Erase and stop storing',
  erasure: 'Erase a reader',
  erasureLead:
    'For deletion requests. Erases a reader’s conversations, ratings and sign-in in this knowledge base.',
  asker: 'Reader',
  askerHint: 'The user ID that your site sends with a question, or an email address.',
  count: 'Count conversations',
  counted: (threads: string, messages: string) =>
    `Conversations to erase: ${threads}, with answers: ${messages}.`,
  erase: 'Erase',
  eraseTitle: (asker: string) => `Erase ${asker}?`,
  erased: 'Reader erased',
}

export const t = { ...shared, retention }
