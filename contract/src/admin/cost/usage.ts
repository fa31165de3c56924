import { z } from 'zod'
import { Day, analyticsPeriod } from '../answers/analytics.ts'
import { Currency } from './prices.ts'

export const UsageQuery = z.strictObject({
  ...analyticsPeriod,
  storage: z.enum(['true']).optional().describe('true: also what is stored, which takes longer.'),
})
export type UsageQuery = z.infer<typeof UsageQuery>

const figures = {
  questions: z.int().describe('Questions answered.'),
  input_tokens: z.int().describe('As counted by the provider.'),
  output_tokens: z.int().describe('As counted by the provider.'),
  cost: z
    .number()
    .describe('What the tokens of answers and drafts cost at the prices of that time.'),
  estimated_cost: z
    .number()
    .describe(
      'What answers that ended early are estimated to have cost: no provider counted their tokens. Counts towards the cap, and is not part of `cost`.',
    ),
  unpriced: z.int().describe('Answers and drafts whose cost is unknown: their model had no price.'),
}

const UsagePoint = z.object({ at: Day.describe('The day.'), ...figures }).meta({ id: 'UsagePoint' })

export const WorkspaceUsage = z
  .object({
    month: z.string().describe('The first day of this month, UTC.'),
    answered: z.int().describe('Questions answered in it.'),
    reserved: z.int().describe('Questions that are being answered, of those in the allowance.'),
    monthly_question_allowance: z.int().nullable().describe('null: no limit.'),
    spent_today: z.number().describe('What the answers of today (UTC) cost, with the estimates.'),
    daily_cost_cap: z.number().nullable().describe('null: no cap.'),
    cost_cap_reached: z.boolean().describe('true: today no model is asked any more.'),
    currency: Currency.nullable().describe(
      'The currency of every cost. null: no model has a price.',
    ),
    models_without_price: z
      .array(z.string())
      .describe('Models that wrote lately and have no price: what they cost is missing here.'),
    from: Day.describe('The first day of the series.'),
    to: Day.describe('The last day of the series.'),
    totals: z.object(figures).describe('The figures of the whole series.'),
    storage: z
      .object({
        documents: z.int().describe('Pages of all knowledge bases, hidden ones too.'),
        passages: z.int().describe('What they were divided into, each with its vector.'),
        bytes: z
          .int()
          .describe(
            'What the pages take as they are stored, compressed, without passages and vectors.',
          ),
      })
      .nullable()
      .describe('null: not asked for.'),
    series: z.array(UsagePoint).describe('By day. Days without any use are left out.'),
  })
  .meta({ id: 'WorkspaceUsage' })
export type WorkspaceUsage = z.infer<typeof WorkspaceUsage>
