import { z } from 'zod'

/**
 * An integer of at least 1; above `max` it is capped, not refused. `z.int()` would refuse 1e300
 * as unsafe, although it is an integer above any cap.
 */
function capped(schema: z.ZodNumber | z.ZodCoercedNumber, fallback: number, max: number) {
  return schema
    .refine(Number.isInteger, 'must be a whole number')
    .min(1)
    .transform((count) => Math.min(count, max))
    .meta({ type: 'integer' })
    .prefault(fallback)
}

export function cappedCount(fallback: number, max: number) {
  return capped(z.number(), fallback, max)
}

/** The same for a query string, where every value arrives as text. */
export function cappedCountInQuery(fallback: number, max: number) {
  return capped(z.coerce.number(), fallback, max)
}
