import { t as shared } from '../../texts.ts'

const limits = {
  title: 'Usage and limits',
  used: 'Current usage',
  questions: 'Questions this month',
  spent: 'Spent today (UTC)',
  of: (used: string, limit: string) => `${used} of ${limit}`,
  stored: 'Stored',
  storedNow: (pages: string, passages: string, size: string) =>
    `${pages} pages, ${passages} passages, ${size}`,
  noLimit: (used: string) => `${used}, no limit`,
  capReached:
    'The daily cap is reached. Until midnight UTC, answers quote your pages and no model is used.',
  allowanceSpent: 'The monthly allowance is used up. Questions are refused until next month (UTC).',
  withoutPrice: (models: string) =>
    `The cost of these models is not counted, because they have no price: ${models}.`,
  toPrices: 'Set prices',
  form: 'Limits',
  allowance: 'Questions per month',
  allowanceHint: 'Further questions are refused; search still works. Leave empty for no limit.',
  cap: (currency: string) => `Answer cost per day${currency}`,
  capHint:
    'Once reached, answers quote your pages and no model is used until midnight UTC. Answers in progress are finished. Leave empty for no cap.',
  alerts: 'Alert thresholds (%)',
  alertsHint:
    'Such as 50, 80. Owners and admins get one email per threshold and period, if the service can send email. They are always told when a limit is reached.',
  alertsWrong: 'Enter whole numbers from 1 to 99, separated by commas.',
  days: 'Daily usage',
  daysNote: 'the last 30 days, all knowledge bases',
  day: 'Day',
  cost: 'Cost',
  input: 'Input tokens',
  output: 'Output tokens',
  estimated: 'Estimated',
  estimatedHint:
    'Estimated: for answers that ended early, the provider reports no tokens. They still count towards the cap.',
  none: 'No questions in the last 30 days.',
}

export const t = { ...shared, limits }
