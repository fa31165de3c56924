import { t as shared } from '../../texts.ts'

const limits = {
  title: 'Usage and limits',
  used: 'Used so far',
  questions: 'Questions this month',
  spent: 'Spent today (UTC)',
  of: (used: string, limit: string) => `${used} of ${limit}`,
  stored: 'Stored',
  storedNow: (pages: string, passages: string, size: string) =>
    `${pages} pages, ${passages} passages, ${size}`,
  noLimit: (used: string) => `${used}, no limit`,
  capReached:
    'The daily cap is reached: until midnight UTC, answers quote the documents and no model is asked.',
  allowanceSpent: 'The allowance is used up: questions are refused until the next month (UTC).',
  withoutPrice: (models: string) =>
    `What these models cost is not counted, because they have no price: ${models}.`,
  toPrices: 'Set prices',
  form: 'Limits',
  allowance: 'Questions answered in a month',
  allowanceHint: 'Further questions are refused; search goes on. Leave empty for no limit.',
  cap: (currency: string) => `Cost of answers in a day${currency}`,
  capHint:
    'From then on answers quote the documents and no model is asked, until midnight UTC. Answers that are being written are finished. Leave empty for no cap.',
  alerts: 'Tell us at these shares, in percent',
  alertsHint:
    'Such as 50, 80. Owners and admins get a mail, once in a month or a day, if the service can send mail. Of a limit that is reached you are always told.',
  alertsWrong: 'Shares must be whole numbers from 1 to 99, with commas between.',
  days: 'Each day',
  daysNote: 'the last 30 days, all knowledge bases',
  day: 'Day',
  cost: 'Cost',
  input: 'Input tokens',
  output: 'Output tokens',
  estimated: 'Estimated',
  estimatedHint:
    'Estimated: answers that ended early, whose tokens the provider did not count. They count towards the cap.',
  none: 'Nothing was asked in the last 30 days.',
}

export const t = { ...shared, limits }
