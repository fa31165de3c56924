import { describe, expect, test } from 'vitest'
import { DocumentBody, DocumentListQuery, DocumentPatch } from './documents.ts'
import { KeyBody } from './keys.ts'
import { WorkspaceBody } from './workspaces.ts'

const ID = '01985b3c-7a2e-7c41-9f3d-2b6a5e0c8d17'

describe('a workspace', () => {
  test('is free, keeps conversations and has no allowance unless told', () => {
    expect(WorkspaceBody.parse({ name: 'Acme' })).toEqual({
      name: 'Acme',
      plan: 'free',
      retention: 'standard',
      monthly_question_allowance: null,
      thread_retention_days: null,
      redact: [],
      asker_storage: 'plain',
      audit_retention_days: null,
    })
  })

  test('may have an allowance of nothing, but not less or a fraction', () => {
    const accepts = (monthly_question_allowance: unknown) =>
      WorkspaceBody.safeParse({ name: 'Acme', monthly_question_allowance }).success
    expect([0, 1000, null].map(accepts)).toEqual([true, true, true])
    expect([-1, 1.5, '10', 1e10].map(accepts)).toEqual([false, false, false, false])
  })

  test('has a name of 1 to 200 characters that is not blank', () => {
    const accepts = (name: string) => WorkspaceBody.safeParse({ name }).success
    expect(['a', '😀'.repeat(200)].map(accepts)).toEqual([true, true])
    expect(['', ' ', 'a'.repeat(201)].map(accepts)).toEqual([false, false, false])
  })
})

test('a key reads every group unless told', () => {
  expect(KeyBody.parse({ name: 'Docs', kind: 'public' }).allowed_group_ids).toEqual([])
})

test('a key cannot be limited to what is not an id: it would limit nothing', () => {
  const body = { name: 'Docs', kind: 'public', allowed_group_ids: ['nonsense'] }
  expect(KeyBody.safeParse(body).success).toBe(false)
})

describe('a document', () => {
  const body = { url: 'https://docs.example.com/a', content: '# A', content_type: 'text/markdown' }

  test('has no visibility of its own unless told: a put keeps the one that is there', () => {
    expect(DocumentBody.parse(body)).not.toHaveProperty('visibility')
    expect(DocumentBody.parse({ ...body, visibility: 'unlisted' }).visibility).toBe('unlisted')
  })

  test('may be empty: the page is there, with nothing to find', () => {
    expect(DocumentBody.safeParse({ ...body, content: '' }).success).toBe(true)
  })

  test('takes 5,000,000 characters and no more', () => {
    const accepts = (content: string) => DocumentBody.safeParse({ ...body, content }).success
    expect(accepts('😀'.repeat(5_000_000))).toBe(true)
    expect(accepts('a'.repeat(5_000_001))).toBe(false)
  })

  test.each([
    { url: 'javascript:alert(1)' },
    { content_type: 'application/pdf' },
    { visibility: 'secret' },
    { title: '' },
    { group_id: 'nonsense' },
  ])('is refused with %j', (fault) => {
    expect(DocumentBody.safeParse({ ...body, ...fault }).success).toBe(false)
  })
})

describe('a change of a document', () => {
  test('has at least one field', () => {
    expect(DocumentPatch.safeParse({}).success).toBe(false)
  })

  test.each([{ title: 'A' }, { visibility: 'restricted' }, { group_id: ID }, { group_id: null }])(
    'may be only %j',
    (patch) => {
      expect(DocumentPatch.parse(patch)).toEqual(patch)
    },
  )

  test('does not touch the content or the URL', () => {
    expect(DocumentPatch.safeParse({ title: 'A', content: 'x' }).success).toBe(false)
    expect(DocumentPatch.safeParse({ title: 'A', url: 'https://a.example/' }).success).toBe(false)
  })
})

describe('a page of documents', () => {
  const getLimit = (limit: string) => DocumentListQuery.parse({ limit }).limit

  test('has 50 unless told, and 200 at most', () => {
    expect(DocumentListQuery.parse({}).limit).toBe(50)
    expect(['1', '200', '201', '99999'].map(getLimit)).toEqual([1, 200, 200, 200])
  })

  test.each(['0', '-1', '1.5', 'ten', '', ['1', '2']])('has no limit of %j', (limit) => {
    expect(DocumentListQuery.safeParse({ limit }).success).toBe(false)
  })

  test('is filtered only by a state that exists', () => {
    expect(DocumentListQuery.safeParse({ state: 'failed' }).success).toBe(true)
    expect(DocumentListQuery.safeParse({ state: 'gone' }).success).toBe(false)
    expect(DocumentListQuery.safeParse({ status: 'failed' }).success).toBe(false)
  })
})
