import { z } from 'zod'
import { MAX_NAME_CHARACTERS } from '../../limits.ts'
import { nonBlankText } from '../../text.ts'

const MAX_PRICES = 200
const MAX_PRICE = 1_000_000

/** More decimals would not be exact in JSON. */
const Price = z
  .number()
  .min(0)
  .max(MAX_PRICE)
  .refine((price) => /^-?\d+(\.\d{1,6})?$/.test(String(price)), 'must have at most 6 decimals')

export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be three capital letters, such as USD')
  .meta({ id: 'Currency', title: 'ISO 4217' })

export const ModelPrice = z
  .strictObject({
    model: nonBlankText(MAX_NAME_CHARACTERS).describe(
      'As answers name it: `openai/gpt-4.1-mini`, the provider and its name of the model.',
    ),
    input_per_million: Price.describe('For a million tokens that the model reads.'),
    output_per_million: Price.describe('For a million tokens that the model writes.'),
    currency: Currency.describe('The same for all prices of a workspace.'),
  })
  .meta({ id: 'ModelPrice' })
export type ModelPrice = z.infer<typeof ModelPrice>

export const PricesBody = z
  .strictObject({
    prices: z
      .array(ModelPrice)
      .max(MAX_PRICES)
      .refine(
        (prices) => new Set(prices.map(({ model }) => model)).size === prices.length,
        'must name each model once',
      )
      .refine(
        (prices) => new Set(prices.map(({ currency }) => currency)).size <= 1,
        'must have one currency',
      )
      .describe('All of them: a model that is left out has no price any more.'),
  })
  .meta({ id: 'PricesBody' })
export type PricesBody = z.infer<typeof PricesBody>

export const Prices = z
  .object({
    prices: z.array(ModelPrice).describe('By model.'),
    models_without_price: z
      .array(z.string())
      .describe(
        'Models that wrote answers in the last 30 days and have no price: what they cost is missing in every sum.',
      ),
  })
  .meta({ id: 'Prices' })
export type Prices = z.infer<typeof Prices>
