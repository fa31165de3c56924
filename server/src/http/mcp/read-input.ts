import type { z } from 'zod'
import type { RefusalDetail } from '../../platform/refusal.ts'
import { Refusal } from '../../platform/refusal.ts'

/** As the bodies of the HTTP interface are read, with the same refusal. */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const read = schema.safeParse(input)
  if (read.success) return read.data
  throw new Refusal('BAD_REQUEST', { details: read.error.issues.flatMap(toDetails) })
}

/** One for each fault: zod names several unknown fields in one issue. */
function toDetails(issue: z.core.$ZodIssue): RefusalDetail[] {
  const path = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
  return issue.keys.map((key) => ({
    path: path === '' ? key : `${path}.${key}`,
    message: 'is not a field of this request',
  }))
}
