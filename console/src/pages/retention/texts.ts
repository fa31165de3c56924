import { t as shared } from '../../texts.ts'

const retention = {
  title: 'Retention',
  conversations: 'Conversations',
  mode: 'What is kept',
  modes: { standard: 'Questions and answers', zero: 'Nothing (Zero data retention)' },
  modeHints: {
    standard: 'You see what readers asked. Personal data may be in it.',
    zero: 'Questions are answered and counted, never stored. Those stored before are erased for good.',
  },
  days: 'Days until an idle conversation is deleted',
  daysHint: 'Counted from its last question. Leave empty to keep conversations.',
  redaction: 'Redaction',
  redactionLead:
    'Replaced by its kind in brackets before a question, an answer or a comment is stored. Readers are answered from what they wrote. What is stored already stays as it is.',
  kinds: {
    email: {
      label: 'Email addresses',
      hint: 'ada@example.com becomes [email], also an address that an answer gives.',
    },
    phone: {
      label: 'Phone numbers',
      hint: 'Becomes [phone]. Numbers in an unusual form, without the country code, may be missed.',
    },
    card: {
      label: 'Payment cards',
      hint: 'Becomes [card], where prefix, length and check digit are those of a card.',
    },
    key: {
      label: 'Keys and passwords',
      hint: 'API keys, tokens, private keys, and what is called a password. Becomes [key].',
    },
  },
  askers: 'Who asked',
  askerStorage: 'What is stored of them',
  askerModes: { plain: 'The name that your pages send', hashed: 'A hash of it', none: 'Nothing' },
  askerHints: {
    plain: 'The user id or email address, as it was sent.',
    hashed:
      'Conversations of the same reader can be told and erased, but not whose they are. What is stored already stays as it is.',
    none: 'A reader’s conversations cannot be found by name any more, not even to erase them. What is stored already stays as it is.',
  },
  audit: 'Audit log',
  auditDays: 'Days until an entry of the audit log is deleted',
  auditDaysHint: 'At least 30. Leave empty to keep the log.',
  zeroTitle: 'Store nothing from now on?',
  zeroEffect:
    'Every stored question, answer and rating of this workspace is erased for good. Counts stay.',
  zeroAction: 'Erase and store nothing',
  erasure: 'Erase a reader',
  erasureLead:
    'When somebody asks to be forgotten: their conversations, ratings and sign-in in this knowledge base.',
  asker: 'The reader, as your pages name them',
  askerHint: 'The user id that your pages send with a question, or an email address.',
  count: 'Count first',
  counted: (threads: string, messages: string) =>
    `Conversations to be erased: ${threads}, with answers: ${messages}.`,
  erase: 'Erase',
  eraseTitle: (asker: string) => `Erase ${asker}?`,
  erased: 'Everything of this reader was erased',
}

export const t = { ...shared, retention }
