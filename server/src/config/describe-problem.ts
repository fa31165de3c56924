import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** What is wrong with the value of a setting, to follow its name. It never repeats the value: it may be a secret. */
export function describeProblem(issue: Issue, value: string | undefined): string {
  if (value === undefined || value === '') return 'is not set'
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string'
        ? `is too short: ${value.length} of at least ${issue.minimum} characters`
        : `has to be at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `is too long: ${value.length} of at most ${issue.maximum} characters`
        : `has to be at most ${issue.maximum}`
    case 'invalid_type':
      return `has to be ${issue.expected === 'int' ? 'a whole number' : 'a number'}`
    case 'invalid_value':
      return `has to be ${issue.values.join(' or ')}`
    case 'invalid_format':
      return issue.format === 'url' ? 'is not a URL that can be used here' : 'has the wrong form'
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return issue.message
  }
}
