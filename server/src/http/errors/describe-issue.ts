import type { z } from 'zod'

export const UNKNOWN_FIELD = 'is not a field of this request'

type Issue = z.core.$ZodRawIssue

/**
 * What is wrong with a field, as a predicate: "must be at least 1". A schema's own message takes
 * precedence; these replace zod's default messages.
 */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : (TYPES[issue.expected] ?? NOT_VALID)
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : oneOf(issue.values)
    case 'invalid_union':
      return describeUnion(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'unrecognized_keys':
      return UNKNOWN_FIELD
    case 'invalid_key':
      return issue.issues[0]?.message ?? NOT_VALID
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'not_multiple_of':
      return NOT_VALID
  }
}

const NOT_VALID = 'is not valid'

const TYPES: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be a JSON object',
  record: 'must be a JSON object',
  null: 'must be null',
}

/** Only a discriminated union can list the values that are allowed. */
function describeUnion(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const { options, discriminator, input } = issue
  if (!Array.isArray(options) || discriminator === undefined) return NOT_VALID
  const given = isRecord(input) ? input[discriminator] : input
  return given === undefined ? 'is missing' : oneOf(options)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function tooSmall({ origin, minimum }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin === 'array') return `must have at least ${counted(minimum, 'entry', 'entries')}`
  if (origin === 'string') {
    return `must have at least ${counted(minimum, 'character', 'characters')}`
  }
  return `must be at least ${format(minimum)}`
}

function tooBig({ origin, maximum, input }: Extract<Issue, { code: 'too_big' }>): string {
  if (origin === 'array' && Array.isArray(input)) {
    return `has ${counted(input.length, 'entry', 'entries')}; at most ${format(maximum)} are allowed`
  }
  if (origin === 'string') return `must have at most ${counted(maximum, 'character', 'characters')}`
  return `must be at most ${format(maximum)}`
}

const format = (count: number | bigint): string => count.toLocaleString('en-US')

const counted = (count: number | bigint, one: string, many: string): string =>
  `${format(count)} ${BigInt(count) === 1n ? one : many}`

const list = new Intl.ListFormat('en-US', { type: 'disjunction' })

function oneOf(values: readonly unknown[]): string {
  const names = [...new Set(values.map(String))]
  return names.length === 1 ? `must be ${names[0]}` : `must be one of ${list.format(names)}`
}
