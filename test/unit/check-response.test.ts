import { expect, test } from 'vitest'
import { checkResponse } from '../support/check-response.ts'

const ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'
const path = `/api/v1/admin/knowledge-bases/${ID}/groups/${ID}`
const group = {
  id: ID,
  name: 'Some',
  signed_readers_only: false,
  created_at: '2026-01-01T00:00:00.000Z',
}
const error = { error: 'Not found.', code: 'NOT_FOUND', request_id: ID, retryable: false }

const check = (body: unknown, status = 200, method = 'GET') =>
  checkResponse({
    method,
    path,
    status,
    contentType: 'application/json; charset=utf-8',
    text: body === undefined ? '' : JSON.stringify(body),
  })

test('a response that keeps to the contract passes', () => {
  expect(() => check(group)).not.toThrow()
  expect(() => check(error, 404)).not.toThrow()
  expect(() => check(undefined, 204, 'DELETE')).not.toThrow()
})

test.each([
  ['a missing field', { id: ID, name: 'Some' }, 200, 'GET'],
  ['a field of another type', { ...group, name: 1 }, 200, 'GET'],
  ['a field that is not declared', { ...group, documents: 1 }, 200, 'GET'],
  ['another status', group, 201, 'GET'],
  ['a body where there is none', group, 204, 'DELETE'],
  [
    'an error without its code',
    { error: 'Not found.', request_id: ID, retryable: false },
    404,
    'GET',
  ],
  ['an unknown code', { ...error, code: 'SOMETHING' }, 404, 'GET'],
])('%s fails', (_name, body, status, method) => {
  expect(() => check(body, status, method)).toThrow(/^(getGroup|deleteGroup) (answered|has a body)/)
})
