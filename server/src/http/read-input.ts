import { MAX_REFUSAL_DETAILS } from '@footnote/contract/limits'
import type { z } from 'zod'
import type { RefusalDetail } from '../platform/explain-details.ts'
import { Refusal } from '../platform/refusal.ts'
import { describeIssue, UNKNOWN_FIELD } from './errors/describe-issue.ts'

/** Parses all input from outside, over HTTP, WebSocket or MCP, with the same refusal. */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const read = schema.safeParse(input, { error: describeIssue })
  if (read.success) return read.data
  throw refusalOfIssues(read.error)
}

/** For the schemas of routes. */
export const compileValidator =
  ({ schema }: { schema: z.ZodType }) =>
  (input: unknown): { value: unknown } | { error: Refusal } => {
    const read = schema.safeParse(input, { error: describeIssue })
    return read.success ? { value: read.data } : { error: refusalOfIssues(read.error) }
  }

export const refusalOfIssues = ({ issues }: z.ZodError): Refusal =>
  new Refusal('BAD_REQUEST', {
    details: issues.slice(0, MAX_REFUSAL_DETAILS).flatMap(toDetails).slice(0, MAX_REFUSAL_DETAILS),
  })

/** One per error: zod lists several unknown fields in one issue. */
function toDetails(issue: z.core.$ZodIssue): RefusalDetail[] {
  const path = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
  return issue.keys.map((key) => ({
    path: path === '' ? key : `${path}.${key}`,
    message: UNKNOWN_FIELD,
  }))
}
