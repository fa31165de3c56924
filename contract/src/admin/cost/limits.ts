import { z } from 'zod'
import { MAX_MONTHLY_QUESTION_ALLOWANCE } from '../../limits.ts'
import { Currency } from './prices.ts'

const MAX_ALERTS = 10
const MAX_DAILY_COST = 1_000_000_000

const limits = {
  monthly_question_allowance: z
    .int()
    .min(0)
    .max(MAX_MONTHLY_QUESTION_ALLOWANCE)
    .nullable()
    .describe(
      'Questions answered in a calendar month (UTC). Further ones are refused. null: no limit.',
    ),
  alert_at_percent: z
    .array(z.int().min(1).max(99))
    .max(MAX_ALERTS)
    .refine((alerts) => new Set(alerts).size === alerts.length, 'must name each share once')
    .describe(
      'Shares of the allowance and of the cap at which you are told, once in a month or a day. You are always told when a limit is reached.',
    ),
  daily_cost_cap: z
    .number()
    .min(0)
    .max(MAX_DAILY_COST)
    .refine((cap) => /^-?\d+(\.\d{1,6})?$/.test(String(cap)), 'must have at most 6 decimals')
    .nullable()
    .describe(
      'What the answers of a day (UTC) may cost, in the currency of the prices. From then on they quote the documents, and no model is asked. null: no cap.',
    ),
}

export const LimitsBody = z.strictObject(limits).meta({ id: 'LimitsBody' })
export type LimitsBody = z.infer<typeof LimitsBody>

export const Limits = z
  .object({
    ...limits,
    currency: Currency.nullable().describe(
      'The currency of the cap. null: no model has a price yet.',
    ),
    models_without_price: z
      .array(z.string())
      .describe('Models that wrote lately and have no price: the cap does not hold for them.'),
  })
  .meta({ id: 'Limits' })
export type Limits = z.infer<typeof Limits>
