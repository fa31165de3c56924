import { expect, test } from 'vitest'
import { refuseUnsafeXml } from './xml.ts'

test.each([
  ['elements side by side', '<p><r/></p>'.repeat(5_000)],
  ['empty elements whose attributes end in >', '<a b="x>" c=\'/>\'/>'.repeat(5_000)],
  ['an address in an attribute', '<a b=http://x/y></a>'.repeat(5_000)],
  ['1,000 levels', '<a>'.repeat(1_000) + '</a>'.repeat(1_000)],
])('%s are within the limit', (_, xml) => {
  expect(() => refuseUnsafeXml(xml)).not.toThrow()
})

test.each([
  ['1,001 levels', '<w:a b="1">'.repeat(1_001)],
  ['1,001 levels with empty elements between', '<a><b/>'.repeat(1_001)],
])('%s are refused', (_, xml) => {
  expect(() => refuseUnsafeXml(xml)).toThrow('nested too deeply')
})

test('entity declarations are refused', () => {
  expect(() => refuseUnsafeXml('<!DOCTYPE a [<!entity b "c">]><a/>')).toThrow('XML entities')
})
