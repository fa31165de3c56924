import { randomUUID } from 'node:crypto'
import type { Expectation } from './isolation-outcomes.ts'
import { OPERATOR } from './isolation-outcomes.ts'

export const EXPECTED_OF_LIMITS: Readonly<Record<string, Expectation>> = {
  'getDigest workspaceId': OPERATOR,
  'getDigestPage workspaceId': OPERATOR,
  'getLimits workspaceId': OPERATOR,
  'putLimits workspaceId': OPERATOR,
  'getPrices workspaceId': OPERATOR,
  'putPrices workspaceId': OPERATOR,
}

export const WORKSPACE_BODIES = {
  changeWorkspace: () => ({ thread_retention_days: null }),
  changeMember: () => ({ role: 'editor' }),
  createInvitation: () => ({ email: `${randomUUID()}@example.com`, role: 'viewer' }),
  putSso: () => ({ issuer: 'https://provider.invalid/', client_id: 'footnote', domains: [] }),
  createAccessToken: () => ({ name: 'Made in the test', role: 'viewer' }),
  createWorkspace: () => ({ name: 'Made in the test' }),
  createKnowledgeBase: () => ({ name: 'Made in the test' }),
  putPrices: () => ({
    prices: [
      { model: 'openai/small', input_per_million: 1, output_per_million: 2, currency: 'EUR' },
    ],
  }),
  putLimits: () => ({
    monthly_question_allowance: null,
    alert_at_percent: [],
    daily_cost_cap: null,
  }),
}
