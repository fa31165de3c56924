import { expect, test } from 'vitest'
import { makeServerKeys, OVERLAP_MS, replaceServerKeys, usableKeys } from './server-keys.ts'

test('a replaced key is accepted until what it signed has expired, and the new one signs', async () => {
  const first = await makeServerKeys()
  const second = await replaceServerKeys(first, 1_000)
  const cookieKeys = (nowMs: number) => usableKeys(second, nowMs).map((key) => key.cookieKey)
  expect(cookieKeys(1_000)).toEqual([second.cookieKey, first.cookieKey])
  expect(cookieKeys(1_000 + OVERLAP_MS - 1)).toEqual([second.cookieKey, first.cookieKey])
  expect(cookieKeys(1_000 + OVERLAP_MS)).toEqual([second.cookieKey])
})

test('a rotation keeps those of the one before while they are of use, and drops them after', async () => {
  const first = await makeServerKeys()
  const second = await replaceServerKeys(first, 0)
  const soon = await replaceServerKeys(second, 1_000)
  expect(soon.retired.map((key) => key.cookieKey)).toEqual([second.cookieKey, first.cookieKey])
  const later = await replaceServerKeys(second, OVERLAP_MS)
  expect(later.retired.map((key) => key.cookieKey)).toEqual([second.cookieKey])
})
