import { describe, expect, test } from 'vitest'
import { Id, isId } from './id.ts'

const VALID = '01985b3c-7a2e-7c41-9f3d-2b6a5e0c8d17'

test('a lower-case UUIDv7 is an id', () => {
  expect(isId(VALID)).toBe(true)
  expect(Id.safeParse(VALID).success).toBe(true)
})

describe('not an id', () => {
  test.each([
    ['upper case', VALID.toUpperCase()],
    ['another version', '01985b3c-7a2e-4c41-9f3d-2b6a5e0c8d17'],
    ['another variant', '01985b3c-7a2e-7c41-cf3d-2b6a5e0c8d17'],
    ['no dashes', VALID.replaceAll('-', '')],
    ['braces', `{${VALID}}`],
    ['a line break after it', `${VALID}\n`],
    ['a space before it', ` ${VALID}`],
    ['the nil UUID', '00000000-0000-0000-0000-000000000000'],
    ['empty', ''],
    ['a number', 7],
    ['null', null],
    ['undefined', undefined],
    ['an object that prints as one', { toString: () => VALID }],
  ])('%s', (_, value) => {
    expect(isId(value)).toBe(false)
    expect(Id.safeParse(value).success).toBe(false)
  })
})
