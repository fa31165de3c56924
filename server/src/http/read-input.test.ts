import { MAX_REFUSAL_DETAILS } from '@footnote/contract/limits'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readInput } from './read-input.ts'

const Body = z.strictObject({ ids: z.array(z.string()).optional() })

test.each([
  ['entries', { ids: Array.from({ length: 5_000 }, () => 0) }],
  ['unknown fields', Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`x${at}`, 0]))],
])('of many faulty %s a refusal describes the first', (_, body) => {
  expect(() => readInput(Body, body)).toThrow(
    expect.objectContaining({ details: expect.toSatisfy(isFullList) }),
  )
})

const isFullList = (details: unknown): boolean =>
  Array.isArray(details) && details.length === MAX_REFUSAL_DETAILS
