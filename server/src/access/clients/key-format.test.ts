import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKey, isKey } from './key-format.ts'

test('a new key has its prefix, its cell and at least 160 random bits', () => {
  const key = createKey('fnp', '0a')
  expect(key).toMatch(/^fnp_0a[0-9A-Za-z]{33}$/)
  expect(isKey('fnp', key)).toBe(true)
  expect(Math.log2(62) * 27).toBeGreaterThan(160)
})

test('a key of one kind is not a key of another', () => {
  expect(isKey('fns', createKey('fnp', '00'))).toBe(false)
})

test('any single changed character is refused by the checksum', () => {
  const key = createKey('fns', '00')
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: key.length - 1 }),
      fc.constantFrom('0', '1', '9', 'A', 'Z', 'a', 'z'),
      (position, character) => {
        fc.pre(key[position] !== character)
        expect(isKey('fns', key.slice(0, position) + character + key.slice(position + 1))).toBe(
          false,
        )
      },
    ),
  )
})

test('no other string is a key', () => {
  fc.assert(fc.property(fc.string(), (text) => !isKey('fnp', text)))
  fc.assert(fc.property(fc.string(), (text) => !isKey('fnp', `fnp_${text}`)))
})

test('characters are drawn evenly', () => {
  const counts = new Map<string, number>()
  for (let round = 0; round < 2_000; round += 1) {
    for (const character of createKey('fnp', '00').slice(6, 33)) {
      counts.set(character, (counts.get(character) ?? 0) + 1)
    }
  }
  const expected = (2_000 * 27) / 62
  expect(counts.size).toBe(62)
  for (const count of counts.values())
    expect(Math.abs(count - expected)).toBeLessThan(expected * 0.3)
})
