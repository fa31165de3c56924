import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { ChatBody } from './chat.ts'
import { FeedbackBody } from './feedback.ts'
import { FormDeflectBody } from './form-deflect.ts'
import { RelatedBody } from './related.ts'
import { adminRoutes, publicRoutes } from '../routes.ts'
import { SearchBody } from './search.ts'

const ID = '01985b3c-7a2e-7c41-9f3d-2b6a5e0c8d17'

function issuePaths(schema: z.ZodType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? []
}

describe('every request body', () => {
  const bodies = [...publicRoutes, ...adminRoutes].flatMap(({ operationId, body }) =>
    body ? [{ operationId, body }] : [],
  )

  test.each(bodies)('of $operationId refuses an unknown field', ({ body }) => {
    const issues = body.safeParse({ surprise: 1 }).error?.issues ?? []
    expect(issues).toContainEqual(
      expect.objectContaining({ code: 'unrecognized_keys', keys: ['surprise'] }),
    )
  })

  test.each(bodies)('of $operationId refuses __proto__', ({ body }) => {
    const issues = body.safeParse(JSON.parse('{"__proto__": {"query": "x"}}')).error?.issues ?? []
    expect(issues).toContainEqual(
      expect.objectContaining({ code: 'unrecognized_keys', keys: ['__proto__'] }),
    )
  })

  test.each(bodies)('of $operationId is an object', ({ body }) => {
    for (const value of [null, [], 'query', 1, undefined]) {
      expect(body.safeParse(value).success).toBe(false)
    }
  })
})

describe.each([
  ['top_k', ChatBody],
  ['limit', SearchBody],
] as const)('%s', (field, schema) => {
  const parsed = (value: unknown) =>
    (schema.parse({ query: 'q', [field]: value }) as Record<string, unknown>)[field]

  test('is 10 when absent', () => {
    expect((schema.parse({ query: 'q' }) as Record<string, unknown>)[field]).toBe(10)
  })

  test('is kept from 1 to 100 and capped above', () => {
    expect([1, 99, 100, 101, 5000, 1e300].map(parsed)).toEqual([1, 99, 100, 100, 100, 100])
  })

  test.each([0, -1, 1.5, 100.5, '10', null, true])('is refused: %j', (value) => {
    expect(issuePaths(schema, { query: 'q', [field]: value })).toEqual([field])
  })
})

describe('a thread_id in the body', () => {
  test('is kept when it is a valid id', () => {
    expect(ChatBody.parse({ query: 'q', thread_id: ID }).thread_id).toBe(ID)
  })

  test.each(['nonsense', '', ID.toUpperCase(), 7, null, {}, []])(
    'is ignored, not refused, when it is not one: %j',
    (thread_id) => {
      expect(ChatBody.parse({ query: 'q', thread_id }).thread_id).toBeUndefined()
    },
  )
})

describe.each([
  ['chat', ChatBody, { query: 'q' }],
  ['search', SearchBody, { query: 'q' }],
  ['form-deflect', FormDeflectBody, { description: 'd' }],
] as const)('%s', (_, schema, least) => {
  test('needs nothing else', () => {
    expect(issuePaths(schema, least)).toEqual([])
  })

  test.each(['nonsense', '', ID.toUpperCase(), null])(
    'refuses a widget_id that is not an id: %j',
    (widget_id) => {
      expect(issuePaths(schema, { ...least, widget_id })).toEqual(['widget_id'])
    },
  )

  test('leaves an unknown or malformed group to GROUP_NOT_ALLOWED', () => {
    expect(issuePaths(schema, { ...least, group_ids: ['nonsense'] })).toEqual([])
  })

  test.each(['nonsense', [1], [null], {}])('refuses group_ids that are no texts: %j', (groups) => {
    expect(schema.safeParse({ ...least, group_ids: groups }).success).toBe(false)
  })
})

test('the asker has an id and an email, and nothing else', () => {
  const user = { id: 'u1', email: 'a@example.com' }
  expect(ChatBody.parse({ query: 'q', user }).user).toEqual(user)
  expect(ChatBody.parse({ query: 'q', user: {} }).user).toEqual({})
  expect(issuePaths(ChatBody, { query: 'q', user: { name: 'A' } })).toEqual(['user'])
})

test('related takes no group_ids', () => {
  expect(issuePaths(RelatedBody, { query: 'q' })).toEqual([])
  expect(RelatedBody.safeParse({ query: 'q', group_ids: [] }).success).toBe(false)
})

describe('a rating', () => {
  const stored = (rating: unknown) => FeedbackBody.parse({ message_id: ID, rating }).rating

  test('of up, 5 or "5" is stored as up', () => {
    expect(['up', 5, '5'].map(stored)).toEqual(['up', 'up', 'up'])
  })

  test('of down, 1 or "1" is stored as down', () => {
    expect(['down', 1, '1'].map(stored)).toEqual(['down', 'down', 'down'])
  })

  test.each(['UP', 'Down', 2, 4, 0, '05', ' up', '', true, null, undefined])(
    'is refused: %j',
    (rating) => {
      expect(issuePaths(FeedbackBody, { message_id: ID, rating })).toEqual(['rating'])
    },
  )

  test('needs a valid message_id', () => {
    expect(issuePaths(FeedbackBody, { message_id: 'm1', rating: 'up' })).toEqual(['message_id'])
  })

  test('takes a comment of 2,000 characters and no more', () => {
    const body = { message_id: ID, rating: 'up' }
    expect(issuePaths(FeedbackBody, { ...body, comment: '👍'.repeat(2000) })).toEqual([])
    expect(issuePaths(FeedbackBody, { ...body, comment: 'a'.repeat(2001) })).toEqual(['comment'])
  })
})
